#include "timed.h"
#define NX 2000
#define NY 2000
static double ex[NX][NY], ey[NX][NY], hz[NX][NY];
static void propagate(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < NY; j++) ey[0][j] = t;
    for (int i = 1; i < NX; i++)
      for (int j = 0; j < NY; j++) ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < NX; i++)
      for (int j = 1; j < NY; j++) ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < NX - 1; i++)
      for (int j = 0; j < NY - 1; j++) hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}
int main(void) {
  for (int i = 0; i < NX; i++) for (int j = 0; j < NY; j++) hz[i][j] = (i * j % 19) * 0.1;
  double start = seconds();
  propagate(100);
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < NX; i += 3) sum += fabs(hz[i][i]) + fabs(ex[i][i]);
  report("fdtd", took, sum);
}
