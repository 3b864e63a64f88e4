/* Particles as a struct of arrays: each field lies contiguously, the layout a GPU likes. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int count;
  float *x, *y, *vx, *vy;
} Particles;

void advance(Particles *p, float dt) {
  for (int i = 0; i < p->count; i++) {
    p->x[i] += p->vx[i] * dt;
    p->y[i] += p->vy[i] * dt;
  }
}

void bounce(Particles *p, float size) {
  for (int i = 0; i < p->count; i++) {
    if (p->x[i] < 0.0f || p->x[i] > size) p->vx[i] = -p->vx[i];
    if (p->y[i] < 0.0f || p->y[i] > size) p->vy[i] = -p->vy[i];
  }
}

int main(void) {
  int n = 10000;
  float *memory = malloc(sizeof(float) * 4 * n);
  if (!memory) return 1;
  Particles p = {n, memory, memory + n, memory + 2 * n, memory + 3 * n};
  for (int i = 0; i < n; i++) {
    p.x[i] = (float)(i % 100);
    p.y[i] = (float)(i / 100);
    p.vx[i] = 1.0f;
    p.vy[i] = -1.0f;
  }
  for (int step = 0; step < 100; step++) {
    advance(&p, 0.1f);
    bounce(&p, 100.0f);
  }
  printf("%g %g\n", p.x[42], p.y[42]);
  free(memory);
  return 0;
}
