"""Polynomials: division gives back what was multiplied, and values are those of the parts."""

from __future__ import annotations

import math

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


@given(POLYNOMIALS, POLYNOMIALS, st.integers(-3, 3), st.integers(-4, 4), st.integers(-4, 4))
def test_values_of_sums_products_and_substitutions(one: Linear, other: Linear, factor: int, a: int, b: int) -> None:
    """What is worked out in short ways (no terms, one number) too is in its canonical form, and worth what its parts are worth."""
    names = {name: value for name, value in zip(sorted(one.names | other.names), (a, b, a - b, 2, 3))}

    def worth(number: Linear) -> int:
        return number.constant + sum(c * math.prod(names[name] for name in product) for product, c in number.terms)

    for result in (one.plus(other, factor), one.times(other)):
        assert result.terms == tuple(sorted(result.terms))
        assert all(c for _, c in result.terms)
    assert worth(one.plus(other, factor)) == worth(one) + factor * worth(other)
    assert worth(one.times(other)) == worth(one) * worth(other)
    for name in one.names:
        replaced = one.with_value(name, other)
        before, names[name] = names[name], worth(other)
        value, names[name] = worth(one), before
        assert worth(replaced) == value
