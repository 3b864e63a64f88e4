"""Integer expressions of directives as polynomials, enough to compare bounds of sections."""

from __future__ import annotations

from loopwright.lang.scopes import Scopes
from loopwright.openacc.types import integer
from loopwright.source.linear import Linear
from loopwright.source.tokens import Token

_MOST_TERMS = 12


def linear(tokens: tuple[Token, ...], declarations: Scopes, offset: int) -> Linear | None:
    """``tokens`` as a sum, ``None`` if they are none (calls, divisions, subscripts)."""
    if not tokens or len(tokens) > 60:
        return None
    reader = _Reader(tokens, declarations, offset)
    value = reader.sum()
    return value if reader.at == len(tokens) else None


class _Reader:
    def __init__(self, tokens: tuple[Token, ...], declarations: Scopes, offset: int) -> None:
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
        constant = integer((token,), self.declarations, self.offset)
        if constant is not None:
            return Linear(constant)
        return Linear(0, (((token.text,), 1),)) if token.kind == "name" else None
