// Multigrid V-cycles for the Poisson equation; one vector for each level. Arguments: levels, cycles.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Level {
  int n;  // points on a side, with the boundary
  double h;
  std::vector<double> u, f, r;

  explicit Level(int points)
      : n(points), h(1.0 / (points - 1)), u((size_t)points * points), f((size_t)points * points),
        r((size_t)points * points) {}
};

void smooth(Level &level, int sweeps) {
  int n = level.n;
  double h2 = level.h * level.h;
#ifdef _OPENACC
  double *u = level.u.data(), *f = level.f.data(), *r = level.r.data();
#else
  std::vector<double> &u = level.u, &f = level.f, &r = level.r;
#endif
  for (int s = 0; s < sweeps; s++) {
#pragma acc parallel loop gang vector collapse(2) present(u[0:n * n], f[0:n * n], r[0:n * n])
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        double around = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1];
        r[i * n + j] = 0.2 * u[i * n + j] + 0.8 * 0.25 * (around + h2 * f[i * n + j]);
      }
#pragma acc parallel loop gang vector collapse(2) present(u[0:n * n], r[0:n * n])
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) u[i * n + j] = r[i * n + j];
  }
}

double residual(Level &level) {
  int n = level.n;
  double inverse = 1.0 / (level.h * level.h), sum = 0.0;
#ifdef _OPENACC
  double *u = level.u.data(), *f = level.f.data(), *r = level.r.data();
#else
  std::vector<double> &u = level.u, &f = level.f, &r = level.r;
#endif
#pragma acc parallel loop gang vector collapse(2) reduction(+:sum) present(u[0:n * n], f[0:n * n], r[0:n * n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      int k = i * n + j;
      r[k] = f[k] + inverse * (u[k - 1] + u[k + 1] + u[k - n] + u[k + n] - 4.0 * u[k]);
      sum += r[k] * r[k];
    }
  return std::sqrt(sum * level.h * level.h);
}

void restriction(Level &fine, Level &coarse) {
  int n = coarse.n, m = fine.n;
#ifdef _OPENACC
  double *r = fine.r.data(), *f = coarse.f.data(), *u = coarse.u.data();
#else
  std::vector<double> &r = fine.r, &f = coarse.f, &u = coarse.u;
#endif
#pragma acc parallel loop gang vector collapse(2) present(r[0:m * m], f[0:n * n], u[0:n * n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      int k = 2 * i * m + 2 * j;
      f[i * n + j] = 0.25 * r[k] + 0.125 * (r[k - 1] + r[k + 1] + r[k - m] + r[k + m]) +
                     0.0625 * (r[k - m - 1] + r[k - m + 1] + r[k + m - 1] + r[k + m + 1]);
      u[i * n + j] = 0.0;
    }
}

void prolong(Level &coarse, Level &fine) {
  int n = coarse.n, m = fine.n;
#ifdef _OPENACC
  double *u = fine.u.data(), *c = coarse.u.data();
#else
  std::vector<double> &u = fine.u, &c = coarse.u;
#endif
#pragma acc parallel loop gang vector collapse(2) present(u[0:m * m], c[0:n * n])
  for (int i = 1; i < m - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      int k = (i / 2) * n + j / 2;
      int right = k + (j & 1), down = k + (i & 1) * n;
      u[i * m + j] += 0.25 * (c[k] + c[right] + c[down] + c[down + (j & 1)]);
    }
}

void cycle(std::vector<Level> &levels, size_t at) {
  if (at + 1 == levels.size()) {
    smooth(levels[at], 40);
    return;
  }
  smooth(levels[at], 3);
  residual(levels[at]);
  restriction(levels[at], levels[at + 1]);
  cycle(levels, at + 1);
  prolong(levels[at + 1], levels[at]);
  smooth(levels[at], 3);
}

int main(int argc, char **argv) {
  int depth = argc > 1 ? std::atoi(argv[1]) : 4, cycles = argc > 2 ? std::atoi(argv[2]) : 4;
  std::vector<Level> levels;
  for (int l = 0; l < depth; l++) levels.emplace_back((1 << (depth + 1 - l)) + 1);
  Level &top = levels[0];
  for (int i = 0; i < top.n; i++)
    for (int j = 0; j < top.n; j++)
      top.f[i * top.n + j] = std::sin(3.0 * i * top.h) * std::cos(5.0 * j * top.h) + (i == j ? 1.0 : 0.0);
#ifdef _OPENACC
  for (Level &level : levels) {
    double *u = level.u.data(), *f = level.f.data(), *r = level.r.data();
    size_t size = level.u.size();
#pragma acc enter data copyin(u[0:size], f[0:size]) create(r[0:size])
  }
#endif
  std::printf("cycle 0 residual %.8e\n", residual(top));
  for (int c = 1; c <= cycles; c++) {
    cycle(levels, 0);
    std::printf("cycle %d residual %.8e\n", c, residual(top));
  }
#ifdef _OPENACC
  for (Level &level : levels) {
    double *u = level.u.data(), *f = level.f.data(), *r = level.r.data();
    size_t size = level.u.size();
    if (&level == &top) {
#pragma acc update self(u[0:size])
    }
#pragma acc exit data delete(u[0:size], f[0:size], r[0:size])
  }
#endif
  double sum = 0.0;
  for (double value : top.u) sum += value;
  std::printf("sum %.8e\n", sum);
  return 0;
}
