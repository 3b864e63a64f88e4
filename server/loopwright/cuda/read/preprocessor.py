"""``#if`` as nvcc decides it: the value of a condition."""

from __future__ import annotations

from collections.abc import Mapping

from loopwright.lang.numbers import literal
from loopwright.source.lexemes import code_within

_LEVELS = tuple(level.split() for level in ("||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"))
_DEPTH = 16


def condition_value(
    text: str, names: Mapping[str, str | None], unknown: frozenset[str] = frozenset(), rest: bool = True
) -> int | None:
    """What a condition is worth, ``None`` where that cannot be told. ``names``: macro → text, ``None`` for one with
    parameters or that may or may not be defined; ``unknown``: names of which nothing is known; ``rest``: other names are not
    defined, which is 0 in a condition (C++17 [cpp.cond])."""
    try:
        return _Condition(text, names, unknown, rest).value()
    except (ValueError, RecursionError):  # one that is nested deeper than anybody writes
        return None


class _Condition:
    """One condition. ``None`` stands for a value that cannot be told; both sides of ``&&`` and ``||`` are asked first."""

    def __init__(self, text: str, names: Mapping[str, str | None], unknown: frozenset[str], rest: bool) -> None:
        self.names, self.unknown, self.rest = names, unknown, rest
        self.tokens, self.at = [each.text for each in code_within(text)], 0
        self.depth = 0

    def value(self) -> int | None:
        found = self._choice()
        if self.at < len(self.tokens):
            raise ValueError(self.tokens[self.at])
        return found

    def _choice(self) -> int | None:
        test = self._binary(0)
        if self._peek() != "?":
            return test
        self._take("?")
        one = self._choice()
        self._take(":")
        other = self._choice()
        return None if test is None else one if test else other

    def _binary(self, level: int) -> int | None:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while self._peek() in _LEVELS[level]:
            operator = self.tokens[self.at]
            self.at += 1
            left = _applied(operator, left, self._binary(level + 1))
        return left

    def _unary(self) -> int | None:
        token = self._next()
        if token in ("!", "-", "+", "~"):
            value = self._unary()
            if value is None:
                return None
            return {"!": int(not value), "-": -value, "+": value, "~": ~value}[token]
        if token == "(":
            value = self._choice()
            self._take(")")
            return value
        if (number := literal(token, "cpp")) is not None and number.is_integer:
            return int(number.value)
        if token == "defined":
            bracket = self._peek() == "("
            name = (self._next(), self._next())[1] if bracket else self._next()
            if bracket:
                self._take(")")
            return self._defined(name)
        return self._named(token)

    def _defined(self, name: str) -> int | None:
        if name in self.unknown or (name not in self.names and not self.rest):
            return None
        return int(name in self.names)

    def _named(self, name: str) -> int | None:
        if not name.isidentifier():
            raise ValueError(name)
        if name in ("true", "false"):
            return int(name == "true")
        if self._peek() == "(":  # a macro with parameters, or __has_include
            raise ValueError(name)
        if name in self.unknown:
            return None
        if name not in self.names:
            return 0 if self.rest else None
        text = self.names[name]
        if text is None:
            return None
        self.depth += 1
        if self.depth > _DEPTH:
            raise ValueError(name)
        inner = _Condition(text, self.names, self.unknown, self.rest)
        inner.depth = self.depth
        return inner.value()

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        if not token:
            raise ValueError("end")
        self.at += 1
        return token

    def _take(self, token: str) -> None:
        if self._next() != token:
            raise ValueError(token)


def _applied(operator: str, left: int | None, right: int | None) -> int | None:
    if operator == "&&" and 0 in (left, right):
        return 0
    if operator == "||" and any(side for side in (left, right)):
        return 1
    if left is None or right is None:
        return None
    if operator in ("/", "%"):
        if not right:
            raise ValueError(operator)
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if operator == "/" else left - quotient * right
    if operator in ("<<", ">>"):
        if not 0 <= right < 64:
            raise ValueError(operator)
        return left << right if operator == "<<" else left >> right
    table = {
        "||": int(bool(left or right)), "&&": int(bool(left and right)), "|": left | right, "^": left ^ right, "&": left & right,
        "==": int(left == right), "!=": int(left != right), "<": int(left < right), ">": int(left > right),
        "<=": int(left <= right), ">=": int(left >= right), "+": left + right, "-": left - right, "*": left * right,
    }  # fmt: skip
    return table[operator]
