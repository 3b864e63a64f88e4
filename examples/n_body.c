/* Gravity between all pairs of bodies, softened, one step at a time. */
#include <math.h>
#include <stdio.h>

#define BODIES 1024
#define SOFTENING 1e-9f

typedef struct {
  float x, y, z, vx, vy, vz;
} Body;

static Body bodies[BODIES];

void kick(float dt) {
  for (int i = 0; i < BODIES; i++) {
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (int j = 0; j < BODIES; j++) {
      float dx = bodies[j].x - bodies[i].x;
      float dy = bodies[j].y - bodies[i].y;
      float dz = bodies[j].z - bodies[i].z;
      float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
      float cube = inverse * inverse * inverse;
      fx += dx * cube;
      fy += dy * cube;
      fz += dz * cube;
    }
    bodies[i].vx += dt * fx;
    bodies[i].vy += dt * fy;
    bodies[i].vz += dt * fz;
  }
}

void drift(float dt) {
  for (int i = 0; i < BODIES; i++) {
    bodies[i].x += bodies[i].vx * dt;
    bodies[i].y += bodies[i].vy * dt;
    bodies[i].z += bodies[i].vz * dt;
  }
}

int main(void) {
  for (int i = 0; i < BODIES; i++) bodies[i] = (Body){(i * 37) % 101, (i * 53) % 103, (i * 71) % 107, 0, 0, 0};
  for (int step = 0; step < 5; step++) {
    kick(0.01f);
    drift(0.01f);
  }
  printf("%f %f %f\n", bodies[0].x, bodies[0].y, bodies[0].z);
  return 0;
}
