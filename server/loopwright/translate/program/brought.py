"""What copies bring to the host, compared.

Each copy counts by its place in the order of copies. Words that two runs of the program itself do not agree on (clocks, memory that
nothing was written to) are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from loopwright.evidence.compare import Difference, Element, compare
from loopwright.translate.program.printed import Closeness, close_as_file

_WORD = 4
_UNKNOWN, _MIXED, _EXACT, _REAL4, _REAL8 = 0, 1, 2, 4, 8  # device.h: Element
_MOST = 0.95  # of what looks like floating point before it is taken for it


@dataclass(frozen=True)
class Copy:
    """What a copy brought to the host. ``element``: what the program says it is made of; ``data``: ``None`` where it had no room or
    was never made."""

    size: int
    digest: int
    element: int
    data: bytes | None


UNTOLD = Copy(0, 0, _EXACT, None)  # more copies than are told


class TooLarge(Exception):
    """A copy that is not the same bit by bit and too large to be looked at closely, in a sentence."""


@dataclass(frozen=True)
class Steady:
    """What several runs of a program bring to the host; ``same``: words of four bytes on which they agree, ``None`` for all."""

    copies: Sequence[Copy]
    same: Sequence[NDArray[np.bool_] | None]

    def unlike(self, found: Sequence[Copy], closeness: Closeness) -> str:
        """How what another run brings differs, in a sentence, empty for not at all. Raises :class:`TooLarge`."""
        if len(found) != len(self.copies):
            return f"it copies {len(found)} times to the host and should {len(self.copies)} times"
        for number, (own, other, same) in enumerate(zip(self.copies, found, self.same, strict=True), 1):
            what = f"copy {number} of {len(found)} to the host"
            if own.size != other.size:
                return f"{what} brings {other.size} bytes and should bring {own.size}"
            if own.digest == other.digest or (same is not None and not same.any()):
                continue
            if own.data is None or other.data is None:
                raise TooLarge(
                    f"{what} brings {own.size} bytes that are not the same, too many to see how close they are"
                )
            told = _difference(own.element, _masked(own.data, same), _masked(other.data, same), closeness)
            if told is not None:
                return f"{what} brings “{told.found}” as its element {told.index} and should bring “{told.expected}”"
        return ""

    def has_other_words_than(self, found: Sequence[Copy]) -> bool:
        """Whether a word that counts is another one in a copy that another run makes too."""
        return any(
            own.size == other.size and _have_other_words(own, other, same)
            for own, other, same in zip(self.copies, found, self.same)
        )

    def steady_in(self, found: Sequence[Copy], closeness: Closeness) -> Steady | None:
        """The copies that another run brings as closely as a translation has to: words that are the same in two orders may be others in
        a third. ``None`` where it does not make the same copies."""
        if [copy.size for copy in found] != [copy.size for copy in self.copies]:
            return None
        triples = zip(self.copies, found, self.same, strict=True)
        same = [
            same if _is_close(own, other, same, closeness) else np.zeros(-(-own.size // _WORD), np.bool_)
            for own, other, same in triples
        ]
        return Steady(self.copies, same)

    def in_order_of(self, found: Sequence[Copy]) -> Sequence[Copy]:
        """The copies of another run, those that bring the same first in the places where they do."""
        left = list(found)
        places: list[Copy | None] = []
        for own in self.copies:
            at = next((i for i, other in enumerate(left) if (own.size, own.digest) == (other.size, other.digest)), None)
            places.append(left.pop(at) if at is not None else None)
        for i, own in enumerate(self.copies):
            if places[i] is None and left:
                at = next((j for j, other in enumerate(left) if other.size == own.size), 0)
                places[i] = left.pop(at)
        return [*(place for place in places if place is not None), *left]


def steady(runs: Sequence[Sequence[Copy]]) -> Steady | None:
    """What all ``runs`` bring; ``None`` where they do not make the same copies."""
    first, *others = runs
    if any([copy.size for copy in other] != [copy.size for copy in first] for other in others):
        return None
    same = [_agreed(copies) for copies in zip(*runs, strict=True)]
    return Steady(first, same)


def _agreed(copies: Sequence[Copy]) -> NDArray[np.bool_] | None:
    """The words of a copy that are the same in all runs; none of them where that cannot be seen."""
    first, *others = copies
    if all(copy.digest == first.digest for copy in others):
        return None
    datas = [copy.data for copy in copies]
    held = [_words(data) for data in datas if data is not None]
    if len(held) < len(datas):
        return np.zeros(-(-first.size // _WORD), np.bool_)
    own, *rest = held
    agreed: NDArray[np.bool_] = np.logical_and.reduce([own == other for other in rest])
    if first.element == _REAL8 and len(agreed) % 2 == 0:
        agreed = np.repeat(agreed.reshape(-1, 2).all(axis=1), 2)
    return agreed


def _is_close(own: Copy, other: Copy, same: NDArray[np.bool_] | None, closeness: Closeness) -> bool:
    if own.digest == other.digest:
        return True
    if own.data is None or other.data is None:
        return False
    return _difference(own.element, _masked(own.data, same), _masked(other.data, same), closeness) is None


def _have_other_words(own: Copy, other: Copy, same: NDArray[np.bool_] | None) -> bool:
    if own.digest == other.digest or own.data is None or other.data is None:
        return False
    return _masked(own.data, same) != _masked(other.data, same)


def _words(data: bytes) -> NDArray[np.uint32]:
    return np.frombuffer(data + bytes(-len(data) % _WORD), np.uint32)


def _masked(data: bytes, same: NDArray[np.bool_] | None) -> bytes:
    """With zeros for what does not count."""
    return data if same is None else np.where(same, _words(data), 0).astype(np.uint32).tobytes()[: len(data)]


def _difference(element: int, expected: bytes, found: bytes, closeness: Closeness) -> Difference | None:
    def near(magnitude: NDArray[np.float64], largest: float) -> NDArray[np.float64]:
        return closeness.relative * magnitude + closeness.absolute * largest

    if element == _MIXED and close_as_file(expected, found):
        return None
    size = {_REAL4: 4, _REAL8: 8, _UNKNOWN: _size_of_reals(expected)}.get(element, 0)
    if size and len(expected) % size == 0:
        return compare(expected, found, Element("real", size), near).difference
    unit = _WORD if len(expected) % _WORD == 0 else 1
    return compare(expected, found, Element("integer", unit), near).difference


def _size_of_reals(data: bytes) -> int:
    """4 or 8 where nearly all of what is not nothing looks like floating point of so many bytes, else 0."""
    for kind in (np.dtype(np.float32), np.dtype(np.float64)):
        if len(data) % kind.itemsize == 0:
            with np.errstate(all="ignore"):
                sizes = np.abs(np.frombuffer(data, kind).astype(np.float64))
            sizes = sizes[sizes != 0]
            if sizes.size and ((sizes > 1e-30) & (sizes < 1e30)).mean() >= _MOST:
                return kind.itemsize
    return 0
