"""What is no polynomial, as `n / m`, is one value where its operands are, and another where one of them has changed."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

PROGRAMS = {
    "for (int i = 0; i < n / m; i++) a[i] = b[i];": "proved",
    "for (int i = 0; i < n / m; i++) { m--; a[i] = b[i]; }": "unknown",
    "for (int i = 0; i < n; i++) a[i + n / m] = a[i + n / m] + 1;": "proved",
    "for (int i = 0; i < n; i++) a[i + (n ^ m)] = a[i + (n ^ m)] + 1;": "proved",
    "for (int i = 0; i < n; i++) a[i + n / m] = a[i + n % m] + 1;": "unknown",
    "for (int i = 0; i < n; i++) a[i + n / m] = a[i + m / n] + 1;": "unknown",
    "for (int i = 0; i < n; i++) a[i + n / m] = a[i + n / (unsigned)m] + 1;": "unknown",
    "for (int i = 0; i < n; i++) a[i / m] = i;": "unknown",
    "for (int i = 0; i < n; i++) a[i * (n / m)] = i;": "unknown",
}


@pytest.mark.parametrize("text", PROGRAMS)
def test_operands_decide(text: str) -> None:
    outline = Outline(parse(f"void f(int *restrict a, int *restrict b, int n, int m) {{ {text} }}", name="a.c"))
    verdict = judge(outline, outline.loops[0])
    assert (verdict.verdict == "proved") == (PROGRAMS[text] == "proved"), verdict.reason
    assert verdict.verdict != "refuted"


def test_inner_loops_have_a_bound() -> None:
    """`N / m` was taken for another number in each iteration of the loop around."""
    text = "void f(int m) { for (int t = 0; t < m; t++) for (int i = 0; i < 64 / m; i++) a[i] = b[i]; }"
    outline = Outline(parse(f"int a[64], b[64]; {text}", name="a.c"))
    assert judge(outline, outline.loops[1]).verdict == "proved"
