"""Addresses that the text puts at one object are not assumed to be apart: a pointer at file level that begins at an array, tables and structs of pointers."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# What is declared, and the body of a loop whose iterations follow each other.
AT_ONE_OBJECT = {
    "a pointer": ("static int *p = a;", "a[i + 1] = p[i] + 1;"),
    "a constant one": ("static int *const p = a + 4;", "a[i] = p[i - 5] + 1;"),
    "an element": ("static int *p = &a[1];", "p[i] = a[i] + 1;"),
    "two pointers": ("static int *p = a, *q = a + 1;", "q[i] = p[i] + 1;"),
    "a struct": ("static struct { int *p, *q; } s = {a, a + 1};", "s.q[i] = s.p[i] + 1;"),
    "a macro": ("#define START (a + 1)\nstatic int *p = START;", "p[i] = a[i] + 1;"),
    "a pointer to a pointer": ("static int *p = a; static int **pp = &p;", "a[i + 1] = (*pp)[i] + 1;"),
    "a table": ("static int *t[2] = {a, a + 1};", "t[1][i] = t[0][i] + 1;"),
}
# Nothing says so of these.
APART = {
    "two arrays": ("static int *p = a, *q = b;", "q[i] = p[i] + 1;"),
    "no object": ("static int *p = 0, *q = 0;", "q[i] = p[i] + 1;"),
    "a table": ("static int *t[2] = {a, b};", "t[1][i] = t[0][i] + 1;"),
}


def verdict(declared: str, body: str) -> str:
    text = f"static int a[16], b[16];\n{declared}\nvoid f(int n) {{ for (int i = 0; i < n; i++) {{ {body} }} }}\n"
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize(("declared", "body"), AT_ONE_OBJECT.values(), ids=AT_ONE_OBJECT)
def test_what_begins_at_one_object_is_not_assumed_to_be_apart(declared: str, body: str) -> None:
    assert verdict(declared, body) in ("unknown", "refuted")


@pytest.mark.parametrize(("declared", "body"), APART.values(), ids=APART)
def test_what_begins_elsewhere_is(declared: str, body: str) -> None:
    assert verdict(declared, body) == "assumed"


def test_a_size_that_two_initialisers_name_is_no_object() -> None:
    made = "unsigned char *p = new unsigned char[in.n], *q = new unsigned char[in.n];"
    text = f"struct S {{ int n; }}; void f(S in) {{ {made} for (int i = 0; i < 9; i++) q[i] = p[i] / 2; }}"
    outline = Outline(parse(text, language="cpp"))
    assert judge(outline, outline.loops[0]).verdict == "proved"
