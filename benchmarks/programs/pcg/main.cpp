// Conjugate gradients with a polynomial (Neumann) preconditioner on an anisotropic grid. Arguments: side, most iterations.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "matrix.hpp"

using Vector = std::vector<double>;

static Matrix anisotropic(int side, double ratio) {
  Matrix a(side * side, 5);
  for (int i = 0; i < side; i++)
    for (int j = 0; j < side; j++) {
      int row = i * side + j;
      a.set(row, 0, row, 2.0 + 2.0 * ratio + 0.001);
      a.set(row, 1, i > 0 ? row - side : row, i > 0 ? -1.0 : 0.0);
      a.set(row, 2, i < side - 1 ? row + side : row, i < side - 1 ? -1.0 : 0.0);
      a.set(row, 3, j > 0 ? row - 1 : row, j > 0 ? -ratio : 0.0);
      a.set(row, 4, j < side - 1 ? row + 1 : row, j < side - 1 ? -ratio : 0.0);
    }
  return a;
}

// z = D^-1 (2 r - A D^-1 r): two terms of the Neumann series.
static void precondition(const Matrix &a, const Vector &d, const Vector &r, Vector &z, Vector &w) {
#ifdef _OPENACC
  const double *diagonal = d.data(), *residual = r.data();
  double *out = z.data(), *work = w.data();
  int n = a.rows();
#pragma acc parallel loop gang vector present(diagonal[0:n], residual[0:n], out[0:n])
  for (int i = 0; i < n; i++) out[i] = diagonal[i] * residual[i];
  a.multiply(z, w);
#pragma acc parallel loop gang vector present(diagonal[0:n], residual[0:n], out[0:n], work[0:n])
  for (int i = 0; i < n; i++) out[i] = diagonal[i] * (2.0 * residual[i] - work[i]);
#else
  for (int i = 0; i < a.rows(); i++) z[i] = d[i] * r[i];
  a.multiply(z, w);
  for (int i = 0; i < a.rows(); i++) z[i] = d[i] * (2.0 * r[i] - w[i]);
#endif
}

int main(int argc, char **argv) {
  int side = argc > 1 ? std::atoi(argv[1]) : 30, most = argc > 2 ? std::atoi(argv[2]) : 20;
  Matrix a = anisotropic(side, 0.3);
  const int n = a.rows();
  Vector x(n, 0.0), b(n), r(n), z(n), p(n), q(n), w(n), d(n);
  for (int i = 0; i < n; i++) b[i] = std::sin(0.01 * i) + 0.5;
  a.inverse_diagonal(d);
#ifdef _OPENACC
  double *xp = x.data(), *bp = b.data(), *rp = r.data(), *zp = z.data(), *pp = p.data(), *qp = q.data(), *wp = w.data(),
         *dp = d.data();
  a.to_device();
#pragma acc enter data create(xp[0:n], rp[0:n], zp[0:n], pp[0:n], qp[0:n], wp[0:n]) copyin(bp[0:n], dp[0:n])
#pragma acc parallel loop gang vector present(xp[0:n], bp[0:n], rp[0:n])
  for (int i = 0; i < n; i++) {
    xp[i] = 0.0;
    rp[i] = bp[i];
  }
  precondition(a, d, r, z, w);
#pragma acc parallel loop gang vector present(zp[0:n], pp[0:n])
  for (int i = 0; i < n; i++) pp[i] = zp[i];
#else
  for (int i = 0; i < n; i++) r[i] = b[i];
  precondition(a, d, r, z, w);
  for (int i = 0; i < n; i++) p[i] = z[i];
#endif
  double rho = dot(r, z);
  int iterations = 0;
  while (iterations < most && rho > 1e-18) {
    a.multiply(p, q);
    double alpha = rho / dot(p, q);
#ifdef _OPENACC
#pragma acc parallel loop gang vector present(xp[0:n], rp[0:n], pp[0:n], qp[0:n])
    for (int i = 0; i < n; i++) {
      xp[i] += alpha * pp[i];
      rp[i] -= alpha * qp[i];
    }
#else
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
#endif
    precondition(a, d, r, z, w);
    double next = dot(r, z), beta = next / rho;
#ifdef _OPENACC
#pragma acc parallel loop gang vector present(zp[0:n], pp[0:n])
    for (int i = 0; i < n; i++) pp[i] = zp[i] + beta * pp[i];
#else
    for (int i = 0; i < n; i++) p[i] = z[i] + beta * p[i];
#endif
    rho = next;
    iterations++;
  }
  double norm = std::sqrt(dot(r, r));
#ifdef _OPENACC
#pragma acc exit data copyout(xp[0:n]) delete(bp[0:n], rp[0:n], zp[0:n], pp[0:n], qp[0:n], wp[0:n], dp[0:n])
  a.from_device();
#endif
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += x[i] * (1 + i % 3);
  std::printf("iterations %d residual %.3e sum %.8e\n", iterations, norm, sum);
  return 0;
}
