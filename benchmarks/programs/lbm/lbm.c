/* Lattice Boltzmann, nine velocities, flow past a cylinder; the fields are behind a struct and are exchanged each step.
   Arguments: width, height, steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define Q 9

static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

typedef struct {
  int nx, ny;
  double omega, inflow;
  double *f, *next;
  unsigned char *solid;
} Lattice;

static double equilibrium(int q, double rho, double ux, double uy) {
  double cu = 3.0 * (cx[q] * ux + cy[q] * uy);
  return weight[q] * rho * (1.0 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

static void create(Lattice *l, int nx, int ny) {
  size_t cells = (size_t)nx * ny;
  l->nx = nx;
  l->ny = ny;
  l->omega = 1.7;
  l->inflow = 0.08;
  l->f = malloc(Q * cells * sizeof(double));
  l->next = malloc(Q * cells * sizeof(double));
  l->solid = malloc(cells);
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double dx = x - nx / 4.0, dy = y - ny / 2.0;
      l->solid[y * nx + x] = dx * dx + dy * dy < ny * ny / 81.0;
      for (int q = 0; q < Q; q++) l->f[q * cells + y * nx + x] = equilibrium(q, 1.0, l->inflow, 0.0);
    }
}

#ifdef _OPENACC
#pragma acc routine seq
static double equilibrium_of(int x, int y, double w, double rho, double ux, double uy) {
  double cu = 3.0 * (x * ux + y * uy);
  return w * rho * (1.0 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

static void step(Lattice *l) {
  int nx = l->nx, ny = l->ny, cells = nx * ny;
  double omega = l->omega;
  double *f = l->f, *next = l->next;
  unsigned char *solid = l->solid;
#pragma acc parallel loop gang vector collapse(2) present(f[0:Q * cells], next[0:Q * cells], solid[0:cells]) \
    copyin(cx, cy, opposite, weight)
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double in[Q], rho = 0.0, ux = 0.0, uy = 0.0;
      int here = y * nx + x;
      for (int q = 0; q < Q; q++) {
        int xs = (x - cx[q] + nx) % nx, ys = (y - cy[q] + ny) % ny;
        in[q] = f[q * cells + ys * nx + xs];
        rho += in[q];
        ux += in[q] * cx[q];
        uy += in[q] * cy[q];
      }
      if (solid[here]) {
        for (int q = 0; q < Q; q++) next[q * cells + here] = in[opposite[q]];
      } else {
        ux /= rho;
        uy /= rho;
        for (int q = 0; q < Q; q++)
          next[q * cells + here] = in[q] + omega * (equilibrium_of(cx[q], cy[q], weight[q], rho, ux, uy) - in[q]);
      }
    }
}
#else
static void step(Lattice *l) {
  int nx = l->nx, ny = l->ny, cells = nx * ny;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double in[Q], rho = 0.0, ux = 0.0, uy = 0.0;
      int here = y * nx + x;
      for (int q = 0; q < Q; q++) {
        int xs = (x - cx[q] + nx) % nx, ys = (y - cy[q] + ny) % ny;
        in[q] = l->f[q * cells + ys * nx + xs];
        rho += in[q];
        ux += in[q] * cx[q];
        uy += in[q] * cy[q];
      }
      if (l->solid[here]) {
        for (int q = 0; q < Q; q++) l->next[q * cells + here] = in[opposite[q]];
      } else {
        ux /= rho;
        uy /= rho;
        for (int q = 0; q < Q; q++)
          l->next[q * cells + here] = in[q] + l->omega * (equilibrium(q, rho, ux, uy) - in[q]);
      }
    }
}
#endif

static void inflow(Lattice *l) {
  int nx = l->nx, ny = l->ny, cells = nx * ny;
#ifdef _OPENACC
  double *f = l->f, speed = l->inflow;
#pragma acc parallel loop gang vector present(f[0:Q * cells]) copyin(cx, cy, weight)
  for (int y = 0; y < ny; y++)
    for (int q = 0; q < Q; q++) f[q * cells + y * nx] = equilibrium_of(cx[q], cy[q], weight[q], 1.0, speed, 0.0);
#else
  for (int y = 0; y < ny; y++)
    for (int q = 0; q < Q; q++) l->f[q * cells + y * nx] = equilibrium(q, 1.0, l->inflow, 0.0);
#endif
}

static double momentum(const Lattice *l) {
  int cells = l->nx * l->ny;
  double sum = 0.0;
#ifdef _OPENACC
  const double *f = l->f;
#pragma acc parallel loop gang vector reduction(+:sum) present(f[0:Q * cells]) copyin(cx)
  for (int i = 0; i < cells; i++)
    for (int q = 0; q < Q; q++) sum += cx[q] * f[q * cells + i];
#else
  for (int i = 0; i < cells; i++)
    for (int q = 0; q < Q; q++) sum += cx[q] * l->f[q * cells + i];
#endif
  return sum;
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 48, ny = argc > 2 ? atoi(argv[2]) : 24, steps = argc > 3 ? atoi(argv[3]) : 12;
  Lattice l;
  create(&l, nx, ny);
#ifdef _OPENACC
  double *f = l.f, *next = l.next;
  unsigned char *solid = l.solid;
  int cells = nx * ny;
#endif
#pragma acc data copy(f[0:Q * cells]) create(next[0:Q * cells]) copyin(solid[0:cells], cx, cy, opposite, weight)
  {
    for (int t = 1; t <= steps; t++) {
      inflow(&l);
      step(&l);
      double *swap = l.f;
      l.f = l.next;
      l.next = swap;
      if (t % (steps / 3) == 0) printf("step %d momentum %.8e\n", t, momentum(&l));
    }
  }
  free(l.f);
  free(l.next);
  free(l.solid);
  return 0;
}
