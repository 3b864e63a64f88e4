"""Declarations that the parser takes for something else declare what they do."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = "int a[300], b[300], last, m[20][20]; typedef int T; struct C { int v; C(int k) : v(k) { last = v; } };"


POINTERS = "static int count(int v) { return last = last * 3 + v; } static int plain(int v) { return v; }"


@pytest.mark.parametrize("name", ["plain", "abs"])
@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize(
    "declared",
    ["T (*{})(T) = count;", "T (*{})(int) = count;", "T (*k)(T) = count, (*{})(T) = count;", "T (*{})(T); {} = count;"],
)
def test_a_pointer_to_a_function_hides_one(declared: str, language: str, name: str) -> None:
    file = f"#include <stdlib.h>\ntypedef int T; int a[300], b[300], last; {POINTERS}"
    declared = declared.replace("{}", name)
    for body in (f"{declared} for (int i = 0; i < n; i++) {{", f"for (int i = 0; i < n; i++) {{ {declared}"):
        outline = Outline(parse(f"{file} void f(int n) {{ {body} a[i] = {name}(b[i]); }} }}", f"a.{language}"))
        assert judge(outline, outline.loops[0]).verdict in ("unknown", "assumed")


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
