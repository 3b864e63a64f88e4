/* Loops of hydrodynamics and particle codes: long bodies, temporaries, structs, several dimensions. */
#include <math.h>
#define CELLS 1001
static double x[CELLS], y[CELLS], z[CELLS], u[CELLS], v[CELLS + 20], w[CELLS], px[25][CELLS];
static double zp[7][101], zq[7][101], zr[7][101], zm[7][101], za[7][101];
typedef struct { double x, y, z; } Vector;
typedef struct { double mass; Vector at, speed; int kind; } Particle;
static Particle bodies[1000];
struct Grid { int nx, ny; double *cell; double *old; };

void fragments(int n, double q, double r, double t) {
  for (int k = 0; k < n; k++) x[k] = q + y[k] * (r * z[k + 10] + t * z[k + 11]); // parallel
  double inner = 0;
  for (int k = 0; k < n; k++) inner += z[k] * x[k]; // parallel reduction(+:inner)
  for (int i = 1; i < n; i++) x[i] = z[i] * (y[i] - x[i - 1]); // serial
  for (int i = 1; i < n; i++) { // serial
    w[i] = 0.01;
    for (int k = 0; k < i; k++) w[i] += px[k % 25][i] * w[(i - k) - 1]; // parallel reduction(+:w[i])
  }
  for (int k = 0; k < n; k++) x[k] = u[k] + r * (z[k] + r * y[k]) + t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1])); // parallel
  for (int i = 0; i < n; i++) // parallel
    px[0][i] = px[12][i] * q + px[11][i] * r + px[10][i] * t + px[4][i] + px[2][i];
  for (int i = 0; i < n; i++) { // parallel
    double ar = px[4][i];
    double br = ar - px[5][i];
    px[5][i] = br;
    double cr = br - px[6][i];
    px[6][i] = cr;
  }
  for (int k = 1; k < n; k++) x[k] = x[k - 1] + y[k]; // serial
  for (int k = 0; k < n - 1; k++) x[k] = y[k + 1] - y[k]; // parallel
  for (int l = 0; l < 7; l++) // parallel
    for (int k = 1; k < 100; k++) za[l][k] = zp[l][k] + zq[l][k - 1] - zr[l][k] * zm[l][k]; // parallel
  for (int k = 1; k < 6; k++) // serial
    for (int j = 1; j < 100; j++) za[k][j] += 0.175 * (za[k + 1][j] * zr[k][j] + za[k - 1][j] * zq[k][j] - za[k][j]); // parallel
  for (int k = 0; k < n; k++) { y[k] = u[k] / v[k]; w[k] = x[k] / (exp(y[k]) - 1.0); } // parallel
  int best = 0;
  for (int k = 1; k < n; k++) if (x[k] < x[best]) best = k; // unclear
  w[0] = inner + best;
}

void particles(double dt, int count) {
  for (int i = 0; i < count; i++) { // parallel
    bodies[i].at.x += dt * bodies[i].speed.x;
    bodies[i].at.y += dt * bodies[i].speed.y;
    bodies[i].at.z += dt * bodies[i].speed.z;
  }
  for (int i = 0; i < count; i++) { // parallel
    double fx = 0, fy = 0;
    for (int j = 0; j < count; j++) { // parallel reduction(+:fx) reduction(+:fy)
      double dx = bodies[j].at.x - bodies[i].at.x, dy = bodies[j].at.y - bodies[i].at.y;
      double f = bodies[j].mass / (dx * dx + dy * dy + 1e-9);
      fx += f * dx;
      fy += f * dy;
    }
    bodies[i].speed.x += dt * fx;
    bodies[i].speed.y += dt * fy;
  }
  for (int i = 0; i < count; i++) // serial
    for (int j = i + 1; j < count; j++) { // parallel reduction(+:bodies[i].speed.x)
      double f = bodies[i].mass * bodies[j].mass;
      bodies[i].speed.x += f;
      bodies[j].speed.x -= f;
    }
  for (int i = 1; i < count; i++) bodies[i].at.x = bodies[i - 1].at.x + 1; // serial
  for (int i = 1; i < count; i++) bodies[i].at.x = bodies[i - 1].at.y + 1; // parallel
  for (int i = 0; i < count; i++) { Particle p = bodies[i]; bodies[i].mass = p.mass * 2; } // parallel
  for (int i = 0; i < count; i++) { Particle *p = &bodies[i]; p->mass *= 2; p->at.x = p->at.y; } // parallel
  for (int i = 0; i < count - 1; i++) { Particle *p = &bodies[i]; p[0].mass = p[1].mass; } // serial
  double energy = 0, heaviest = 0;
  for (int i = 0; i < count; i++) { // parallel reduction(+:energy) reduction(max:heaviest)
    energy += 0.5 * bodies[i].mass * bodies[i].speed.x;
    heaviest = fmax(heaviest, bodies[i].mass);
  }
  bodies[0].mass = energy + heaviest;
}

void grids(struct Grid *g, struct Grid local) {
  for (int j = 1; j < g->ny - 1; j++) // assumed
    for (int i = 1; i < g->nx - 1; i++) // assumed
      g->cell[j * g->nx + i] = 0.5 * (g->old[j * g->nx + i - 1] + g->old[j * g->nx + i + 1]);
  for (int i = 0; i < g->nx; i++) g->cell[i] = 0; // parallel
  for (int i = 1; i < g->nx; i++) g->cell[i] = g->cell[i - 1]; // serial
  for (int j = 0; j < local.ny; j++) // parallel
    for (int i = 0; i < local.nx; i++) local.cell[j * local.nx + i] = i + j; // parallel
}

void temporaries(int n, double (*restrict a)[64], double *restrict b) {
  double row[64], pair[2];
  for (int i = 0; i < n; i++) { // parallel private(row)
    for (int j = 0; j < 64; j++) row[j] = a[i][j] * 2; // parallel
    for (int j = 0; j < 64; j++) a[i][j] = row[63 - j]; // parallel
  }
  for (int i = 0; i < n; i++) { // parallel private(pair)
    pair[0] = b[2 * i];
    pair[1] = b[2 * i + 1];
    b[2 * i] = pair[1];
    b[2 * i + 1] = pair[0];
  }
  for (int i = 0; i < n; i++) { // parallel
    double own[64];
    for (int j = 0; j < 64; j++) own[j] = a[i][j]; // parallel
    for (int j = 1; j < 63; j++) a[i][j] = own[j - 1] + own[j + 1]; // parallel
  }
  double carry[64];
  for (int j = 0; j < 64; j++) carry[j] = 0; // parallel
  for (int i = 0; i < n; i++) // serial
    for (int j = 0; j < 64; j++) { a[i][j] += carry[j]; carry[j] = a[i][j]; } // parallel
}
