/* Conjugate gradients for a Poisson matrix in compressed rows. Arguments: side of the grid, most iterations. */
#include "sparse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int solve(const Matrix *a, const double *b, double *x, double tolerance, int most) {
  int n = a->n, iterations = 0;
  double *r = malloc(n * sizeof *r);
  double *p = malloc(n * sizeof *p);
  double *q = malloc(n * sizeof *q);
#ifdef _OPENACC
  const int nonzeros = a->nonzeros;
  const int *start = a->start, *column = a->column;
  const double *value = a->value;
#endif
#pragma acc data copyin(start[0:n + 1], column[0:nonzeros], value[0:nonzeros], b[0:n]) copy(x[0:n]) create(r[0:n], p[0:n], q[0:n])
  {
    multiply(a, x, q);
#pragma acc parallel loop gang vector present(b[0:n], q[0:n], r[0:n], p[0:n])
    for (int i = 0; i < n; i++) {
      r[i] = b[i] - q[i];
      p[i] = r[i];
    }
    double rho = dot(n, r, r);
    while (iterations < most && sqrt(rho) > tolerance) {
      multiply(a, p, q);
      double alpha = rho / dot(n, p, q);
      axpy(n, alpha, p, x);
      axpy(n, -alpha, q, r);
      double next = dot(n, r, r);
      aypx(n, next / rho, r, p);
      rho = next;
      iterations++;
    }
  }
  free(r);
  free(p);
  free(q);
  return iterations;
}

int main(int argc, char **argv) {
  int side = argc > 1 ? atoi(argv[1]) : 40;
  int most = argc > 2 ? atoi(argv[2]) : 30;
  Matrix a = poisson(side);
  double *x = calloc(a.n, sizeof *x);
  double *b = malloc(a.n * sizeof *b);
  for (int i = 0; i < a.n; i++) b[i] = 1.0 + (i % 11) * 0.1;
  int iterations = solve(&a, b, x, 1e-10, most);
  double sum = 0.0, largest = 0.0;
  for (int i = 0; i < a.n; i++) {
    sum += x[i];
    if (fabs(x[i]) > largest) largest = fabs(x[i]);
  }
  printf("iterations %d sum %.8e largest %.8e\n", iterations, sum, largest);
  free(x);
  free(b);
  release(&a);
  return 0;
}
