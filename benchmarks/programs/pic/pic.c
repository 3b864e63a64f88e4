/* Particle in cell, one dimension, two streams: charge to the grid, field by a sum on the host, push. Arguments: particles, cells,
   steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int particles, cells;
  double length, dt;
  double *x, *v;
  double *rho, *field;
} Plasma;

static void deposit(Plasma *p) {
  double scale = (double)p->cells / p->length, charge = (double)p->cells / p->particles;
#ifdef _OPENACC
  int particles = p->particles, cells = p->cells;
  double *x = p->x, *rho = p->rho;
#pragma acc parallel loop gang vector present(rho[0:cells])
  for (int c = 0; c < cells; c++) rho[c] = -1.0;
#pragma acc parallel loop gang vector present(x[0:particles], rho[0:cells])
  for (int i = 0; i < particles; i++) {
    double at = x[i] * scale;
    int left = (int)at;
    double part = at - left;
    int right = left + 1 == cells ? 0 : left + 1;
#pragma acc atomic update
    rho[left] += charge * (1.0 - part);
#pragma acc atomic update
    rho[right] += charge * part;
  }
#else
  for (int c = 0; c < p->cells; c++) p->rho[c] = -1.0;
  for (int i = 0; i < p->particles; i++) {
    double at = p->x[i] * scale;
    int left = (int)at;
    double part = at - left;
    int right = left + 1 == p->cells ? 0 : left + 1;
    p->rho[left] += charge * (1.0 - part);
    p->rho[right] += charge * part;
  }
#endif
}

/* A running sum: stays on the host. */
static double solve(Plasma *p) {
  double h = p->length / p->cells, mean = 0.0, energy = 0.0;
#ifdef _OPENACC
  int cells = p->cells;
  double *rho = p->rho, *field = p->field;
#pragma acc update self(rho[0:cells])
#endif
  p->field[0] = 0.0;
  for (int c = 1; c < p->cells; c++) p->field[c] = p->field[c - 1] + 0.5 * h * (p->rho[c] + p->rho[c - 1]);
  for (int c = 0; c < p->cells; c++) mean += p->field[c];
  mean /= p->cells;
  for (int c = 0; c < p->cells; c++) {
    p->field[c] -= mean;
    energy += 0.5 * h * p->field[c] * p->field[c];
  }
#ifdef _OPENACC
#pragma acc update device(field[0:cells])
#endif
  return energy;
}

static void push(Plasma *p) {
  double scale = (double)p->cells / p->length;
#ifdef _OPENACC
  int particles = p->particles, cells = p->cells;
  double length = p->length, dt = p->dt, *x = p->x, *v = p->v, *field = p->field;
#pragma acc parallel loop gang vector present(x[0:particles], v[0:particles], field[0:cells])
  for (int i = 0; i < particles; i++) {
    double at = x[i] * scale;
    int left = (int)at, right = left + 1 == cells ? 0 : left + 1;
    double part = at - left;
    v[i] -= dt * ((1.0 - part) * field[left] + part * field[right]);
    double moved = x[i] + dt * v[i];
    if (moved < 0.0) moved += length;
    if (moved >= length) moved -= length;
    x[i] = moved;
  }
#else
  for (int i = 0; i < p->particles; i++) {
    double at = p->x[i] * scale;
    int left = (int)at, right = left + 1 == p->cells ? 0 : left + 1;
    double part = at - left;
    p->v[i] -= p->dt * ((1.0 - part) * p->field[left] + part * p->field[right]);
    double moved = p->x[i] + p->dt * p->v[i];
    if (moved < 0.0) moved += p->length;
    if (moved >= p->length) moved -= p->length;
    p->x[i] = moved;
  }
#endif
}

int main(int argc, char **argv) {
  Plasma p = {.particles = argc > 1 ? atoi(argv[1]) : 600, .cells = argc > 2 ? atoi(argv[2]) : 32};
  int steps = argc > 3 ? atoi(argv[3]) : 12;
  p.length = 6.283185307179586;
  p.dt = 0.1;
  p.x = malloc(p.particles * sizeof(double));
  p.v = malloc(p.particles * sizeof(double));
  p.rho = malloc(p.cells * sizeof(double));
  p.field = calloc(p.cells, sizeof(double));
  for (int i = 0; i < p.particles; i++) {
    p.x[i] = p.length * (i + 0.5) / p.particles;
    p.v[i] = (i % 2 ? 1.0 : -1.0) * (1.0 + 0.01 * sin(3.0 * p.x[i]));
  }
#ifdef _OPENACC
  int particles = p.particles, cells = p.cells;
  double *x = p.x, *v = p.v, *rho = p.rho, *field = p.field;
#endif
#pragma acc data copyin(x[0:particles]) copy(v[0:particles]) create(rho[0:cells], field[0:cells])
  for (int t = 1; t <= steps; t++) {
    deposit(&p);
    double energy = solve(&p);
    push(&p);
    if (t % 4 == 0) printf("step %d energy %.6e\n", t, energy);
  }
  double kinetic = 0.0;
  for (int i = 0; i < p.particles; i++) kinetic += 0.5 * p.v[i] * p.v[i];
  printf("kinetic %.6e\n", kinetic / p.particles);
  free(p.x);
  free(p.v);
  free(p.rho);
  free(p.field);
  return 0;
}
