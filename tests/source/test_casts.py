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


@pytest.mark.parametrize("sum_", ["3 * (short(h(v)) % 250) + (b)", "7 - (unsigned(v) >> (b & 7)) + (b)"])
def test_parentheses_stay_where_they_hold_more_than_the_type(sum_: str) -> None:
    source = parse(f"int g(int v, int b) {{ return {sum_}; }}", "x.cpp")
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


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("factor", ["(n)", "(w[1])", "( f(n) )"])
@pytest.mark.parametrize("behind", ["+ j", "- j", "+ (j)"])
def test_a_product_with_a_factor_in_brackets_is_no_cast(factor: str, behind: str, language: str) -> None:
    text = f"int f(int);\nvoid g(double *b, int *w, int n, int j) {{\n  for (int i = 0; i < 9; i++) b[(i * {factor}) {behind}] = 1 / (i + 1.0);\n}}\n"
    outline = Outline(parse(text, f"x.{language}"))
    assert b"cast" not in str(outline.source.tree.root_node).encode()
    assert outline.source.data == text.encode()


def test_the_product_of_an_index_decides_as_it_does_without_brackets() -> None:
    loops = "".join(f"  for (int i = 0; i < n; i++) b[{index}] = i;\n" for index in ("(i * (k)) + j", "i * k + j"))
    outline = Outline(parse(f"void g(double *b, int n, int k, int j) {{\n{loops}}}\n", "x.c"))
    bracketed, plain = (judge(outline, loop) for loop in outline.loops)
    assert (bracketed.verdict, bracketed.assumptions) == (plain.verdict, plain.assumptions)
    assert plain.verdict == "assumed"


def test_a_factor_that_brackets_hold_together_keeps_them() -> None:
    source = parse("int g(int i, int k, int j) { return (i * (k & j)) + 1; }", "x.cpp")
    assert b"(k & j)" in source.parsed


@pytest.mark.parametrize(
    "call", ["(std::max)(t, b[i])", "(::std::min)(b[i], t)", "(std::max)((std::max)(t, c[i]), b[i])"]
)
def test_a_function_in_parentheses_is_called(call: str) -> None:
    text = f"{HEAD}  for (int i = 0; i < n; i++) t = {call};\n  c[0] = t;\n}}\n"
    outline = Outline(parse(text, "x.cpp"))
    found = judge(outline, outline.loops[0])
    assert [reduction.operator for reduction in found.reductions] == ["max" if "max" in call else "min"]


def test_a_value_of_two_expressions_is_cast() -> None:
    source = parse("std::size_t g(int a, int b) { return (std::size_t)(a, b); }", "x.cpp")
    assert source.parsed == source.data
