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
    "for (int i = 0; i < n; i++) a[i + (u << (long)m)] = a[i + ((long)u << m)] + 1;": "unknown",
    "for (int i = 0; i < n; i++) a[i + (n >> m)] = a[i + (n >> m)] + 1;": "proved",
    'for (int i = 0; i < n; i++) { a[i + n / k] = a[i + n / k] + 1; scanf("%d", &k); }': "unknown",
    "for (int i = 0; i < n; i++) { a[i + n / *q] = a[i + n / *q] + 1; (*q)++; }": "refuted",
    "for (int i = 0; i < n; i++) { int t = a[i + n / m]; n++; a[i - 1 + n / m] = t; }": "unknown",
    "for (int i = 0; i < n; i++) a[i + n / v] = a[i + n / v] + 1;": "unknown",
    "for (int i = 0; i < n; i++) a[i / m] = i;": "unknown",
    "for (int i = 0; i < n; i++) a[i * (n / m)] = i;": "unknown",
}


@pytest.mark.parametrize("text", PROGRAMS)
def test_operands_decide(text: str) -> None:
    head = "void f(int *restrict a, int *restrict b, int n, int m, unsigned u, int *restrict q)"
    outline = Outline(parse(f"{head} {{ int k = m; volatile int v = m; {text} }}", name="a.c"))
    verdict = judge(outline, outline.loops[0])
    assert (verdict.verdict == "proved") == (PROGRAMS[text] == "proved"), verdict.reason
    assert (verdict.verdict == "refuted") == (PROGRAMS[text] == "refuted"), verdict.reason


def test_inner_loops_have_a_bound() -> None:
    """`N / m` was taken for another number in each iteration of the loop around."""
    text = "void f(int m) { for (int t = 0; t < m; t++) for (int i = 0; i < 64 / m; i++) a[i] = b[i]; }"
    outline = Outline(parse(f"int a[64], b[64]; {text}", name="a.c"))
    assert judge(outline, outline.loops[1]).verdict == "proved"
