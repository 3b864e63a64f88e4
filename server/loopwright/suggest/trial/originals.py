"""What the loops of a function have in common: the function as it stands is built once, and run once on the same inputs.

It holds for one command or one request, in which neither the file nor its headers are taken to change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from loopwright.source.outline import Outline
from loopwright.suggest.trial.layout import Layout
from loopwright.suggest.trial.program import Names


@dataclass(frozen=True)
class Ran:
    """What one version did in the trials from ``first`` on; ``done`` of them came to their end."""

    first: int
    done: int
    timed_out: bool
    loaded: bool
    blocks: tuple[bytes, ...]
    records: NDArray[Any]
    printed: bytes

    def output(self, trial: int) -> bytes:
        """What was printed in a trial."""
        before = self._position(trial - 1) if trial > self.first else 0
        return self.printed[before : self._position(trial)]

    def _position(self, trial: int) -> int:
        return max(0, int(self.records[trial - self.first]["printed"]))


class Original:
    """A function as it stands: its ``library`` once it is built, and its runs."""

    def __init__(self) -> None:
        self.library: bytes | None = None
        self._layout: Layout | None = None
        self._runs: dict[tuple[int, int], Ran] = {}

    def run(self, layout: Layout, first: int, last: int, run: Callable[[], Ran]) -> Ran:
        """What it leaves in the trials from ``first`` to ``last`` (exclusive). The inputs follow from the layout; the runs with
        another layout than the last are forgotten."""
        if layout != self._layout:
            self._layout, self._runs = layout, {}
        if (first, last) not in self._runs:
            self._runs[first, last] = run()
        return self._runs[first, last]


class Originals:
    """The last function that was tried, and the names of each file: with others its text would be another. Not for several
    threads."""

    def __init__(self) -> None:
        self._names: dict[bytes, Names] = {}
        self._key: tuple[str, ...] = ()
        self._last = Original()

    def names(self, outline: Outline) -> Names:
        """The names for this text of a file."""
        return self._names.setdefault(outline.source.data, Names.new())

    def of(self, compiler: str, path: str, text: str) -> Original:
        """The function whose program has this ``text``, as ``compiler`` builds it with the flags of ``path``."""
        if self._key != (compiler, path, text):
            self._key, self._last = (compiler, path, text), Original()
        return self._last
