"""Rows of a length that is no number: a subscript that surely leaves its row, whatever the sizes are, is an element of another one."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LEFT = [
    "void f(int n, int a[n][n]) { for (int i = 0; i < n - 1; i++) for (int j = 0; j <= n; j++) a[i][j] = i; }",
    "void f(int n, int m, int a[n][m]) { for (int i = 0; i < n - 1; i++) for (int j = 0; j <= m; j++) a[i][j] = i; }",
    "void f(int n) { int a[n][n]; for (int i = 0; i < n - 1; i++) for (int j = 0; j < n + 1; j++) a[i][j] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) a[i][j - 1] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 1; i < n; i++) for (int j = n; j >= 0; j--) a[i][j] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j + i] = i; }",
    "void f(int n, int a[n][n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j][n] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][n - j] = i; }",
    "void f(int n, int *p) { int (*a)[4] = (int (*)[4])p; for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) a[i][j] = i; }",
    "void f(int n, int *p) { for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) ((int (*)[4])p)[i][j] = i; }",
    "void f(int n, int m, int *p) { int (*a)[m] = (int (*)[m])p; for (int i = 0; i < n; i++) for (int j = 0; j <= m; j++) a[i][j] = i; }",
    "typedef int row[4]; void f(int n, int *p) { row *a = (row *)p; for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) a[i][j] = i; }",
    "void f(int n, int *p) { typedef int row[4]; row *a = (row *)p; for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) a[i][j] = i; }",
    "#include <stdlib.h>\nint f(int n) { int (*a)[4] = malloc(16 * n); for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) a[i][j] = i; return a[1][1]; }",
]
# What says how long a row is has another value by then.
SET_SINCE = [
    "void f(int n, int m, int (*a)[m]) { m = 9; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i; }",
    "void f(int n, int m, int a[n][m]) { if (n > 3) m = n; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i; }",
    "void f(int n, int m, int *p) { int (*a)[m] = (int (*)[m])p; m = 9; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i; }",
    "void f(int n, int m) { int a[n][m]; m *= 2; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i; }",
]
KEPT = [
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 1; j <= n; j++) a[i][j - 1] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][n - 1 - j] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i][j] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) if (j < n) a[i][j] = i; }",
    "void f(int n, int a[n][n + 1]) { for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i; }",
    "void f(int n, int m, int a[n][m]) { int k = m; m = 3; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) a[i][j] = i; }",
    "void f(int n, int m, int a[n][m + 1]) { int k = m + 1; m = 3; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) a[i][j] = i; }",
    "void f(int n, int m, int *p) { m = 5; int (*a)[m] = (int (*)[m])p; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i; }",
    "void f(int n, int *p) { int (*a)[4] = (int (*)[4])p; for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) a[i][j] = i; }",
    "void f(int n, int *p) { typedef int row[4]; row *a = (row *)p; for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) a[i][j] = i; }",
    "void f(int n, double *p) { typedef double real; real *a = p; { typedef char real; } for (int i = 0; i < n; i++) a[i] = i; }",
]


def verdict(text: str, name: str = "a.c") -> str:
    outline = Outline(parse(text.encode(), name))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("text", [*LEFT, *SET_SINCE])
def test_what_leaves_its_row_is_not_proved(text: str) -> None:
    assert verdict(text) in ("unknown", "refuted")


@pytest.mark.parametrize("text", KEPT)
def test_what_stays_in_it_is(text: str) -> None:
    assert verdict(text) == "proved"


READ = [
    ("double a[9][9], b[9][9];", "b[i][j] = a[i][j + 1];", "proved"),
    ("double a[9][9], b[9][9];", "b[i][j + 1] = a[i][j];", "unknown"),
    ("double a[9][9], b[9][9];", "a[i][j] = a[i][j + 1];", "unknown"),
    ("struct { double v[9], w[9]; } s; double b[9][9];", "b[i][j] = s.v[j + 9];", "proved"),
    ("struct { double v[9], w[9]; } s; double b[9][9];", "s.w[i] = s.v[j + 9];", "unknown"),
    ("struct { double v[9], w[9]; } s;", "s.w[i] = s.v[j];", "proved"),
    ("struct { double v[9], w[9]; } s;", "s.w[i] = s.v[j - 9];", "unknown"),
]


@pytest.mark.parametrize(("file", "body", "expected"), READ)
def test_rows_of_what_is_only_read_may_be_left(file: str, body: str, expected: str) -> None:
    text = f"{file} void f(void) {{ for (int i = 0; i < 8; i++) for (int j = 0; j < 9; j++) {body} }}"
    assert verdict(text) == expected


IN_STEPS = [
    ("for (int b = 0; b < 16; b += 4) for (int j = b; j < b + 4; j++) a[i][j] = i;", "proved"),
    ("for (int b = 0; b < 16; b += 4) for (int j = b; j < b + 5; j++) a[i][j] = i;", "unknown"),
    ("for (int b = 0; b < 16; b += 4) for (int j = b; j < b + 8 && j < 16; j++) a[i][j] = i;", "proved"),
    ("for (int j = 0; j < 15; j += 2) a[i][j + 1] = i;", "proved"),
    ("for (int j = 0; j < 15; j += 2) a[i][j + 2] = i;", "unknown"),
    ("for (int j = 15; j >= 0; j -= 3) a[i][j] = i;", "proved"),
    ("for (int j = 14; j >= 0; j -= 3) a[i][j - 2] = i;", "proved"),
    ("for (int j = 14; j >= 0; j -= 3) a[i][j - 3] = i;", "unknown"),
    ("for (int j = 0; j < 16; j++) for (int k = 0; k <= j; k++) a[i][j - k] = i;", "proved"),
    ("for (int j = 0; j < 9; j++) for (int k = 0; k < 9; k++) a[i][j + k] = i;", "unknown"),
    ("for (int j = 0; j < 9; j++) if (x[j] > 0) a[i][j - 9] = i;", "unknown"),
    ("for (int j = 0; j < 9; j++) if (x[j] > 0) a[i][j + 7] = i;", "proved"),
    ("for (int j = 0; j < 16; j++) a[i][j * 2 / 2] = i;", "proved"),
    ("for (int j = 0; j < 17; j++) a[i][j * 2 / 2] = i;", "unknown"),
    ("for (int j = 0; j < 9; j++) a[i][j % 20 * 2] = i;", "unknown"),
    ("for (int j = 0; j < 8; j++) a[i][j % 20 * 2] = i;", "proved"),
    ("for (int j = 0; j < 40; j++) a[i][j >> 1] = i;", "unknown"),
    ("for (int j = 0; j < 32; j++) a[i][j >> 1] = i;", "proved"),
    ("for (int j = -2; j < 9; j++) a[i][j / 3] = i;", "proved"),
    ("for (int j = -2; j < 9; j++) a[i][j >> 2] = i;", "unknown"),
]


@pytest.mark.parametrize(("body", "expected"), IN_STEPS)
def test_only_what_is_reached_leaves_a_row(body: str, expected: str) -> None:
    assert (
        verdict(f"void f(int a[16][16], const int *restrict x) {{ for (int i = 0; i < 15; i++) {body} }}") == expected
    )


NAMED = [
    ("using V = std::vector<double>; V a(n); for (int i = 0; i < n; i++) a[i] = i; return a[0];", "proved"),
    ("using V = double &; for (int i = 0; i < n; i++) { V a = x[0]; a = i; } return x[0];", "refuted"),
    ("typedef double *V; V a = x + 1; for (int i = 0; i < n; i++) a[i] = x[i]; return x[0];", "refuted"),
    ("using V = Same; V a(x); for (int i = 0; i < n; i++) a[i] = i; return x[0];", "refuted"),
    ("{ using V = double *; } V a(n); for (int i = 0; i < n; i++) a[i] = i; return a[0];", "assumed"),
    ("using V = unsigned char; for (int i = 0; i < n; i++) { V k = i; x[k] = i; } return x[0];", "unknown"),
]


@pytest.mark.parametrize(("body", "expected"), NAMED)
def test_types_that_a_function_names(body: str, expected: str) -> None:
    same = "struct Same { double *p; Same(double *q) : p(q) {} double &operator[](int i) { return p[0]; } };"
    assert verdict(f"#include <vector>\n{same}\ndouble f(int n, double *x) {{ {body} }}", "a.cpp") == expected
