"""`i * 2 / 2` is `i`: where every part of a sum is a multiple of what it is divided by, nothing is cut off (C17 6.5.5p6)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

EXACT = (
    "i * 2 / 2",
    "(i * 4 + 4) / 4 - 1",
    "(i << 1) >> 1",
    "-(i * -2 / 2)",
    "i * 4 % 4 + i",
    "(i * 4 + 8 * n) / 4 - 2 * n",
)
CUT = ("(i * 2 + 1) / 4", "(i * 3 + 2) / 4", "i * 4 % 8")


def verdict(subscript: str, head: str = "int") -> str:
    text = f"void f(int n, int *restrict a, const int *restrict b) {{ for ({head} i = 1; i < n; i++) {{ {head} k = {subscript}; a[k] = b[k]; }} }}"
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("subscript", EXACT)
def test_what_is_divided_evenly_is_a_number_of_the_loop(subscript: str) -> None:
    assert verdict(subscript) == "proved"


@pytest.mark.parametrize("subscript", CUT)
def test_what_is_cut_off_is_not(subscript: str) -> None:
    assert verdict(subscript) in ("refuted", "unknown")


@pytest.mark.parametrize("subscript", ["i * 2 / 2", "(i << 1) >> 1"])
def test_a_product_that_wraps_is_told(subscript: str) -> None:
    assert verdict(subscript, "unsigned") == "assumed"
