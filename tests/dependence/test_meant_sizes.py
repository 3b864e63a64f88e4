"""An assumption is one that somebody may mean: not that a size is one number, not that a row of the array is outside of it."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n"
DEGENERATE = {
    "a flat wavefront": "void f(double *a, int r, int c) { for (int i = 1; i < r; i++) for (int j = 1; j < c; j++) a[i * c + j] = a[(i - 1) * c + j - 1]; }",
    "a wavefront": "void f(int r, int c, double a[r][c]) { for (int i = 1; i < r; i++) for (int j = 1; j < c; j++) a[i][j] = a[i - 1][j - 1]; }",
    "divided by an element": "void f(double *a, int n, int k) { for (int i = 0; i < n; i++) a[i] /= a[k]; }",
    "from another first": "void f(double *a, int lo, int hi, int k) { for (int i = lo; i < hi; i++) a[i] -= a[k]; }",
    "a row": "void f(int n, int m, double a[n][m], int k) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] -= a[k][j]; }",
    "a row in one array": "void f(double *a, int n, int m, int k) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] -= a[k * m + j]; }",
    "a column": "void f(int n, int m, double a[n][m], int k) { for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) a[i][j] -= a[i][k]; }",
    "cut off at the end": "void f(double *restrict o, const double *restrict a, int n, int r) { for (int i = 0; i < n; i++) o[MIN(i + r, n - 1)] = a[i]; }",
}  # fmt: skip
MEANT = {
    "halves": "void f(double *a, int n, int k) { for (int i = 0; i < n; i++) a[i] = a[i + k]; }",
    "moved": "void f(double *a, int n, int k) { for (int i = 0; i < n; i++) a[i + k] = a[i]; }",
    "before": "void f(double *a, int n, int s) { for (int i = s; i < n; i++) a[i] = a[i - s] + 1; }",
    "behind the end": "void f(double *a, int n, int k) { for (int i = 0; i < n; i++) a[i] = a[n + k]; }",
    "behind another end": "void f(double *a, int n, int m, int k) { for (int i = 0; i < n; i++) a[i] += a[m + k]; }",
    "between": "void f(double *a, int lo, int hi, int d) { for (int i = lo; i < hi; i++) a[i] = a[i - d]; }",
    "rows that are long enough": "void f(double *a, int n, int m, int w) { for (int i = 0; i < n; i++) for (int j = 0; j < w; j++) a[i * m + j] = 1; }",
}  # fmt: skip
APART = {
    "another element": "void f(double *a, int n, int k) { for (int i = 0; i < n; i++) if (i != k) a[i] /= a[k]; }",
    "an element before": "void f(double *a, int n, int k) { for (int i = k + 1; i < n; i++) a[i] /= a[k]; }",
    "rows below": "void f(int n, int m, double a[n][m], int k) { for (int i = k + 1; i < n; i++) for (int j = 0; j < m; j++) a[i][j] -= a[k][j]; }",
    "the second half": "void f(double *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i + n]; }",
}  # fmt: skip


def verdict_of(text: str) -> LoopVerdict:
    outline = Outline(parse(HEAD + text, name="a.c"), None, lambda: ())
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("name", DEGENERATE)
def test_sizes_that_nobody_means_are_not_assumed(name: str) -> None:
    found = verdict_of(DEGENERATE[name])
    assert found.verdict in ("refuted", "unknown")
    assert not found.assumptions


@pytest.mark.parametrize("name", MEANT)
def test_sizes_that_somebody_means_are(name: str) -> None:
    found = verdict_of(MEANT[name])
    assert found.verdict == "assumed"
    assert found.assumptions


@pytest.mark.parametrize("name", APART)
def test_what_the_loop_keeps_apart_is_proved(name: str) -> None:
    assert verdict_of(APART[name]).verdict == "proved"
