"""What is known of a launch and of its threads, and what they are seen to do to memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from loopwright.cuda.analyse.lanes import Integers, Truths, Value


@dataclass(frozen=True)
class Threads:
    """Which threads are carried out: ``block`` and ``grid`` (``None`` for a length that nobody knows), a place of each in its block and
    of its block, a lane each."""

    block: tuple[int, int, int]
    grid: tuple[int | None, int | None, int | None]
    places: dict[str, Integers]

    @property
    def count(self) -> int:
        """How many lanes there are."""
        return len(self.places["threadIdx.x"])


@dataclass(frozen=True)
class Given:
    """What of a launch's arguments is known: by their places, and by the names of the template's parameters."""

    arguments: Mapping[int, int]
    of_template: Mapping[str, int]


@dataclass(frozen=True)
class Access:
    """A place in the text where ``lanes`` read or write an element. ``updates``: by what was there before; ``order``: its number among
    all that was noted."""

    array: str
    indices: tuple[Value, ...]
    lanes: Truths
    phase: int
    at: int
    text: str
    shared: bool
    stored: Value | None = None
    updates: bool = False
    assumed: frozenset[str] = frozenset()
    atomic: bool = False


class Jumps:
    """Lanes that have left, and that may have."""

    def __init__(self, count: int) -> None:
        self.gone, self.doubtful = np.zeros(count, np.bool_), np.zeros(count, np.bool_)

    def leave(self, certain: Truths, possible: Truths) -> None:
        """Some lanes leave for certain, others perhaps."""
        self.gone = self.gone | certain
        self.doubtful = self.doubtful | (possible & ~certain)
