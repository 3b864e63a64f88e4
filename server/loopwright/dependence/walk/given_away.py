"""What loops do to containers whose elements pointers from before them lead to: from a loop's second iteration on these may be another's.

Who exchanges may be far from the loop's text: a method that is called, a macro, a lambda, the end of an object. The walk follows all of
these, and comes to them later than to the loop. So it notes what was given away in which loop, and a walk that took a container for the
same in all of a loop is made again.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from typing import NamedTuple


class Gift(NamedTuple):
    """A container, by its name, that the loop at an offset may give away."""

    start: int
    name: str


class GivenAway:
    """What one walk sees to be given away. Of ``known`` gifts an earlier walk told."""

    def __init__(self, known: frozenset[Gift] = frozenset()) -> None:
        self.known = known
        self._running: list[tuple[int, frozenset[str]]] = []
        self._seen: set[Gift] = set()

    @contextmanager
    def inside(self, start: int, led: Set[str]) -> Iterator[None]:
        """While a loop runs that began with pointers into the containers of the names ``led``."""
        self._running.append((start, frozenset(led)))
        try:
            yield
        finally:
            self._running.pop()

    def happens(self, names: Set[str]) -> None:
        """Others may have the elements of these from now on."""
        for start, led in self._running:
            self._seen.update(Gift(start, name) for name in led & names)

    def contradicted(self) -> frozenset[Gift]:
        """What a loop turned out to give away."""
        return frozenset(self._seen - self.known)
