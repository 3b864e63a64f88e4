"""Polynomials: division gives back what was multiplied."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from loopwright.source.linear import Linear

PRODUCTS = st.lists(st.sampled_from("abc"), max_size=3).map(lambda names: tuple(sorted(names)))
POLYNOMIALS = st.dictionaries(PRODUCTS, st.integers(-4, 4), max_size=4).map(
    lambda terms: Linear(terms.pop((), 0), tuple(sorted((p, c) for p, c in terms.items() if c)))
)


@given(POLYNOMIALS, POLYNOMIALS.filter(lambda p: p != Linear(0)))
def test_quotient_and_remainder_are_the_dividend(dividend: Linear, divisor: Linear) -> None:
    quotient, rest = dividend.divided(divisor)
    assert quotient.times(divisor).plus(rest) == dividend


@given(POLYNOMIALS, POLYNOMIALS.filter(lambda p: p != Linear(0)))
def test_a_product_is_divided_without_remainder(quotient: Linear, divisor: Linear) -> None:
    assert quotient.times(divisor).divided(divisor) == (quotient, Linear(0))
