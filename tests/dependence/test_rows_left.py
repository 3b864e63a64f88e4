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
]
KEPT = [
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 1; j <= n; j++) a[i][j - 1] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][n - 1 - j] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i][j] = i; }",
    "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) if (j < n) a[i][j] = i; }",
    "void f(int n, int a[n][n + 1]) { for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i; }",
]


def verdict(text: str) -> str:
    outline = Outline(parse(text.encode(), "a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("text", LEFT)
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
]


@pytest.mark.parametrize(("body", "expected"), IN_STEPS)
def test_only_what_is_reached_leaves_a_row(body: str, expected: str) -> None:
    assert verdict(f"void f(int a[16][16]) {{ for (int i = 0; i < 15; i++) {body} }}") == expected
