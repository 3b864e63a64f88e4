#include "timed.h"
#define ROWS 1000000
#define EACH 27
static int start[ROWS + 1], column[ROWS * EACH];
static double value[ROWS * EACH], x[ROWS], y[ROWS];
static void iterate(int rounds) {
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < ROWS; i++) {
      double sum = 0;
      for (int k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
      y[i] = sum;
    }
    for (int i = 0; i < ROWS; i++) x[i] = 0.03 * y[i] + 1;
  }
}
int main(void) {
  for (int i = 0; i < ROWS; i++) {
    start[i + 1] = (i + 1) * EACH;
    x[i] = 1;
    for (int k = 0; k < EACH; k++) { column[i * EACH + k] = (i + k * 911) % ROWS; value[i * EACH + k] = 1 + k % 3; }
  }
  double begin = seconds();
  iterate(20);
  double took = seconds() - begin, sum = 0;
  for (int i = 0; i < ROWS; i += 11) sum += y[i];
  report("spmv", took, sum);
}
