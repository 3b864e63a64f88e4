/* Shallow water by finite volumes on cells that are joined by faces. Arguments: width, height, steps. */
#include "mesh.h"

#include <stdio.h>
#include <stdlib.h>

static double *field(int cells) { return calloc(cells, sizeof(double)); }

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 20, ny = argc > 2 ? atoi(argv[2]) : 16, steps = argc > 3 ? atoi(argv[3]) : 10;
  Mesh mesh;
  State s;
  build_mesh(&mesh, nx, ny);
  s.h = field(mesh.cells);
  s.hu = field(mesh.cells);
  s.hv = field(mesh.cells);
  s.dh = field(mesh.cells);
  s.dhu = field(mesh.cells);
  s.dhv = field(mesh.cells);
  for (int c = 0; c < mesh.cells; c++) {
    int x = c % nx, y = c / nx;
    s.h[c] = x < nx / 2 && y < ny / 2 ? 2.0 : 1.0;
  }
  double time = 0.0;
#ifdef _OPENACC
  int cells = mesh.cells, faces = mesh.faces;
  int(*side)[2] = mesh.side;
  double(*normal)[2] = mesh.normal;
  double *volume = mesh.volume, *h = s.h, *hu = s.hu, *hv = s.hv, *dh = s.dh, *dhu = s.dhu, *dhv = s.dhv;
#pragma acc data copy(h[0:cells]) copyin(hu[0:cells], hv[0:cells], dh[0:cells], dhu[0:cells], dhv[0:cells], \
                      side[0:faces], normal[0:faces], volume[0:cells])
#endif
  for (int t = 0; t < steps; t++) {
    double dt = 0.2 / largest_speed(&mesh, &s);
    fluxes(&mesh, &s);
    advance(&mesh, &s, dt);
    time += dt;
  }
  double water = 0.0, square = 0.0;
  for (int c = 0; c < mesh.cells; c++) {
    water += mesh.volume[c] * s.h[c];
    square += s.h[c] * s.h[c];
  }
  printf("time %.8e water %.8e square %.8e\n", time, water, square);
  double *all[] = {s.h, s.hu, s.hv, s.dh, s.dhu, s.dhv};
  for (int k = 0; k < 6; k++) free(all[k]);
  free_mesh(&mesh);
  return 0;
}
