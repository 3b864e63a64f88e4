"""Rows that pointers lead to, and sizes that variables hold: what is shown brings all of it, at `loopwright suggest`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.asked import asked

JACOBI = """#include <math.h>
#include <stdlib.h>
int main(void) {
  int dim = 1000;
  double **A = malloc(dim * sizeof(double *));
  double **B = malloc(dim * sizeof(double *));
  for (int i = 0; i < dim; i++) A[i] = malloc(dim * sizeof(double));
  for (int i = 0; i < dim; i++) B[i] = (double *) calloc(dim, sizeof(double));
  double err = 1;
  while (err > 1e-5) {
    err = 0;
    for (int i = 1; i < dim - 1; i++) // HERE
      for (int j = 1; j < dim - 1; j++) {
        B[i][j] = 0.25 * (A[i][j + 1] + A[i][j - 1] + A[i - 1][j] + A[i + 1][j]);
        err = fmax(err, fabs(B[i][j] - A[i][j]));
      }
    double **t = A; A = B; B = t;
  }
}
"""


def test_rows_that_the_function_allocates_are_brought_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = asked(tmp_path, JACOBI.replace("double **t = A; A = B; B = t;", ""), capsys)[0]
    assert "copyin(A[0:dim][0:dim])" in first
    assert "copy(B[0:dim][0:dim])" in first


def test_pointers_that_are_exchanged_are_brought_as_far_as_the_loop_reaches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = asked(tmp_path, JACOBI, capsys)[0]
    assert "copyin(A[0:dim][0:dim]) copy(B[1:dim-2][1:dim-2])" in first


def test_a_directive_with_the_pointers_alone_does_not_go_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """void f(int n, int k, double **a, double **b) {
#pragma acc parallel loop copyin(a[0:n]) copy(b[0:n])
  for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) b[i][j] = 2 * a[i][j];
}
void g(int n, int k, double **a, double **b) {
  for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) b[i][j] = 3 * a[i][j]; // HERE
}
"""
    first = asked(tmp_path, text, capsys)[0]
    assert "a[0:n][0:k]" in first
    assert "b[0:n][0:k]" in first


SIZES = {
    "size_t bytes = n * sizeof(float); float *p = malloc(bytes);": "copy(p[0:n])",
    "size_t bytes = sizeof(float) * n * m; float *p = (float *) malloc(bytes);": "copy(p[0:n*m])",
    "const size_t bytes = n * m * sizeof(float); float *p = malloc(bytes);": "copy(p[0:n*m])",
    # another size by then, or no allocation of elements
    "size_t bytes = n * sizeof(float); bytes *= 2; float *p = malloc(bytes);": "",
    "size_t bytes = n * sizeof(float); float *p = malloc(bytes); n = 2;": "",
    "size_t bytes = n; float *p = malloc(bytes);": "",
}


@pytest.mark.parametrize("allocation", SIZES)
def test_an_allocation_by_a_variable_tells_how_much(
    allocation: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""#include <stdlib.h>
void use(float *p);
void f(int n, int m, const int *x) {{
  {allocation}
  for (int i = 0; i < n; i++) p[x[i]] = i; // HERE
  use(p);
}}
"""
    first = asked(tmp_path, text, capsys)[0]
    assert SIZES[allocation] in first if SIZES[allocation] else "p[" not in first


def test_what_another_round_sets_anew_is_no_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """#include <stdlib.h>
void f(int n, const int *x) {
  float *p = malloc(n * sizeof(float));
  while (n > 2) {
    for (int i = 0; i < 1000000; i++) p[x[i]] = i; // HERE
    n = n / 2;
  }
}
"""
    assert "p[" not in asked(tmp_path, text, capsys)[0]
