/* Molecular dynamics: Lennard-Jones in a periodic box, velocity Verlet, a neighbour list that the host builds anew now and then.
   Arguments: particles on a side, steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 96

typedef struct {
  double x[3], v[3], f[3];
} Particle;

static double box;

#pragma acc routine seq
static double nearest(double d, double length) {
  if (d > 0.5 * length) return d - length;
  if (d < -0.5 * length) return d + length;
  return d;
}

static void place(Particle *p, int side) {
  unsigned seed = 12345;
  int k = 0;
  for (int a = 0; a < side; a++)
    for (int b = 0; b < side; b++)
      for (int c = 0; c < side; c++, k++) {
        double at[3] = {a * 1.2, b * 1.2, c * 1.2};
        for (int d = 0; d < 3; d++) {
          seed = seed * 1103515245u + 12345u;
          p[k].x[d] = at[d];
          p[k].v[d] = ((seed >> 16) % 1000) / 1000.0 - 0.5;
          p[k].f[d] = 0.0;
        }
      }
}

static void neighbours(const Particle *p, int n, int *count, int *list, double reach) {
  for (int i = 0; i < n; i++) {
    count[i] = 0;
    for (int j = 0; j < n; j++) {
      double r2 = 0.0;
      for (int d = 0; d < 3; d++) {
        double dx = nearest(p[i].x[d] - p[j].x[d], box);
        r2 += dx * dx;
      }
      if (j != i && r2 < reach * reach && count[i] < MOST) list[i * MOST + count[i]++] = j;
    }
  }
}

static double forces(Particle *p, int n, const int *count, const int *list) {
  double energy = 0.0;
  double length = box;
#pragma acc parallel loop gang vector reduction(+:energy) present(p[0:n], count[0:n], list[0:n * MOST])
  for (int i = 0; i < n; i++) {
    double f[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < count[i]; k++) {
      int j = list[i * MOST + k];
      double dx[3], r2 = 0.0;
      for (int d = 0; d < 3; d++) {
        dx[d] = nearest(p[i].x[d] - p[j].x[d], length);
        r2 += dx[d] * dx[d];
      }
      if (r2 < 6.25) {
        double s = 1.0 / r2, s3 = s * s * s;
        double scale = 24.0 * s * s3 * (2.0 * s3 - 1.0);
        for (int d = 0; d < 3; d++) f[d] += scale * dx[d];
        energy += 2.0 * s3 * (s3 - 1.0);
      }
    }
    for (int d = 0; d < 3; d++) p[i].f[d] = f[d];
  }
  return energy;
}

static void kick(Particle *p, int n, double dt) {
#pragma acc parallel loop gang vector present(p[0:n])
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++) p[i].v[d] += 0.5 * dt * p[i].f[d];
}

static void drift(Particle *p, int n, double dt) {
  double length = box;
#pragma acc parallel loop gang vector present(p[0:n])
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++) {
      double x = p[i].x[d] + dt * p[i].v[d];
      if (x < 0.0) x += length;
      if (x >= length) x -= length;
      p[i].x[d] = x;
    }
}

static double kinetic(const Particle *p, int n) {
  double sum = 0.0;
#pragma acc parallel loop gang vector reduction(+:sum) present(p[0:n])
  for (int i = 0; i < n; i++) sum += 0.5 * (p[i].v[0] * p[i].v[0] + p[i].v[1] * p[i].v[1] + p[i].v[2] * p[i].v[2]);
  return sum;
}

int main(int argc, char **argv) {
  int side = argc > 1 ? atoi(argv[1]) : 6, steps = argc > 2 ? atoi(argv[2]) : 20;
  int n = side * side * side;
  double dt = 0.001, potential;
  Particle *p = malloc(n * sizeof *p);
  int *count = malloc(n * sizeof *count), *list = malloc((size_t)n * MOST * sizeof *list);
  box = side * 1.2;
  place(p, side);
  neighbours(p, n, count, list, 2.8);
#pragma acc data copy(p[0:n]) copyin(count[0:n], list[0:n * MOST])
  {
    potential = forces(p, n, count, list);
    for (int t = 1; t <= steps; t++) {
      kick(p, n, dt);
      drift(p, n, dt);
      if (t % 10 == 0) {
#pragma acc update self(p[0:n])
        neighbours(p, n, count, list, 2.8);
#pragma acc update device(count[0:n], list[0:n * MOST])
      }
      potential = forces(p, n, count, list);
      kick(p, n, dt);
      if (t % 10 == 0) printf("step %d energy %.8e %.8e\n", t, potential, kinetic(p, n));
    }
  }
  double mean = 0.0;
  for (int i = 0; i < n; i++) mean += p[i].x[0] + 2 * p[i].x[1] + 3 * p[i].x[2];
  printf("mean %.8e\n", mean / n);
  free(p);
  free(count);
  free(list);
  return 0;
}
