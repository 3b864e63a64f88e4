#include "timed.h"
static double variance(int n, const double *restrict v) {
  double sum = 0, square = 0, low = v[0], high = v[0];
  for (int i = 0; i < n; i++) sum += v[i];
  double mean = sum / n;
  for (int i = 0; i < n; i++) {
    double d = v[i] - mean;
    square += d * d;
    if (v[i] > high) high = v[i];
    low = fmin(low, v[i]);
  }
  return square / n + high - low;
}
int main(void) {
  int n = 100000000;
  double *v = malloc(8l * n);
  for (int i = 0; i < n; i++) v[i] = i % 1000;
  double start = seconds();
  double result = variance(n, v);
  report("variance", seconds() - start, result);
  free(v);
}
