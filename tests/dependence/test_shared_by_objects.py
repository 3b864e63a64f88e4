"""What an operator changes that all objects of a class share is no part of the object that it is called of."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

SHARED = {
    "static": "static int n;",
    "inline static": "inline static int n = 0;",
    "reference": "int &n;",
}
OPERATORS = {
    "=": ("K &operator=(double x) { v = x + n++; return *this; }", "a[i] = b[i];"),
    "= of its own kind": ("K &operator=(const K &o) { v = o.v + n++; return *this; }", "a[i] = c[i];"),
    "= by another object": ("K &operator=(const K &o) { v = o.v + o.n; return *this; }", "a[i] = c[i];"),
    "+=": ("K &operator+=(double x) { v += x + n++; return *this; }", "a[i] += b[i];"),
    "++": ("K &operator++() { v += 1; ++n; return *this; }", "++a[i];"),
}


def verdict(shared: str, operator: str, statement: str, others: str = ""):
    code = f"""struct K {{ {shared} double v; {operator} }}; {others}
        void f(K *__restrict a, const double *__restrict b, const K *__restrict c, int m) {{
        for (int i = 0; i < m; i++) {statement} }}"""
    outline = Outline(parse(code, name="a.cpp"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("shared", SHARED)
@pytest.mark.parametrize("operator", OPERATORS)
def test_an_operator_that_uses_it_is_not_quiet(shared: str, operator: str) -> None:
    assert verdict(SHARED[shared], *OPERATORS[operator]).verdict in ("unknown", "assumed", "refuted")


@pytest.mark.parametrize("shared", ["static const int n = 3;", "static constexpr int n = 3;"])
def test_constants_of_the_class_are(shared: str) -> None:
    assert verdict(shared, "K &operator=(double x) { v = x + n; return *this; }", "a[i] = b[i];").verdict == "proved"


def test_members_that_are_set_are() -> None:
    """An assignment stands for the whole object: one that keeps a member lets an iteration see what the one before it left there."""
    sets, keeps = "{ n = 1; v = x + n; return *this; }", "{ v = x + n; return *this; }"
    assert verdict("int n;", f"K &operator=(double x) {sets}", "a[i] = b[i];").verdict == "proved"
    assert verdict("int n;", f"K &operator=(double x) {keeps}", "a[i] = b[i];").verdict == "unknown"
