#include "timed.h"
#define N 1600
static double a[N][N];
static void decompose(void) {
  for (int k = 0; k < N; k++) {
    for (int i = k + 1; i < N; i++) a[i][k] /= a[k][k];
    for (int i = k + 1; i < N; i++)
      for (int j = k + 1; j < N; j++) a[i][j] -= a[i][k] * a[k][j];
  }
}
int main(void) {
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) a[i][j] = i == j ? N : (i * 3 + j) % 7;
  double start = seconds();
  decompose();
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < N; i++) sum += a[i][i] + a[i][N - 1];
  report("lu", took, sum);
}
