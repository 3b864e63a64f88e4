/* y = A x with A in compressed rows: rows of different length, columns by index. */
#include <stdio.h>

typedef struct {
  int rows;
  const int *start;
  const int *column;
  const double *value;
} Matrix;

void apply(const Matrix *matrix, const double *x, double *y) {
  for (int row = 0; row < matrix->rows; row++) {
    double sum = 0.0;
    for (int k = matrix->start[row]; k < matrix->start[row + 1]; k++) {
      sum += matrix->value[k] * x[matrix->column[k]];
    }
    y[row] = sum;
  }
}

int main(void) {
  int start[] = {0, 2, 3, 5}, column[] = {0, 2, 1, 0, 2};
  double value[] = {4, 1, 3, 1, 5}, x[] = {1, 2, 3}, y[3];
  Matrix matrix = {3, start, column, value};
  apply(&matrix, x, y);
  printf("%g %g %g\n", y[0], y[1], y[2]);
  return 0;
}
