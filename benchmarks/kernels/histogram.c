#include "timed.h"
#define BINS 4096
static int bins[BINS];
static void count(int n, int rounds, const unsigned *restrict keys) {
  for (int r = 0; r < rounds; r++)
    for (int i = 0; i < n; i++) bins[keys[i] & (BINS - 1)]++;
}
int main(void) {
  int n = 50000000;
  unsigned *keys = malloc(4l * n);
  for (int i = 0; i < n; i++) keys[i] = i * 2654435761u >> 7;
  double start = seconds();
  count(n, 10, keys);
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < BINS; i++) sum += (double)bins[i] * (i % 31);
  report("histogram", took, sum);
  free(keys);
}
