"""The words of a piece of code: what is asked of them."""

from __future__ import annotations

import pytest
from loopwright.source.text import occurrences
from loopwright.source.tokens import is_operand, tokens_of


@pytest.mark.parametrize(
    "text", ["n", "12", "a[i + 1]", "p->n", "f(a, b - c)", "(a + b)", "s.x[2].y", "std::size(v)", "(*p)[k > 2]", "'-'"]
)
def test_what_stands_beside_any_operator(text: str) -> None:
    assert is_operand(text)


@pytest.mark.parametrize(
    "text", ["-n", "a-b", "n>>1", "n / m", "(a) + (b)", "a ? b : c", "int n", "*p", "x>y", "a)(b", "", "f(a"]
)
def test_what_needs_parentheses(text: str) -> None:
    assert not is_operand(text)


def test_operators_that_store_are_told_from_those_that_compare() -> None:
    text = 'a == b; c <= d; e != f; g >= h; t = "x = 1 ++"; u += 2; v <<= 1; w++; x - -y /* z-- */'
    assert [token.text for token in tokens_of(text) if token.stores] == ["=", "+=", "<<=", "++"]


def test_whole_words_are_found_wherever_they_stand() -> None:
    data = b"n + n1 - an * n, n_ $n /* n */ n"
    assert list(occurrences(data, b"n")) == [0, 14, 26, len(data) - 1]
