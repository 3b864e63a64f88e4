"""Integer expressions as sums: a constant and named terms with coefficients, enough to compare bounds of sections."""

from __future__ import annotations

from typing import NamedTuple

from loopwright.openacc.tokens import Token
from loopwright.openacc.types import evaluate
from loopwright.source.declarations import Declarations

_MOST_TERMS = 12


class Linear(NamedTuple):
    """``constant + Σ coefficient · product``; a product is a sorted tuple of names."""

    constant: int
    terms: tuple[tuple[tuple[str, ...], int], ...] = ()

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """``self + factor · other``."""
        sums = dict(self.terms)
        for product, coefficient in other.terms:
            sums[product] = sums.get(product, 0) + factor * coefficient
        kept = tuple(sorted((p, c) for p, c in sums.items() if c))
        return Linear(self.constant + factor * other.constant, kept)

    def times(self, other: Linear) -> Linear:
        """The product."""
        result = Linear(0)
        for p, c in ((), self.constant), *self.terms:
            for q, d in ((), other.constant), *other.terms:
                product = tuple(sorted((*p, *q)))
                result = result.plus(Linear(c * d) if not product else Linear(0, ((product, c * d),)))
        return result

    @property
    def names(self) -> frozenset[str]:
        """Every name in it."""
        return frozenset(name for product, _ in self.terms for name in product)

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
        result = Linear(self.constant)
        for product, coefficient in self.terms:
            part = Linear(coefficient)
            for factor in product:
                part = part.times(value if factor == name else Linear(0, (((factor,), 1),)))
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
            parts.append(f"{'-' if self.constant < 0 else '+'} {abs(self.constant)}")
        text = " ".join(parts)
        return text[2:] if text.startswith("+ ") else "-" + text[2:]


def linear(tokens: tuple[Token, ...], declarations: Declarations, offset: int) -> Linear | None:
    """``tokens`` as a sum, ``None`` if they are none (calls, divisions, subscripts)."""
    if not tokens or len(tokens) > 60:
        return None
    reader = _Reader(tokens, declarations, offset)
    value = reader.sum()
    return value if reader.at == len(tokens) else None


class _Reader:
    def __init__(self, tokens: tuple[Token, ...], declarations: Declarations, offset: int) -> None:
        self.tokens, self.declarations, self.offset = tokens, declarations, offset
        self.at = 0

    def _peek(self) -> str:
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def sum(self) -> Linear | None:
        value = self._product()
        while value is not None and self._peek() in ("+", "-"):
            factor = 1 if self._peek() == "+" else -1
            self.at += 1
            right = self._product()
            value = None if right is None else value.plus(right, factor)
        return value

    def _product(self) -> Linear | None:
        value = self._factor()
        while value is not None and self._peek() == "*":
            self.at += 1
            right = self._factor()
            value = None if right is None or len(value.terms) * len(right.terms) > _MOST_TERMS else value.times(right)
        return value

    def _factor(self) -> Linear | None:
        text = self._peek()
        if text in ("-", "+"):
            self.at += 1
            inner = self._factor()
            return None if inner is None else Linear(0).plus(inner, -1 if text == "-" else 1)
        if text == "(":
            self.at += 1
            value = self.sum()
            if self._peek() != ")":
                return None
            self.at += 1
            return value
        if self.at >= len(self.tokens):
            return None
        token = self.tokens[self.at]
        self.at += 1
        if self._peek() in ("(", "[", ".", "->", "::", "++", "--"):
            return None
        constant = evaluate((token,), self.declarations, self.offset).value
        if constant is not None:
            return Linear(constant)
        return Linear(0, (((token.text,), 1),)) if token.kind == "name" else None
