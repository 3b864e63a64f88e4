#include "timed.h"
static void diffuse(int n, int steps, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          b[(k * n + j) * n + i] = a[(k * n + j) * n + i] + 0.1 * (a[(k * n + j) * n + i - 1] + a[(k * n + j) * n + i + 1]
            + a[(k * n + j - 1) * n + i] + a[(k * n + j + 1) * n + i] + a[((k - 1) * n + j) * n + i]
            + a[((k + 1) * n + j) * n + i] - 6 * a[(k * n + j) * n + i]);
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++) a[(k * n + j) * n + i] = b[(k * n + j) * n + i];
  }
}
int main(void) {
  int n = 200;
  double *a = calloc((size_t)n * n * n, sizeof(double)), *b = calloc((size_t)n * n * n, sizeof(double));
  for (int i = 0; i < n * n * n; i++) a[i] = i % 13;
  double start = seconds();
  diffuse(n, 100, a, b);
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < n * n * n; i += 97) sum += a[i];
  report("heat3d", took, sum);
  free(a); free(b);
}
