/* Fourier transforms of many rows (Stockham, radix two, buffers exchanged between the passes), a filter, and back.
   Arguments: logarithm of the length, rows, repetitions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double re, im;
} complex_t;

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

static void pass(const complex_t *in, complex_t *out, const complex_t *roots, int rows, int n, int half, int stride, int sign) {
#pragma acc parallel loop gang vector collapse(3) present(in[0:rows * n], out[0:rows * n], roots[0:n])
  for (int row = 0; row < rows; row++)
    for (int p = 0; p < half; p++)
      for (int q = 0; q < stride; q++) {
        complex_t w = roots[p * stride];
        w.im *= sign;
        complex_t a = in[row * n + q + stride * p];
        complex_t b = in[row * n + q + stride * (p + half)];
        double re = a.re - b.re, im = a.im - b.im;
        out[row * n + q + stride * 2 * p].re = a.re + b.re;
        out[row * n + q + stride * 2 * p].im = a.im + b.im;
        out[row * n + q + stride * (2 * p + 1)].re = re * w.re - im * w.im;
        out[row * n + q + stride * (2 * p + 1)].im = re * w.im + im * w.re;
      }
}

static void transform(complex_t **data, complex_t **scratch, const complex_t *roots, int rows, int n, int sign) {
  for (int half = n / 2, stride = 1; half >= 1; half /= 2, stride *= 2) {
    pass(*data, *scratch, roots, rows, n, half, stride, sign);
    complex_t *swap = *data;
    *data = *scratch;
    *scratch = swap;
  }
}

static void filter(complex_t *data, int rows, int n) {
#pragma acc parallel loop gang vector collapse(2) present(data[0:rows * n])
  for (int row = 0; row < rows; row++)
    for (int k = 0; k < n; k++) {
      int frequency = k < n / 2 ? k : n - k;
      double factor = exp(-4.0 * frequency * frequency / (double)(n * n)) / n;
      data[row * n + k].re *= factor;
      data[row * n + k].im *= factor;
    }
}

int main(int argc, char **argv) {
  int bits = argc > 1 ? atoi(argv[1]) : 5, rows = argc > 2 ? atoi(argv[2]) : 8, times = argc > 3 ? atoi(argv[3]) : 3;
  int n = 1 << bits;
  complex_t *data = malloc((size_t)rows * n * sizeof *data);
  complex_t *scratch = malloc((size_t)rows * n * sizeof *scratch);
  complex_t *roots = malloc(n * sizeof *roots);
  for (int k = 0; k < n; k++) {
    roots[k].re = cos(2.0 * M_PI * k / n);
    roots[k].im = -sin(2.0 * M_PI * k / n);
  }
  for (int i = 0; i < rows * n; i++) {
    data[i].re = (i * 37) % 101 / 101.0;
    data[i].im = (i * 17) % 31 / 31.0;
  }
  complex_t *first = data, *second = scratch;
#pragma acc data copy(first[0:rows * n]) create(second[0:rows * n]) copyin(roots[0:n])
  for (int t = 0; t < times; t++) {
    transform(&data, &scratch, roots, rows, n, 1);
    filter(data, rows, n);
    transform(&data, &scratch, roots, rows, n, -1);
  }
#ifdef _OPENACC
  /* an even number of passes: the result is where the input was */
  if (data != first) return 1;
#endif
  double sum = 0.0, power = 0.0;
  for (int i = 0; i < rows * n; i++) {
    sum += data[i].re * (1 + i % 5);
    power += data[i].re * data[i].re + data[i].im * data[i].im;
  }
  printf("sum %.8e power %.8e\n", sum, power);
  free(first);
  free(second);
  free(roots);
  return 0;
}
