/* C = A * B for row-major square matrices. */
#include <stdio.h>
#include <stdlib.h>

void multiply(int n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      float sum = 0.0f;
      for (int k = 0; k < n; k++) {
        sum += a[i * n + k] * b[k * n + j];
      }
      c[i * n + j] = sum;
    }
  }
}

int main(void) {
  int n = 256;
  float *a = malloc(sizeof(float) * n * n), *b = malloc(sizeof(float) * n * n), *c = malloc(sizeof(float) * n * n);
  if (!a || !b || !c) return 1;
  for (int i = 0; i < n * n; i++) {
    a[i] = (float)(i % 7);
    b[i] = (float)(i % 5);
  }
  multiply(n, a, b, c);
  printf("c[0] = %g, c[last] = %g\n", c[0], c[n * n - 1]);
  free(a);
  free(b);
  free(c);
  return 0;
}
