/* Dense kernels with sizes as parameters: linear algebra, stencils, triangular solvers, dynamic programming. */
#include <math.h>

void gemm(int n, int m, int p, double a[n][p], double b[p][m], double c[n][m], double alpha) {
  for (int i = 0; i < n; i++) { // assumed
    for (int j = 0; j < m; j++) c[i][j] *= alpha; // parallel
    for (int k = 0; k < p; k++) // serial
      for (int j = 0; j < m; j++) c[i][j] += a[i][k] * b[k][j]; // assumed
  }
}

void restricted(int n, int m, double (*restrict a)[n], double *restrict x, double *restrict y, double *restrict z) {
  for (int i = 0; i < n; i++) y[i] = 0; // parallel
  for (int i = 0; i < n; i++) // parallel
    for (int j = 0; j < n; j++) y[i] += a[i][j] * x[j]; // parallel reduction(+:y[i])
  for (int j = 0; j < n; j++) // serial
    for (int i = 0; i < n; i++) y[i] += a[i][j] * x[j]; // parallel
  for (int i = 0; i < n; i++) // serial
    for (int j = 0; j < n; j++) { z[j] = z[j] + a[i][j] * x[i]; y[i] = y[i] + a[i][j] * x[j]; } // parallel
  for (int i = 0; i < n; i++) { // parallel
    double sum = 0;
    for (int j = 0; j < n; j++) sum += a[i][j] * x[j]; // parallel reduction(+:sum)
    y[i] = sum;
  }
  for (int i = 0; i < n; i++) { // serial
    x[i] = y[i];
    for (int j = 0; j < i; j++) x[i] -= a[i][j] * x[j]; // parallel reduction(+:x[i])
    x[i] = x[i] / a[i][i];
  }
  for (int k = 0; k < n; k++) { // serial
    for (int i = k + 1; i < n; i++) a[i][k] /= a[k][k]; // parallel
    for (int i = k + 1; i < n; i++) // parallel
      for (int j = k + 1; j < n; j++) a[i][j] -= a[i][k] * a[k][j]; // parallel
  }
  for (int k = 0; k < n; k++) // serial
    for (int i = 0; i < n; i++) // serial
      for (int j = 0; j < n; j++) // serial
        a[i][j] = a[i][j] < a[i][k] + a[k][j] ? a[i][j] : a[i][k] + a[k][j];
  for (int i = 0; i < n; i++) // parallel
    for (int j = i; j < n; j++) a[j][i] = a[i][j]; // parallel
  for (int i = 1; i < n; i++) // parallel
    for (int j = 0; j < i; j++) { double t = a[i][j]; a[i][j] = a[j][i]; a[j][i] = t; } // parallel
  for (int j = 0; j < n; j++) { // parallel
    double mean = 0;
    for (int i = 0; i < n; i++) mean += a[i][j]; // parallel reduction(+:mean)
    x[j] = mean / n;
  }
  for (int i = 0; i < n; i++) // parallel
    for (int j = 0; j < n; j++) a[i][j] -= x[j]; // parallel
  for (int i = 0; i < n - 1; i++) // parallel
    for (int j = i + 1; j < n; j++) { // parallel
      double dot = 0;
      for (int k = 0; k < m; k++) dot += z[k] * x[k]; // parallel reduction(+:dot)
      a[j][i] = dot;
    }
}

void plates(int n, int steps, double (*restrict u)[n], double (*restrict v)[n]) {
  for (int t = 0; t < steps; t++) { // serial
    for (int i = 1; i < n - 1; i++) // parallel
      for (int j = 1; j < n - 1; j++) // parallel
        v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    for (int i = 1; i < n - 1; i++) // parallel
      for (int j = 1; j < n - 1; j++) u[i][j] = v[i][j]; // parallel
  }
  for (int i = 1; i < n - 1; i++) // serial
    for (int j = 1; j < n - 1; j++) // serial
      u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
  for (int i = 1; i < n - 1; i++) // serial
    for (int j = 1; j < n - 1; j++) u[i][j] = u[i + 1][j - 1]; // parallel
  for (int i = 1; i < n - 1; i += 2) // parallel
    for (int j = 1; j < n - 1; j++) u[i][j] = 0.5 * (u[i - 1][j] + u[i + 1][j]); // parallel
  for (int i = 1; i < n - 1; i++) // parallel
    for (int j = 1 + i % 2; j < n - 1; j += 2) // parallel
      u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
  for (int j = 0; j < n; j++) { u[0][j] = 0; u[n - 1][j] = 0; } // parallel
  for (int j = 0; j < n; j++) u[0][j] = u[1][j]; // parallel
  for (int j = 0; j < n; j++) u[j][j] = u[0][j]; // parallel
}

