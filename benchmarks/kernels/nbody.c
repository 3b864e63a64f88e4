#include "timed.h"
#define BODIES 16384
static float px[BODIES], py[BODIES], pz[BODIES], vx[BODIES], vy[BODIES], vz[BODIES];
static void step(int steps, float dt) {
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < BODIES; i++) {
      float fx = 0, fy = 0, fz = 0;
      for (int j = 0; j < BODIES; j++) {
        float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
        float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
        float cube = inverse * inverse * inverse;
        fx += dx * cube;
        fy += dy * cube;
        fz += dz * cube;
      }
      vx[i] += dt * fx;
      vy[i] += dt * fy;
      vz[i] += dt * fz;
    }
    for (int i = 0; i < BODIES; i++) {
      px[i] += dt * vx[i];
      py[i] += dt * vy[i];
      pz[i] += dt * vz[i];
    }
  }
}
int main(void) {
  for (int i = 0; i < BODIES; i++) { px[i] = (i * 37) % 101; py[i] = (i * 53) % 103; pz[i] = (i * 71) % 107; }
  double start = seconds();
  step(3, 1e-4f);
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < BODIES; i++) sum += fabs(vx[i]) + fabs(vy[i]);
  report("nbody", took, sum);
}
