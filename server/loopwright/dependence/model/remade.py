"""How an assignment makes a variable's new value of its old one: `t = min(max(t, a[i]), 4)`; without nodes of the parser."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias, Union


class Old(NamedTuple):
    """The value that the variable had."""


class Given(NamedTuple):
    """What has nothing to do with the variable, by its text; ``is_name`` if it is another variable as it is."""

    text: str
    is_name: bool


class Constant(NamedTuple):
    """A number."""

    value: Fraction


class Made(NamedTuple):
    """An operator of C, `max` or `min`, `?` for a choice, or a ``CALL`` of which nobody knows what it works out."""

    operator: str
    operands: tuple[Remade, ...]


Remade: TypeAlias = Union[Old, Given, Constant, Made]
CALL = "()"


class Remaking(NamedTuple):
    """What one assignment makes of the variable, which it ``reads`` so often."""

    value: Remade
    reads: int


def parts_of(remade: Remade) -> Iterator[Remade]:
    """It and all that it is made of."""
    yield remade
    if isinstance(remade, Made):
        for operand in remade.operands:
            yield from parts_of(operand)


def worth(remade: Remade, old: Fraction, given: Mapping[str, Fraction]) -> Fraction | None:
    """The new value, ``None`` where the operation is not defined, or not known."""
    if isinstance(remade, Old):
        return old
    if isinstance(remade, Given):
        return given[remade.text]
    if isinstance(remade, Constant):
        return remade.value
    if remade.operator == CALL:
        return None
    values = []
    for operand in remade.operands:
        value = worth(operand, old, given)
        if value is None:
            return None
        values.append(value)
    if remade.operator == "?":
        return values[1] if values[0] else values[2]
    if len(values) == 1:
        return _UNARY[remade.operator](values[0])
    return _together(remade.operator, values)


def _together(sign: str, values: list[Fraction]) -> Fraction | None:
    result = values[0]
    for value in values[1:]:
        if sign in _OF_BITS:
            if result.denominator != 1 or value.denominator != 1 or (sign in ("<<", ">>") and not 0 <= value < 16):
                return None
            result = Fraction(_OF_BITS[sign](result.numerator, value.numerator))
        elif sign in ("/", "%") and not value:
            return None
        else:
            result = Fraction(_BINARY[sign](result, value))
    return result


_Unary: TypeAlias = Callable[[Fraction], Fraction]
_Binary: TypeAlias = Callable[[Fraction, Fraction], Union[Fraction, bool]]

_UNARY: dict[str, _Unary] = {"-": operator.neg, "+": operator.pos, "!": lambda value: Fraction(not value)}
_BINARY: dict[str, _Binary] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "&&": lambda one, other: bool(one and other),
    "||": lambda one, other: bool(one or other),
    "max": max,
    "min": min,
}
_OF_BITS: dict[str, Callable[[int, int], int]] = {
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
UNARY, BINARY = frozenset(_UNARY), frozenset((*_BINARY, *_OF_BITS))
