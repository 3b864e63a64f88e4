/* Heat on a square plate: Jacobi sweeps until the temperature settles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 512

static double plate[N][N], next[N][N];

double sweep(void) {
  double change = 0.0;
  for (int i = 1; i < N - 1; i++) {
    for (int j = 1; j < N - 1; j++) {
      next[i][j] = 0.25 * (plate[i - 1][j] + plate[i + 1][j] + plate[i][j - 1] + plate[i][j + 1]);
      change = fmax(change, fabs(next[i][j] - plate[i][j]));
    }
  }
  for (int i = 1; i < N - 1; i++) {
    for (int j = 1; j < N - 1; j++) {
      plate[i][j] = next[i][j];
    }
  }
  return change;
}

int main(void) {
  for (int j = 0; j < N; j++) plate[0][j] = 100.0;
  int steps = 0;
  double change = 1.0;
  while (change > 0.01 && steps < 500) {
    change = sweep();
    steps++;
  }
  printf("%d sweeps, last change %g, centre %g\n", steps, change, plate[N / 2][N / 2]);
  return 0;
}
