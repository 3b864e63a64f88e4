/* A sparse matrix in compressed rows, and what the solver needs of vectors. */
#ifndef SPARSE_H
#define SPARSE_H

typedef struct {
  int n, nonzeros;
  int *start, *column;
  double *value;
} Matrix;

Matrix poisson(int side);
void release(Matrix *a);
void multiply(const Matrix *a, const double *x, double *y);

double dot(int n, const double *x, const double *y);
void axpy(int n, double alpha, const double *x, double *y);
void aypx(int n, double alpha, const double *x, double *y);

int solve(const Matrix *a, const double *b, double *x, double tolerance, int most);

#endif
