"""What a comparison gives depends on what it compares: no witness may choose both freely (labels by running the loops)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

OTHER = ["!k", "(k == 0)", "(k < 1)", "!(k)", "(0 == k)"]  # of a `k` that is 0 or 1 the other one


def _verdict(text: str) -> str:
    outline = Outline(parse(text, "a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("other", OTHER)
@pytest.mark.parametrize("told", ["int k = n > 8;", "int k = last;"])
def test_a_truth_and_what_it_is_of_are_not_two_numbers(told: str, other: str) -> None:
    loop = "for (int i = 1; i < n; i++) d[i] = s[i - 1] + 1;"
    text = f"int a[99], b[99], last; int f(int n) {{ {told} int *p[2] = {{a, b}}; int *s = p[k], *d = p[{other}]; {loop} return 0; }}"
    assert _verdict(text) in ("assumed", "unknown")


def test_elements_that_meet_whatever_it_is_are_told() -> None:
    assert (
        _verdict("int a[200]; void f(int n, int k) { for (int i = 1; i < n; i++) a[i] = a[i - 1] + !k; }") == "refuted"
    )
