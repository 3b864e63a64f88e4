"""Declarations that the parser takes for something else declare what they do."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = "int a[300], b[300], last, m[20][20]; typedef int T; struct C { int v; C(int k) : v(k) { last = v; } };"


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("int (&r)[300] = a; for (int i = 1; i < n; i++) { r[i] = a[i - 1]; }", "refuted"),
        ("T (&r)[300] = a; for (int i = 1; i < n; i++) { r[i] = a[i - 1]; }", "refuted"),
        ("int (&r)[20][20] = m; for (int i = 1; i < n; i++) { r[i][0] = m[i - 1][0]; }", "refuted"),
        ("int (*r)[20] = m; for (int i = 1; i < n; i++) { r[i][0] = m[i - 1][0]; }", "refuted"),
        ("int (&r)[300] = a; for (int i = 1; i < n; i++) { r[i] = b[i - 1]; }", "proved"),
        # `C y(b[i])` looks like a function with a parameter of type b.
        ("for (int i = 0; i < n; i++) { C y(b[i]); a[i] = y.v; }", "refuted"),
        ("for (int i = 0; i < n; i++) { C y(unseen[i]); a[i] = y.v; }", "refuted"),
        ("int (&r)[300] = b; for (int i = 0; i < n; i++) { C y(r[i]); a[i] = y.v; }", "refuted"),
        # What is not known may be a word in front of an assignment.
        ("for (int i = 1; i < n; i++) { __real__ a[i] = a[i - 1]; }", "unknown"),
        ("int s = 0; for (int i = 1; i < n; i++) { FAST s = s * 2 + b[i]; a[i] = s; }", "unknown"),
    ],
)
def test_what_is_declared(body: str, verdict: str) -> None:
    outline = Outline(parse(f"{FILE} int f(int n) {{ {body} return 0; }}", "a.cpp"))
    assert judge(outline, outline.loops[0]).verdict == verdict
