#include "timed.h"
#define N 8000
static double A[N][N], x[N], y[N], t[N];
static void atax(int rounds) {
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (int j = 0; j < N; j++) sum += A[i][j] * x[j];
      t[i] = sum;
    }
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int i = 0; i < N; i++) sum += A[i][j] * t[i];
      y[j] = sum;
    }
  }
}
int main(void) {
  for (int i = 0; i < N; i++) { x[i] = 1 + i % 3; for (int j = 0; j < N; j++) A[i][j] = ((i + j) % 11) * 1e-3; }
  double start = seconds();
  atax(10);
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < N; i++) sum += y[i];
  report("atax", took, sum);
}
