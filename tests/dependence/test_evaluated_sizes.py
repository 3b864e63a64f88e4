"""Operands of `sizeof` that are evaluated, as their type is an array whose size varies: what they do is done."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = "int a[400], b[400], total;\n#define OF(x) int[x]\n#define WIDE int[k++ + 1]\n#define WIDER WIDE\n#define EACH a[(k)]\n"
EVALUATED = (
    "sizeof(int[k++ + 1])", "sizeof(typeof(int[k++ + 1]))", "sizeof(OF(k++ + 1))", "sizeof(WIDE)", "sizeof(WIDER)", "sizeof(z[k++])",
    "sizeof z[k++]", "sizeof(*(k++, p))",  "sizeof(*({ k++; p; }))", "(WIDE *)b == 0", "sizeof(int(*)[k++ + 1])",
)  # fmt: skip
LEFT = (
    "sizeof(z[k++][0])",
    "sizeof(*p[k++])",
    "sizeof(b[k++])",
    "sizeof(k++)",
    "sizeof(EACH)",
    "sizeof(int[3])",
    "sizeof(z[k])",
)


def verdict_of(operand: str) -> str:
    loop = f"for (int i = 9; i < n; i++) {{ total += {operand}; a[i] = k; }}"
    text = f"{FILE}void f(int n) {{ int k = 0; int z[40][n]; int (*p)[n] = z; {loop} }}"
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("operand", EVALUATED)
def test_what_an_evaluated_operand_does_is_done(operand: str) -> None:
    assert verdict_of(operand) != "proved"


@pytest.mark.parametrize("operand", LEFT)
def test_an_operand_that_is_not_evaluated_does_nothing(operand: str) -> None:
    assert verdict_of(operand) == "proved"


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        ("int f(int n) { int one[1]; EACH(sizeof one / sizeof *one) }", "proved"),
        ("int f(int n) { int one[2]; EACH(sizeof(one) / sizeof(one[0])) }", "refuted"),
        ("int f(int n) { int one[2][1]; EACH(sizeof one[0] / sizeof one[0][0]) }", "proved"),
        ("int f(int n) { char *one[1]; EACH(sizeof one / sizeof(char *)) }", "proved"),
        ("int f(int n) { EACH(sizeof(double[1]) / sizeof(double)) }", "proved"),
        # An array whose length is not told has none that counts, and a parameter is a pointer: it has room for two numbers.
        ("int f(int n) { int one[n]; EACH(sizeof one / sizeof *one) }", "refuted"),
        ("int f(int one[1]) { EACH(sizeof one / sizeof *one) }", "refuted"),
    ],
)
def test_sizes_of_arrays_are_numbers(code: str, verdict: str) -> None:
    head, end = code.split("EACH(")
    text = f"int total; {head} for (unsigned i = 0; i < {end.removesuffix(') }')}; i++) total = i; return total; }}"
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == verdict
