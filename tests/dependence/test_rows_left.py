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
