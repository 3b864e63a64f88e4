"""Sums behind parentheses are no casts, in the tree and in verdicts."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, parse
from loopwright.source.text import Span

HEAD = "double f(double);\nvoid g(double *b, double *c, int n, double k) {\n  double t = 0;\n"
CARRIED = [
    "b[i] = (k * (double)(b[i - 1]) + (1 - k) * (double)(c[i]));",
    "b[i] = (k * (double)(b[i - 1]) - (1 - k) * (double)(c[i]));",
    "b[i] = (k * (float)(double)(b[i - 1]) + (1 - k) * (double)(c[i]));",
    "b[i] = (k * (double)(t) + (1 - k) * (double)(c[i])); t = b[i];",
    "b[i] = (k * (double)( t ) * (1 - k)); t = b[i];",
]


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("body", CARRIED)
def test_what_stands_before_the_sign_is_read(body: str, language: str) -> None:
    text = f"{HEAD}  for (int i = 1; i < n; i++) {{ {body} }}\n}}\n"
    outline = Outline(parse(text, f"x.{language}"))
    assert judge(outline, outline.loops[0]).verdict == "refuted"
    assert outline.source.data == text.encode()


@pytest.mark.parametrize(
    "text",
    [
        "typedef float real; real g(double k) { return (real)-k; }",
        "float (*g(float *p))[3] { return (float (*)[3])&p[0]; }",
        "int h(void *p) { return ((int (*)(int))p)(1) + (int)-1; }",
        "typedef int t; int h(int k) { t a = 1; return (t)-k + a; }",
    ],
)
def test_casts_stay(text: str) -> None:
    source = parse(text, "x.c")
    assert b"(" in source.parsed
    assert source.parsed == source.data


def test_an_edit_makes_one_and_takes_it_away() -> None:
    before = f"{HEAD}  for (int i = 1; i < n; i++) b[i] = (k * (double)(b[i - 1]));\n}}\n"
    at, more = before.index(");\n}"), b" + (1 - k) * c[i]"
    source = parse(before, "x.cpp")
    edited = source.edited([Change(Span(at, at), more)])
    outline = Outline(edited)
    assert judge(outline, outline.loops[0]).verdict == "refuted"
    again = edited.edited([Change(Span(at, at + len(more)), b"")])
    assert again.parsed == source.parsed
    assert str(again.tree.root_node) == str(source.tree.root_node)