void cubes(int nx, int ny, int nz, double *restrict a, double *restrict b, const double *restrict c) {
  for (int k = 0; k < nz; k++) // parallel
    for (int j = 0; j < ny; j++) // parallel
      for (int i = 0; i < nx; i++) a[(k * ny + j) * nx + i] = b[(k * ny + j) * nx + i]; // parallel
  for (int k = 1; k < nz - 1; k++) // parallel
    for (int j = 1; j < ny - 1; j++) // parallel
      for (int i = 1; i < nx - 1; i++) { // parallel
        int at = i + nx * (j + ny * k);
        a[at] = b[at - 1] + b[at + 1] + b[at - nx] + b[at + nx] + b[at - nx * ny] + b[at + nx * ny];
      }
  for (int k = 1; k < nz - 1; k++) // serial
    for (int j = 1; j < ny - 1; j++) // parallel
      for (int i = 1; i < nx - 1; i++) a[i + nx * (j + ny * k)] += a[i + nx * (j + ny * (k - 1))]; // parallel
  for (int k = 0; k < nz; k++) // parallel
    for (int j = 1; j < ny; j++) // serial
      for (int i = 0; i < nx; i++) a[k * nx * ny + j * nx + i] += a[k * nx * ny + (j - 1) * nx + i]; // parallel
  for (int k = 0; k < nz; k++) { // parallel
    double *plane = a + k * nx * ny;
    for (int j = 0; j < ny; j++) { // parallel
      double *row = plane + j * nx;
      for (int i = 0; i < nx; i++) row[i] = c[i]; // parallel
    }
  }
  for (int j = 0; j < ny; j++) // parallel
    for (int i = 0; i < nx; i++) a[j * nx + i] *= 2; // parallel
  for (int j = 0; j < ny; j++) // assumed
    for (int i = 0; i < nz; i++) a[j * nx + i] *= 2; // parallel
  for (int i = 0; i < nx; i++) // parallel
    for (int j = 0; j < ny; j++) b[i * ny + j] = a[j * nx + i]; // parallel
  for (int y = 0; y < ny; y++) // parallel
    for (int x = 0; x < nx; x++) { // parallel
      int p = 3 * (y * nx + x);
      b[p] = a[p + 2]; b[p + 1] = a[p + 1]; b[p + 2] = a[p];
    }
  for (int y = 0; y < ny; y++) // serial
    for (int x = 0; x <= nx; x++) a[y * nx + x] = 1; // parallel
  for (int i = 0; i < nx * ny; i++) a[i] = b[i] + c[i]; // parallel
  for (int i = 0; i < nx; i++) a[i * (nx + 1)] = 1; // parallel
}

void tiles(int n, double *restrict a, double *restrict b, double (*restrict m)[n], double (*restrict t)[n]) {
  for (int ii = 0; ii < n; ii += 32) // parallel
    for (int i = ii; i < (ii + 32 < n ? ii + 32 : n); i++) a[i] = b[i]; // parallel
  for (int ii = 0; ii < n; ii += 32) // serial
    for (int i = ii; i < (ii + 33 < n ? ii + 33 : n); i++) a[i] = b[i]; // parallel
  for (int ii = 0; ii < n; ii += 16) // parallel
    for (int jj = 0; jj < n; jj += 16) // parallel
      for (int i = ii; i < fmin(ii + 16, n); i++) // parallel
        for (int j = jj; j < fmin(jj + 16, n); j++) t[j][i] = m[i][j]; // parallel
  for (int ii = 0; ii < n; ii += 8) // parallel
    for (int i = ii; i < ii + 8; i++) // parallel
      for (int k = 0; k < n; k++) m[i][k] = 0; // parallel
}

void tables(int n, int (*restrict best)[64], const int *restrict w, int *restrict d) {
  for (int i = 1; i < n; i++) // serial
    for (int j = 1; j < 64; j++) // serial
      best[i][j] = best[i - 1][j - 1] + (best[i][j - 1] > best[i - 1][j] ? best[i][j - 1] : best[i - 1][j]);
  for (int i = 1; i < n; i++) // serial
    for (int j = 0; j < 64; j++) best[i][j] = best[i - 1][j] + w[i]; // parallel
  for (int s = 2; s < 64; s++) // serial
    for (int i = 0; i < 64 - s; i++) // parallel
      for (int k = i + 1; k < i + s; k++) // parallel
        if (best[i][k] + best[k][i + s] < best[i][i + s]) best[i][i + s] = best[i][k] + best[k][i + s];
  for (int i = 1; i < n; i++) d[i] = d[i - 1] > 0 ? d[i - 1] + w[i] : w[i]; // serial
  for (int i = n - 2; i >= 0; i--) d[i] = d[i] - w[i] * d[i + 1]; // serial
  for (int i = 2; i < n; i++) d[i] = d[i - 1] + d[i - 2]; // serial
}

void sizes(size_t n, size_t m, double *restrict x, const double *restrict y) {
  for (size_t i = 1; i < n - 1; i++) x[i] = y[i - 1] + y[i + 1]; // parallel
  for (size_t i = 0; i + 1 < n; i++) x[i] = y[i] + y[i + 1]; // assumed
  for (size_t j = 1; j < m - 1; j++) // parallel
    for (size_t i = 1; i < n - 1; i++) { // parallel
      size_t k = j * n + i;
      x[k] = y[k - 1] + y[k + 1] + y[k - n] + y[k + n];
    }
  for (size_t i = 1; i < n - 1; i++) x[i] = x[i - 1] + x[i + 1]; // serial
}
