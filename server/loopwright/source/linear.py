"""Integer polynomials: a constant and products of names with coefficients, the values of bounds and subscripts."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import prod
from typing import NamedTuple

_SIZES = (2, 5, 40, 3000)
_FAR_APART = (2, 3000)
_MOST_NAMES = 5


class Linear(NamedTuple):
    """``constant + Σ coefficient · product``; a product is a sorted tuple of names."""

    constant: int
    terms: tuple[tuple[tuple[str, ...], int], ...] = ()

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """``self + factor · other``."""
        if not other.terms:
            return Linear(self.constant + factor * other.constant, self.terms)
        if not self.terms:
            return Linear(self.constant + factor * other.constant, other._scaled(factor).terms)
        sums = dict(self.terms)
        for product, coefficient in other.terms:
            sums[product] = sums.get(product, 0) + factor * coefficient
        kept = tuple(sorted([term for term in sums.items() if term[1]]))
        return Linear(self.constant + factor * other.constant, kept)

    def times(self, other: Linear) -> Linear:
        """The product."""
        if not other.terms:
            return self._scaled(other.constant)
        if not self.terms:
            return other._scaled(self.constant)
        sums: dict[tuple[str, ...], int] = {}
        ours, theirs = self._summands(), other._summands()
        for p, c in ours:
            for q, d in theirs:
                product = tuple(sorted((*p, *q)))
                sums[product] = sums.get(product, 0) + c * d
        return _of(sums)

    def _summands(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        """The terms, with the constant as that of no names where it is there."""
        return (((), self.constant), *self.terms) if self.constant else self.terms

    def _scaled(self, factor: int) -> Linear:
        if not factor:
            return Linear(0)
        if factor == 1:
            return self
        return Linear(factor * self.constant, tuple((product, factor * c) for product, c in self.terms))

    def divided(self, divisor: Linear) -> tuple[Linear, Linear]:
        """(quotient, remainder) of polynomials: the greatest product of the divisor is taken out of every product that holds it."""
        return _divided(self, divisor)

    def _quotient_and_rest(self, divisor: Linear) -> tuple[Linear, Linear]:
        terms = [*divisor.terms, ((), divisor.constant)]
        head, factor = max((term for term in terms if term[1]), key=lambda term: (len(term[0]), term[0]))
        quotient, rest = Linear(0), self
        while True:
            for product, coefficient in sorted([*rest.terms, ((), rest.constant)], key=lambda term: -len(term[0])):
                more = Counter(product)
                more.subtract(head)
                if coefficient and coefficient % factor == 0 and min(more.values(), default=0) >= 0:
                    name = tuple(sorted(more.elements()))
                    part = Linear(0, ((name, coefficient // factor),)) if name else Linear(coefficient // factor)
                    break
            else:
                return quotient, rest
            quotient, rest = quotient.plus(part), rest.plus(divisor.times(part), -1)

    @property
    def names(self) -> frozenset[str]:
        """Every name in it."""
        terms = self.terms
        if len(terms) == 1:  # which most have
            return frozenset(terms[0][0])
        return frozenset([name for product, _ in terms for name in product])

    @property
    def name(self) -> str:
        """The name that it is, alone; empty where it is more, or a number."""
        (product, factor), *others = self.terms or (((), 0),)
        return product[0] if factor == 1 and len(product) == 1 and not (others or self.constant) else ""

    def coefficient(self, name: str) -> int | None:
        """Coefficient of ``name`` where it stands alone, ``None`` if it also stands in a product."""
        found = 0
        for product, coefficient in self.terms:
            if product == (name,):
                found = coefficient
            elif name in product:
                return None
        return found

    def with_value(self, name: str, value: Linear) -> Linear:
        """``value`` put in for ``name``."""
        kept = tuple(term for term in self.terms if name not in term[0])
        result = Linear(self.constant, kept)
        for product, coefficient in self.terms:
            if name in product:
                others = tuple(factor for factor in product if factor != name)
                part = Linear(0, ((others, coefficient),)) if others else Linear(coefficient)
                for _ in range(len(product) - len(others)):
                    part = part.times(value)
                result = result.plus(part)
        return result

    def text(self) -> str:
        """The expression as a person would write it."""
        parts = []
        for product, coefficient in sorted(self.terms, key=lambda term: term[1] < 0):
            sign = "-" if coefficient < 0 else "+"
            factor = f"{abs(coefficient)} * " if abs(coefficient) != 1 else ""
            parts.append(f"{sign} {factor}{' * '.join(product)}")
        if self.constant or not parts:
            part = f"{'-' if self.constant < 0 else '+'} {abs(self.constant)}"
            parts = [part, *parts] if parts and parts[0][0] == "-" and self.constant > 0 else [*parts, part]
        text = " ".join(parts)
        return text[2:] if text.startswith("+ ") else "-" + text[2:]

    def value(self, sizes: Mapping[str, int]) -> int:
        """The number that it is for ``sizes``."""
        return self.constant + sum(factor * prod(sizes[name] for name in product) for product, factor in self.terms)

    def not_negative(self) -> str:
        """That it is not negative, as a person would write it: `m >= w` for `m - w`, as nothing is subtracted."""
        more = Linear(max(self.constant, 0), tuple(term for term in self.terms if term[1] > 0))
        less = Linear(max(-self.constant, 0), tuple((product, -factor) for product, factor in self.terms if factor < 0))
        return f"{more.text()} >= {less.text()}" if more.terms else f"{less.text()} <= {more.text()}"


def drawn_sizes(names: Iterable[str]) -> Iterator[dict[str, int]]:
    """Sizes of more than one in all proportions, as people mean them; none for more names than can be gone through."""
    found = sorted(set(names))
    if len(found) <= _MOST_NAMES:
        yield from (dict(zip(found, each)) for each in itertools.product(_SIZES, repeat=len(found)))


def some_sizes(names: Iterable[str]) -> Iterator[dict[str, int]]:
    """The same to find sizes for which something holds: of more names, two sizes of each, far apart."""
    found = sorted(set(names))
    if len(found) <= _MOST_NAMES:
        yield from drawn_sizes(found)
    elif len(found) <= 2 * _MOST_NAMES:
        yield from (dict(zip(found, each)) for each in itertools.product(_FAR_APART, repeat=len(found)))


def _of(sums: dict[tuple[str, ...], int]) -> Linear:
    constant = sums.pop((), 0)
    return Linear(constant, tuple(sorted((product, c) for product, c in sums.items() if c)))


@lru_cache(maxsize=4096)
def _divided(number: Linear, divisor: Linear) -> tuple[Linear, Linear]:
    return number._quotient_and_rest(divisor)
