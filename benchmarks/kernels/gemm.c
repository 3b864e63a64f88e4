#include "timed.h"
static void multiply(int n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
int main(void) {
  int n = 1200;
  float *a = malloc(4l * n * n), *b = malloc(4l * n * n), *c = malloc(4l * n * n);
  for (int i = 0; i < n * n; i++) { a[i] = (i % 7) * 0.5f; b[i] = (i % 5) * 0.25f; }
  double start = seconds();
  multiply(n, a, b, c);
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < n * n; i += 31) sum += c[i];
  report("gemm", took, sum);
  free(a); free(b); free(c);
}
