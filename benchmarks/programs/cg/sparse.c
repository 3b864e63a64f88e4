#include "sparse.h"

#include <stdlib.h>

Matrix poisson(int side) {
  Matrix a;
  a.n = side * side;
  a.start = malloc((a.n + 1) * sizeof *a.start);
  a.column = malloc(5 * (size_t)a.n * sizeof *a.column);
  a.value = malloc(5 * (size_t)a.n * sizeof *a.value);
  int k = 0;
  for (int i = 0; i < side; i++) {
    for (int j = 0; j < side; j++) {
      int row = i * side + j;
      a.start[row] = k;
      if (i > 0) { a.column[k] = row - side; a.value[k++] = -1.0; }
      if (j > 0) { a.column[k] = row - 1; a.value[k++] = -1.0; }
      a.column[k] = row;
      a.value[k++] = 4.0 + 0.01 * ((row * 7) % 5);
      if (j < side - 1) { a.column[k] = row + 1; a.value[k++] = -1.0; }
      if (i < side - 1) { a.column[k] = row + side; a.value[k++] = -1.0; }
    }
  }
  a.start[a.n] = k;
  a.nonzeros = k;
  return a;
}

void release(Matrix *a) {
  free(a->start);
  free(a->column);
  free(a->value);
}

void multiply(const Matrix *a, const double *x, double *y) {
#ifdef _OPENACC
  const int n = a->n, nonzeros = a->nonzeros;
  const int *start = a->start, *column = a->column;
  const double *value = a->value;
#pragma acc parallel loop gang vector present(start[0:n + 1], column[0:nonzeros], value[0:nonzeros], x[0:n], y[0:n])
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
    y[i] = sum;
  }
#else
  for (int i = 0; i < a->n; i++) {
    double sum = 0.0;
    for (int k = a->start[i]; k < a->start[i + 1]; k++) sum += a->value[k] * x[a->column[k]];
    y[i] = sum;
  }
#endif
}
