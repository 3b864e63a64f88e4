"""A program of two files that exchanges its arrays: heat along a rod."""

from __future__ import annotations

SOLVER = """void relax(double *v, const double *w, int n) {
  for (int i = 1; i < n - 1; i++) v[i] = 0.25 * w[i - 1] + 0.5 * w[i] + 0.25 * w[i + 1];
}
"""
MAIN = """#include <stdio.h>
#include <stdlib.h>
void relax(double *v, const double *w, int n);
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  double *v = calloc(n, sizeof *v), *w = calloc(n, sizeof *w);
  w[n / 2] = 1.0;
  for (int t = 0; t < 20; t++) {
    relax(v, w, n);
    relax(w, v, n);
  }
  printf("%.6e\\n", w[n / 2]);
  free(v);
  free(w);
  return 0;
}
"""
