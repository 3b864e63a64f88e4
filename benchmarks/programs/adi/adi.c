/* Diffusion by alternating directions: tridiagonal systems along the rows, then along the columns; the coefficients of the sweeps
   are made once. Arguments: side, steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int n;
static double r = 0.4;

/* Thomas' algorithm: the ratios of the forward sweep only depend on r. */
static void factor(double *ratio) {
  ratio[0] = 0.0;
  for (int i = 1; i < n; i++) ratio[i] = -r / (1.0 + 2.0 * r + r * ratio[i - 1]);
}

static void explicit_rows(const double *u, double *d) {
#pragma acc parallel loop gang vector collapse(2) present(u[0:n * n], d[0:n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double up = i > 0 ? u[(i - 1) * n + j] : 0.0, down = i < n - 1 ? u[(i + 1) * n + j] : 0.0;
      d[i * n + j] = u[i * n + j] + r * (up - 2.0 * u[i * n + j] + down);
    }
}

static void explicit_columns(const double *u, double *d) {
#pragma acc parallel loop gang vector collapse(2) present(u[0:n * n], d[0:n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double left = j > 0 ? u[i * n + j - 1] : 0.0, right = j < n - 1 ? u[i * n + j + 1] : 0.0;
      d[i * n + j] = u[i * n + j] + r * (left - 2.0 * u[i * n + j] + right);
    }
}

static void solve_rows(const double *ratio, double *d) {
#pragma acc parallel loop gang vector present(ratio[0:n], d[0:n * n])
  for (int i = 0; i < n; i++) {
    for (int j = 1; j < n; j++)
      d[i * n + j] = (d[i * n + j] + r * d[i * n + j - 1]) / (1.0 + 2.0 * r + r * ratio[j - 1]);
    for (int j = n - 2; j >= 0; j--) d[i * n + j] -= ratio[j + 1] * d[i * n + j + 1];
  }
}

static void solve_columns(const double *ratio, double *d) {
#pragma acc parallel loop gang vector present(ratio[0:n], d[0:n * n])
  for (int j = 0; j < n; j++) {
    for (int i = 1; i < n; i++)
      d[i * n + j] = (d[i * n + j] + r * d[(i - 1) * n + j]) / (1.0 + 2.0 * r + r * ratio[i - 1]);
    for (int i = n - 2; i >= 0; i--) d[i * n + j] -= ratio[i + 1] * d[(i + 1) * n + j];
  }
}

static double largest_change(const double *a, const double *b) {
  double most = 0.0;
#pragma acc parallel loop gang vector reduction(max:most) present(a[0:n * n], b[0:n * n])
  for (int k = 0; k < n * n; k++) most = fmax(most, fabs(a[k] - b[k]));
  return most;
}

int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 40;
  int steps = argc > 2 ? atoi(argv[2]) : 10;
  double *u = malloc((size_t)n * n * sizeof(double)), *half = malloc((size_t)n * n * sizeof(double));
  double *next = malloc((size_t)n * n * sizeof(double)), *ratio = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) u[i * n + j] = i > n / 4 && i < n / 2 && j > n / 3 && j < 2 * n / 3 ? 1.0 : 0.0;
  factor(ratio);
  double *first = u, *last = next;
#pragma acc data copy(first[0:n * n]) create(half[0:n * n]) copyout(last[0:n * n]) copyin(ratio[0:n])
  for (int t = 1; t <= steps; t++) {
    explicit_columns(u, half);
    solve_columns(ratio, half);
    explicit_rows(half, next);
    solve_rows(ratio, next);
    if (t % 5 == 0) printf("step %d change %.6e\n", t, largest_change(u, next));
    double *swap = u;
    u = next;
    next = swap;
  }
  double sum = 0.0, square = 0.0;
  for (int k = 0; k < n * n; k++) {
    sum += u[k];
    square += u[k] * u[k];
  }
  printf("sum %.8e square %.8e\n", sum, square);
  free(first);
  free(last);
  free(half);
  free(ratio);
  return 0;
}
