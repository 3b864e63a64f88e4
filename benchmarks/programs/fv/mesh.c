#include "mesh.h"

#include <stdlib.h>

static void join(Mesh *mesh, int a, int b, double x, double y) {
  int f = mesh->faces++;
  mesh->side[f][0] = a;
  mesh->side[f][1] = b;
  mesh->normal[f][0] = x;
  mesh->normal[f][1] = y;
}

void build_mesh(Mesh *mesh, int nx, int ny) {
  mesh->cells = nx * ny;
  mesh->faces = 0;
  mesh->side = malloc(2 * (size_t)nx * ny * sizeof *mesh->side);
  mesh->normal = malloc(2 * (size_t)nx * ny * sizeof *mesh->normal);
  mesh->volume = malloc(mesh->cells * sizeof *mesh->volume);
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      int cell = y * nx + x;
      mesh->volume[cell] = 1.0 + 0.1 * ((x + y) % 3);
      join(mesh, cell, y * nx + (x + 1) % nx, 1.0, 0.0);
      join(mesh, cell, ((y + 1) % ny) * nx + x, 0.0, 1.0);
    }
}

void free_mesh(Mesh *mesh) {
  free(mesh->side);
  free(mesh->normal);
  free(mesh->volume);
}
