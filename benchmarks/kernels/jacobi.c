#include "timed.h"
#define N 2048
static double u[N][N], v[N][N];
static void relax(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) u[i][j] = v[i][j];
  }
}
int main(void) {
  for (int i = 0; i < N; i++) u[0][i] = u[i][0] = i % 17;
  double start = seconds();
  relax(200);
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < N; i += 7) sum += u[i][i / 2] + u[1][i];
  report("jacobi", took, sum);
}
