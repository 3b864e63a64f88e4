#ifndef MESH_H
#define MESH_H

/* Cells joined by faces in no order: each face knows its two cells. */
typedef struct {
  int cells, faces;
  int (*side)[2];
  double (*normal)[2];
  double *volume;
} Mesh;

void build_mesh(Mesh *mesh, int nx, int ny);
void free_mesh(Mesh *mesh);

typedef struct {
  double *h, *hu, *hv;    /* state */
  double *dh, *dhu, *dhv; /* its change */
} State;

double largest_speed(const Mesh *mesh, const State *s);
void fluxes(const Mesh *mesh, State *s);
void advance(const Mesh *mesh, State *s, double dt);

#endif
