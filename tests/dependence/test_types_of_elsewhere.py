"""A type that no file in sight tells may be as narrow as a `char`: what is stored in it is assumed to fit."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CASES = {
    "u8 k = i; p[k] = i;": ("assumed", "i fits in u8"),
    "u8_t k = i; p[k] = i;": ("assumed", "i fits in u8_t"),
    "u8 k; k = 2 * i; p[k] = i;": ("assumed", "2 * i fits in u8"),
    "p[(u8_t)i] = i;": ("assumed", "i fits in u8_t"),
    "u8 k = 3; p[i] = k;": ("proved", ""),
    "u8 k = i; p[i] = k;": ("proved", ""),
    "u8 k = i; u8 l = k; p[i] = l;": ("proved", ""),
    "size_t k = i; p[k] = i;": ("proved", ""),
    "int64_t k = i; p[k] = i;": ("proved", ""),
    "Told k = i; p[k] = i;": ("proved", ""),
    "Narrow k = i; p[k] = i;": ("unknown", ""),
    "ushort k = i; p[k] = i;": ("unknown", ""),
    "u_char k = i; p[k] = i;": ("unknown", ""),
}


@pytest.mark.parametrize("body", CASES)
def test_what_is_stored_has_to_fit(body: str) -> None:
    head = '#include "missing.h"\ntypedef long Told; typedef unsigned char Narrow;\n'
    text = f"{head}void f(int *restrict p, int n) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"
    outline = Outline(parse(text, name="a.c"))
    found = judge(outline, outline.loops[0])
    verdict, assumption = CASES[body]
    assert (found.verdict, found.assumptions) == (verdict, (assumption,) if assumption else ()), found.reason


def test_a_variable_of_such_a_type_keeps_what_it_has_in_another() -> None:
    text = "void f(int *restrict p, label n) { for (label i = 0; i < n; i++) { label k = i; p[k] = k; } }"
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == "proved"


@pytest.mark.parametrize(
    ("head", "body", "assumed"),
    [
        ("template <class T> void f(int *p, int n)", "T k = i; p[k] = i;", ("i fits in T",)),
        ("template <typename T> void f(int *p, int n)", "T k; k = 2 * i; p[k] = i;", ("2 * i fits in T",)),
        ("template <class T> struct S { void f(int *p, int n)", "T k = i; p[k] = i;", ("i fits in T",)),
        ("template <class T> void f(int *p, int n)", "T k = 3; p[i] = k;", ()),
        ("template <class T> void f(int *p, T n)", "T k = n; p[i] = k;", ()),
    ],
)
def test_a_parameter_of_a_template_may_be_narrow(head: str, body: str, assumed: tuple[str, ...]) -> None:
    """`f<unsigned char>` writes element 0 again in iteration 256: without a word it was called independent."""
    closing = "};" if "struct" in head else ""
    text = f"{head} {{ for (int i = 0; i < n; i++) {{ {body} }} }} {closing}"
    outline = Outline(parse(text, name="a.cpp"))
    found = judge(outline, outline.loops[0])
    assert (found.verdict, found.assumptions) == ("assumed" if assumed else "proved", assumed), found.reason


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        ("typedef short T;", "proved"),
        ("typedef short T __attribute__((aligned(4)));", "proved"),
        ("typedef short T __attribute__((may_alias));", "assumed"),
        ("typedef short __attribute__((__may_alias__)) T;", "assumed"),
        ("typedef short U __attribute__((may_alias)); typedef U T;", "assumed"),
    ],
)
def test_what_is_made_to_alias_may_lie_over_another_type(made: str, verdict: str) -> None:
    text = f"{made}\nvoid f(int *a, T *b, int n) {{ for (int i = 0; i < n; i++) b[i + 1] = a[i] + 1; }}"
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == verdict
