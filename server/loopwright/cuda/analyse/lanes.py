"""Whole numbers as all threads of a few blocks have them at once, one lane a thread.

A number is a constant in each lane plus multiples of symbols, which stand for what only the launch tells: ``32 * n + 5``. A symbol is one
value for the grid, and as large as anybody likes: who finds two threads in conflict finds them for large arrays. A symbol that begins
with ``?`` may be anything. What is no such number may have a mark still: lanes with the same mark have the same value, and lanes with
different marks have values that were made of different data. All of it is arithmetic on arrays of numpy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Marks = NDArray[np.uint64]
Truths = NDArray[np.bool_]
MOST = 2**31  # a greater number of the text is taken for one of which nothing is known: its products would not fit
_ODD = np.uint64(0x9E3779B97F4A7C15)
_TURN, _BACK, _HALF = np.uint64(29), np.uint64(35), np.uint64(31)
UNTOLD = "?"
LARGEST = 1 << 31  # what is larger may be cut off


@dataclass(frozen=True)
class Value:
    """``known``: lanes in which it is ``constant`` and the ``terms``; ``marked``: lanes in which ``mark`` says something. ``base``: the
    memory that a pointer leads into, which is a number of elements then."""

    constant: Integers
    known: Truths
    mark: Marks
    marked: Truths
    terms: Mapping[str, Integers] = field(default_factory=dict)
    base: str = ""

    @property
    def plain(self) -> Truths:
        """Lanes in which it is a number without symbols."""
        found: Truths = self.known.copy()
        for factors in self.terms.values():
            found &= factors == 0
        return found

    def forgotten(self) -> Value:
        """The same where nothing is known but that its marks differ where they did."""
        return replace(self, known=np.zeros_like(self.known), terms={}, base="")


def number(
    constant: Any, lanes: int, terms: Mapping[str, Integers] | None = None, known: Truths | None = None
) -> Value:
    """A number in every lane, or where it is ``known``."""
    values = np.asarray(constant, np.int64)
    values = values if values.shape == (lanes,) else np.full(lanes, values)
    kept = {name: factors for name, factors in (terms or {}).items() if factors.any()}
    sure = np.abs(values) < LARGEST if known is None else known & (np.abs(values) < LARGEST)
    for factors in kept.values():
        sure = sure & (np.abs(factors) < LARGEST)
    mark = _mixed(np.uint64(7), values.astype(np.uint64))
    for name in sorted(kept):
        mark = np.where(kept[name] == 0, mark, _mixed(mark ^ np.uint64(of_text(name)), kept[name].astype(np.uint64)))
    return Value(values, sure, mark, sure, kept)


def symbol(name: str, lanes: int) -> Value:
    """What only the launch tells."""
    return number(0, lanes, {name: np.ones(lanes, np.int64)})


def unknown(lanes: int) -> Value:
    """A value of which nothing is known."""
    nothing = np.zeros(lanes, np.bool_)
    return Value(np.zeros(lanes, np.int64), nothing, np.zeros(lanes, np.uint64), nothing)


def made_of(what: str, *parts: Value) -> Value:
    """A value that is told by ``parts`` alone, and that we cannot work out."""
    lanes = len(parts[0].constant)
    mark = np.full(lanes, of_text(what), np.uint64)
    marked = np.ones(lanes, np.bool_)
    for part in parts:
        mark, marked = _mixed(mark, part.mark), marked & part.marked
    return Value(np.zeros(lanes, np.int64), np.zeros(lanes, np.bool_), mark, marked)


@lru_cache(maxsize=4096)
def of_text(text: str) -> int:
    """A number for a text, the same in every run."""
    found = 0xCBF29CE484222325
    for byte in text.encode():
        found = (found ^ byte) * 0x100000001B3 % (1 << 64)
    return found


def _mixed(one: Any, other: Marks) -> Marks:
    """A mark made of two; ``other`` is of lanes, of which numpy does not say that they are cut off."""
    mixed: Marks = (((one << _TURN) | (one >> _BACK)) ^ other) * _ODD
    found: Marks = mixed ^ (mixed >> _HALF)
    return found


def chosen(where: Truths, one: Value, other: Value) -> Value:
    """``one`` in the lanes of ``where``, ``other`` in the rest."""
    if where.all() or not where.any():
        return one if where.any() else other
    lanes = len(where)
    first, second = where & one.known, ~where & other.known
    known = first | second
    if one.base != other.base and first.any() and second.any():
        known = np.zeros(lanes, np.bool_)
    base = one.base if first.any() else other.base
    terms = {
        name: np.where(
            where, one.terms.get(name, np.zeros(lanes, np.int64)), other.terms.get(name, np.zeros(lanes, np.int64))
        )
        for name in {*one.terms, *other.terms}
    }
    constant = np.where(where, one.constant, other.constant)
    mark, marked = np.where(where, one.mark, other.mark), np.where(where, one.marked, other.marked)
    return Value(constant, known, mark, marked, terms, base)


def added(one: Value, other: Value, sign: int = 1) -> Value:
    """The sum, or the difference."""
    lanes = len(one.constant)
    none = np.zeros(lanes, np.int64)
    terms = {
        name: one.terms.get(name, none) + sign * other.terms.get(name, none) for name in {*one.terms, *other.terms}
    }
    both = one.known & other.known
    found = number(one.constant + sign * other.constant, lanes, terms, both)
    rest = made_of("+-"[sign < 0], one, other)
    base = one.base or (other.base if sign > 0 else "")
    return replace(_or_mark(found, rest), base=base if not (one.base and other.base) else "")


def multiplied(one: Value, other: Value) -> Value:
    """The product: of two symbols a new one."""
    lanes = len(one.constant)
    none = np.zeros(lanes, np.int64)
    terms: dict[str, Integers] = {}
    for first, factors in {"": one.constant, **one.terms}.items():
        for second, others in {"": other.constant, **other.terms}.items():
            name = "*".join(sorted(filter(None, (*first.split("*"), *second.split("*")))))
            name = f"{UNTOLD}{name}" if UNTOLD in name and not name.startswith(UNTOLD) else name
            terms[name] = terms.get(name, none) + factors * others
    constant = terms.pop("")
    return _or_mark(number(constant, lanes, terms, one.known & other.known), made_of("*", one, other))


def _or_mark(found: Value, rest: Value) -> Value:
    """What is known, elsewhere its mark."""
    mark = np.where(found.known, found.mark, rest.mark)
    return replace(found, mark=mark, marked=found.known | rest.marked)


def divided(one: Value, other: Value) -> tuple[Value, Value]:
    """Quotient and remainder, towards zero. A small number divided by a symbol is nothing."""
    lanes = len(one.constant)
    small = one.plain & (one.constant >= 0)
    by_large = other.known & ~other.plain & (signs(other) > 0) & (other.constant >= 0) & small
    by_number = other.plain & (other.constant > 0) & one.plain
    divisor = np.where(by_number, other.constant, 1)
    whole = np.sign(one.constant) * (np.abs(one.constant) // divisor)
    quotient = number(np.where(by_large, 0, whole), lanes, None, by_number | by_large)
    left = number(np.where(by_large, one.constant, one.constant - whole * divisor), lanes, None, by_number | by_large)
    of_grid = _of_grid(one) and _of_grid(other) and not quotient.known.any()
    if of_grid:
        told = f"{_grouped(one)} / {_grouped(other)}"
        large = bool((signs(one) > 0).all()) and bool(other.plain.all() and other.constant[0] > 0)
        return symbol(told if large else f"{UNTOLD}{told}", lanes), symbol(f"{UNTOLD}% {told}", lanes)
    return _or_mark(quotient, made_of("/", one, other)), _or_mark(left, made_of("%", one, other))


def _of_grid(value: Value) -> bool:
    """Whether a known number is the same in all lanes."""
    same = all((factors == factors[0]).all() for factors in (value.constant, *value.terms.values()))
    return same and bool(value.known.all())


def _grouped(value: Value) -> str:
    text = said(value, 0)
    return f"({text})" if " " in text else text


def said(value: Value, lane: int) -> str:
    """The number of a lane in words: ``2 * n + 5``."""
    factors = [(int(value.terms[name][lane]), name) for name in sorted(value.terms) if value.terms[name][lane]]
    parts = [name if factor == 1 else f"{factor} * {name}" for factor, name in factors]
    constant = int(value.constant[lane])
    return " + ".join([*parts, str(constant)] if constant or not parts else parts).replace("+ -", "- ")


def bitwise(what: str, one: Value, other: Value) -> Value:
    """Operations on bits, of numbers without symbols."""
    if what == "<<":
        return multiplied(one, number(1 << np.clip(other.constant, 0, 40), len(one.constant), None, other.plain))
    if what == ">>":
        return divided(one, number(1 << np.clip(other.constant, 0, 40), len(one.constant), None, other.plain))[0]
    worked = {"&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor}[what](one.constant, other.constant)
    found = number(worked, len(one.constant), None, one.plain & other.plain)
    return _or_mark(found, made_of(what, one, other))


def signs(value: Value) -> Integers:
    """1 or -1 where a number is above or below 0 for large symbols, 0 where it is 0 or nobody knows."""
    up, down = np.zeros(len(value.constant), np.bool_), np.zeros(len(value.constant), np.bool_)
    for name, factors in value.terms.items():
        if name.startswith(UNTOLD):
            up, down = up | (factors != 0), down | (factors != 0)
        up, down = up | (factors > 0), down | (factors < 0)
    by_symbols = up.astype(np.int64) - down.astype(np.int64)
    return np.where(value.known, np.where(up | down, by_symbols, np.sign(value.constant)), 0)


@dataclass(frozen=True)
class Condition:
    """Lanes in which it holds for certain, and in which it does not."""

    holds: Truths
    fails: Truths

    def __invert__(self) -> Condition:
        return Condition(self.fails, self.holds)

    def __and__(self, other: Condition) -> Condition:
        return Condition(self.holds & other.holds, self.fails | other.fails)


def compared(operator: str, one: Value, other: Value) -> Condition:
    """What a comparison says in each lane. Whether a symbol equals something is not known."""
    difference = added(one, other, -1)
    sign, plain = signs(difference), difference.plain
    equal = plain & (difference.constant == 0)
    unequal = plain & (difference.constant != 0)
    if one.base != other.base:
        nothing = np.zeros_like(equal)
        return Condition(nothing, nothing)
    less, more = sign < 0, sign > 0
    return {
        "<": Condition(less, more | equal),
        ">": Condition(more, less | equal),
        "<=": Condition(less | equal, more),
        ">=": Condition(more | equal, less),
        "==": Condition(equal, unequal),
        "!=": Condition(unequal, equal),
    }[operator]
