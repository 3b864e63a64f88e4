#include "sparse.h"

double dot(int n, const double *x, const double *y) {
  double sum = 0.0;
#pragma acc parallel loop gang vector reduction(+:sum) present(x[0:n], y[0:n])
  for (int i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

void axpy(int n, double alpha, const double *x, double *y) {
#pragma acc parallel loop gang vector present(x[0:n], y[0:n])
  for (int i = 0; i < n; i++) y[i] += alpha * x[i];
}

void aypx(int n, double alpha, const double *x, double *y) {
#pragma acc parallel loop gang vector present(x[0:n], y[0:n])
  for (int i = 0; i < n; i++) y[i] = x[i] + alpha * y[i];
}
