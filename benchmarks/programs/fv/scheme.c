#include <math.h>

#include "mesh.h"

#define G 9.81

double largest_speed(const Mesh *mesh, const State *s) {
  double most = 0.0;
#ifdef _OPENACC
  int cells = mesh->cells;
  double *h = s->h, *hu = s->hu, *hv = s->hv;
#pragma acc parallel loop gang vector reduction(max:most) present(h[0:cells], hu[0:cells], hv[0:cells])
  for (int c = 0; c < cells; c++) {
    double speed = sqrt(hu[c] * hu[c] + hv[c] * hv[c]) / h[c] + sqrt(G * h[c]);
    if (speed > most) most = speed;
  }
#else
  for (int c = 0; c < mesh->cells; c++) {
    double speed = sqrt(s->hu[c] * s->hu[c] + s->hv[c] * s->hv[c]) / s->h[c] + sqrt(G * s->h[c]);
    if (speed > most) most = speed;
  }
#endif
  return most;
}

void fluxes(const Mesh *mesh, State *s) {
#ifdef _OPENACC
  int faces = mesh->faces, cells = mesh->cells;
  int(*side)[2] = mesh->side;
  double(*normal)[2] = mesh->normal;
  double *h = s->h, *hu = s->hu, *hv = s->hv, *dh = s->dh, *dhu = s->dhu, *dhv = s->dhv;
#pragma acc parallel loop gang vector present(side[0:faces], normal[0:faces], h[0:cells], hu[0:cells], hv[0:cells], \
                                              dh[0:cells], dhu[0:cells], dhv[0:cells])
#else
  int faces = mesh->faces;
  int(*side)[2] = mesh->side;
  double(*normal)[2] = mesh->normal;
  double *h = s->h, *hu = s->hu, *hv = s->hv, *dh = s->dh, *dhu = s->dhu, *dhv = s->dhv;
#endif
  for (int f = 0; f < faces; f++) {
    int a = side[f][0], b = side[f][1];
    double nx = normal[f][0], ny = normal[f][1];
    double va = (hu[a] * nx + hv[a] * ny) / h[a], vb = (hu[b] * nx + hv[b] * ny) / h[b];
    double ca = fabs(va) + sqrt(G * h[a]), cb = fabs(vb) + sqrt(G * h[b]);
    double c = ca > cb ? ca : cb;
    double fh = 0.5 * (h[a] * va + h[b] * vb) - 0.5 * c * (h[b] - h[a]);
    double fu = 0.5 * (hu[a] * va + hu[b] * vb + 0.5 * G * (h[a] * h[a] + h[b] * h[b]) * nx) - 0.5 * c * (hu[b] - hu[a]);
    double fv = 0.5 * (hv[a] * va + hv[b] * vb + 0.5 * G * (h[a] * h[a] + h[b] * h[b]) * ny) - 0.5 * c * (hv[b] - hv[a]);
#pragma acc atomic update
    dh[a] -= fh;
#pragma acc atomic update
    dh[b] += fh;
#pragma acc atomic update
    dhu[a] -= fu;
#pragma acc atomic update
    dhu[b] += fu;
#pragma acc atomic update
    dhv[a] -= fv;
#pragma acc atomic update
    dhv[b] += fv;
  }
}

void advance(const Mesh *mesh, State *s, double dt) {
#ifdef _OPENACC
  int cells = mesh->cells;
  double *volume = mesh->volume, *h = s->h, *hu = s->hu, *hv = s->hv, *dh = s->dh, *dhu = s->dhu, *dhv = s->dhv;
#pragma acc parallel loop gang vector present(volume[0:cells], h[0:cells], hu[0:cells], hv[0:cells], dh[0:cells], \
                                              dhu[0:cells], dhv[0:cells])
#else
  int cells = mesh->cells;
  double *volume = mesh->volume, *h = s->h, *hu = s->hu, *hv = s->hv, *dh = s->dh, *dhu = s->dhu, *dhv = s->dhv;
#endif
  for (int c = 0; c < cells; c++) {
    double scale = dt / volume[c];
    h[c] += scale * dh[c];
    hu[c] += scale * dhu[c];
    hv[c] += scale * dhv[c];
    dh[c] = dhu[c] = dhv[c] = 0.0;
  }
}
