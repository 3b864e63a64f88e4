"""A function whose words say nothing of an allocation may allocate, by an operator or a constructor that it does not name: what two calls of it
give are two objects, and what is kept in the second takes nothing away from the first."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "struct X { double *p; };\nstatic double u[99], v[99], w[99];\n"
MAKER = "struct A { X *x; A() { x = new X; } };\n"
FORMS = {
    "called": ("struct M { int n; X *operator()(int i) { return new X; } };", "M m; *out = m(0);"),
    "at": ("struct M { int n; X *operator[](int i) { return new X; } };", "M m; *out = m[0];"),
    "at, as the function names it": ("struct M { int n; X *operator()(int i) { return new X; } };", "*out = M()(0);"),
    "member": (MAKER + "struct M { A a; int n; };", "M m; *out = m.a.x;"),
    "member of a member": (MAKER + "struct N { A a; int n; }; struct M { N n; };", "M m; *out = m.n.a.x;"),
    "told by the constructor": (MAKER + "struct M { A a; M() : a() { } };", "M m; *out = m.a.x;"),
    "another name": (MAKER + "typedef A M;", "M m; *out = m.x;"),
    "other words": (MAKER + "using M = A;", "M m; *out = m.x;"),
    "at the class": ("struct M { X *x = new X; };", "M m; *out = m.x;"),
    "a function between": (MAKER + "typedef A M; static void h(X **out) { M m; *out = m.x; }", "h(out);"),
    "named": ("", "*out = new X;"),
}


def verdict(before: str, body: str, kept: str) -> str:
    text = f"""{HEAD}{before}
static void give(X **out) {{ {body} }}
static void shift(X *x, int n) {{ for (int i = 0; i < n; i++) x->p[i] = u[i + 1]; }}
int main() {{ X *one, *two; give(&one); give(&two); {kept} shift(one, 90); return (int)u[3]; }}
"""
    outline = Outline(parse(text, "a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("form", FORMS)
def test_what_a_second_call_gives_is_another_object(form: str) -> None:
    assert verdict(*FORMS[form], "one->p = u; two->p = v;") != "proved"


@pytest.mark.parametrize("form", ["called", "member", "another name", "named"])
def test_what_is_kept_in_both_counts(form: str) -> None:
    """Neither leads to what the loop reads."""
    assert verdict(*FORMS[form], "one->p = w; two->p = v;") == "proved"
