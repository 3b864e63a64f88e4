"""What two runs of a program print or write, compared: words are to be the same, numbers as close as those of kernels.

Two runs of the same program tell what is no result: times, addresses, dates. The places of these are a :class:`Mask`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from loopwright.evidence.compare import Element, compare

_WORD = re.compile(
    r"0[xX][0-9a-fA-F]+|[-+]?(?:nan|inf)\b|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[^\W\d]\w*|\S",
)
_ENOUGH_DIGITS = 4  # of a number whose last one may be rounded otherwise


@dataclass(frozen=True)
class Closeness:
    """How far numbers may be apart: a part of their own size, and one of the largest of their line."""

    relative: float
    absolute: float


COARSE, FINE = Closeness(1e-4, 2e-6), Closeness(1e-10, 1e-13)  # as kernels' results in float and in double


@dataclass(frozen=True)
class Mask:
    """Words that two runs of one program do not agree on, by line and place; ``None`` for a whole line."""

    words: Mapping[int, frozenset[int] | None] = field(default_factory=dict)

    def hides(self, line: int, word: int) -> bool:
        """Whether a word is no result."""
        places = self.words.get(line, frozenset())
        return places is None or word in places


@dataclass(frozen=True)
class Unlike:
    """The first line that is not as it should be, from 1, with both texts; empty where there is none."""

    line: int
    expected: str
    found: str


def mask_of(first: str, second: str) -> Mask | None:
    """What two runs of one program do not agree on; ``None`` where they have not the same lines."""
    one, other = first.splitlines(), second.splitlines()
    if len(one) != len(other):
        return None
    hidden: dict[int, frozenset[int] | None] = {}
    for number, (mine, yours) in enumerate(zip(one, other, strict=True)):
        if mine == yours:
            continue
        a, b = _WORD.findall(mine), _WORD.findall(yours)
        hidden[number] = frozenset(i for i, (x, y) in enumerate(zip(a, b)) if x != y) if len(a) == len(b) else None
    return Mask(hidden)


def unlike(expected: str, found: str, mask: Mask, closeness: Closeness, *, any_order: bool = False) -> Unlike | None:
    """How a text differs from the one that is expected, ``None`` for not at all. ``any_order``: lines that threads print may change
    places."""
    lines = [
        (number, one, other)
        for number, (one, other) in enumerate(zip_longest(expected.splitlines(), found.splitlines()))
        if one is None or other is None or not _is_like(number, one, other, mask, closeness)
    ]
    if not lines:
        return None
    if any_order:
        own, others = (sorted(line for line in side if line is not None) for side in list(zip(*lines))[1:])
        if len(own) == len(others) and all(
            _is_like(-1, one, other, Mask(), closeness) for one, other in zip(own, others, strict=True)
        ):
            return None
    number, one, other = lines[0]
    return Unlike(number + 1, one or "", other or "")


def is_same_in_pieces(expected: str, found: str, closeness: Closeness) -> bool:
    """Whether the words of two texts are the same in some order, as those of lines that several threads print together."""
    one, other = (sorted(_WORD.findall(text), key=_size) for text in (expected, found))
    own, others = ([word for word in words if not _is_number(word)] for words in (one, other))
    numbers, other_numbers = ([word for word in words if _is_number(word)] for words in (one, other))
    return (
        Counter(own) == Counter(others)
        and len(numbers) == len(other_numbers)
        and all(x == y or _are_close(x, y, 0.0, closeness) for x, y in zip(numbers, other_numbers, strict=True))
    )


def _size(word: str) -> tuple[float, str]:
    value = float(word) if _is_number(word) else 0.0
    return (math.inf if math.isnan(value) else value, word)


def unlike_files(
    expected: Mapping[str, bytes | None],
    again: Mapping[str, bytes | None],
    found: Mapping[str, bytes | None],
    closeness: Closeness,
) -> str:
    """How the files that a run wrote differ, in a sentence, empty for not at all. ``again``: those of a second run of what is
    expected."""
    steady = expected.keys() & again.keys()
    if missing := sorted(steady - found.keys()):
        return f"the file {missing[0]} is not written"
    if more := sorted(found.keys() - expected.keys() - again.keys()):
        return f"the file {more[0]} is written"
    for name in sorted(steady):
        told = _unlike_file(expected[name], again[name], found[name], closeness)
        if told:
            return f"the file {name}{told}"
    return ""


def _unlike_file(expected: bytes | None, again: bytes | None, found: bytes | None, closeness: Closeness) -> str:
    if expected == found or expected is None or again is None:
        return ""  # what is too large to be kept is not compared
    if found is None or (expected == again and b"\0" in expected and len(expected) != len(found)):
        return " has another size"
    if b"\0" in expected:
        return "" if expected != again or close_as_file(expected, found) else " holds something else"
    texts = [data.decode("utf-8", "replace") for data in (expected, again, found)]
    mask = mask_of(texts[0], texts[1])
    told = unlike(texts[0], texts[2], mask, closeness) if mask is not None else None
    return f" differs in line {told.line}: “{told.found}” should be “{told.expected}”" if told else ""


def close_as_file(expected: bytes, found: bytes) -> bool:
    """Whether bytes are numbers of four or eight bytes that are close."""
    size = len(expected) // 4 * 4

    def near(magnitude: NDArray[np.float64], largest: float) -> NDArray[np.float64]:
        return COARSE.relative * magnitude + COARSE.absolute * largest

    if expected[size:] != found[size:]:
        return False
    if compare(expected[:size], found[:size], Element("real", 4), near, untyped=True).difference is None:
        return True
    if len(expected) % 8:
        return False
    one = np.frombuffer(expected, np.float64)
    sound = bool(np.isfinite(one).all() and (np.abs(one[one != 0]) > 1e-30).all() and (np.abs(one) < 1e30).all())
    return sound and compare(expected, found, Element("real", 8), near).difference is None


def _is_like(number: int, one: str, other: str, mask: Mask, closeness: Closeness) -> bool:
    if one == other or mask.hides(number, -1):
        return True
    a, b = _WORD.findall(one), _WORD.findall(other)
    if len(a) != len(b):
        return False
    pairs = [(x, y) for i, (x, y) in enumerate(zip(a, b, strict=True)) if not mask.hides(number, i)]
    largest = max(_reals(x for x, _ in pairs), default=0.0)
    return all(x == y or _are_close(x, y, largest, closeness) for x, y in pairs)


def _reals(words: Iterable[str]) -> Sequence[float]:
    sizes = (abs(float(word)) for word in words if _is_real(word))
    return [size for size in sizes if math.isfinite(size)]


def _is_number(word: str) -> bool:
    """Whether a word is a number in decimal digits, or what is none of them."""
    plain = word.lstrip("+-").removeprefix(".")
    return plain in ("nan", "inf") or (plain[:1].isdigit() and plain[:2].lower() != "0x")


def _is_real(word: str) -> bool:
    return _is_number(word) and any(c in word for c in ".enEN")


def _are_close(one: str, other: str, largest: float, closeness: Closeness) -> bool:
    if not (_is_number(one) and _is_number(other) and (_is_real(one) or _is_real(other))):
        return False
    a, b = float(one), float(other)
    if not (math.isfinite(a) and math.isfinite(b)):
        return a == b or (math.isnan(a) and math.isnan(b))
    allowed = closeness.relative * abs(a) + closeness.absolute * largest
    return abs(a - b) <= allowed + max(_last_place(one), _last_place(other))


def _last_place(word: str) -> float:
    """The worth of a number's last digit, 0 where it has few of them: it may be rounded otherwise."""
    mantissa, _, exponent = word.lower().partition("e")
    digits = mantissa.lstrip("+-").replace(".", "").lstrip("0")
    if len(digits) < _ENOUGH_DIGITS or "." not in mantissa or len(exponent) > 4:
        return 0.0
    places = len(mantissa.partition(".")[2])
    return 1.0001 * 10.0 ** (int(exponent or 0) - places)
