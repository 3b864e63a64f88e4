"""What is read of each top-level node of a file alone. From one version to the next it is carried over where nothing happened to the node, so
that a keystroke costs the one that it is in."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from loopwright.bounded import keep
from loopwright.source.nodes import LONGEST_KEPT, TopLevel

_MOST_REMEMBERED = 20_000
_T = TypeVar("_T")
_W = TypeVar("_W", bound=Hashable)


class Carried:
    """The top-level nodes of a version, and lists of what was read of each. ``before`` is that of the version before, of which nothing but its
    lists is kept."""

    def __init__(self, nodes: list[TopLevel], before: Carried | None = None) -> None:
        self.nodes = nodes
        self._lists: dict[object, list[Any]] = {}
        self._former: dict[object, list[Any]] = {} if before is None else dict(before._lists)
        self.first, self.last = (0, 0) if before is None else _alike(before.nodes, nodes)

    def each(self, read: Callable[[TopLevel, _W], _T], where: _W) -> list[_T]:
        """What ``read`` says of each node, in order. Nothing but the texts of a node, its form, what is around it and ``where`` may decide that,
        and places in it are relative to the node."""
        key = read, where
        found = self._lists.get(key)
        if found is None:
            found = self._lists.setdefault(key, self._read(read, where, self._former.pop(key, None)))
        return found

    def _read(self, read: Callable[[TopLevel, _W], _T], where: _W, former: list[_T] | None) -> list[_T]:
        if former is None:
            return [read(node, where) for node in self.nodes]
        changed = self.nodes[self.first : len(self.nodes) - self.last]
        return [*former[: self.first], *(read(node, where) for node in changed), *former[len(former) - self.last :]]


def told_by_text(
    known: dict[tuple[bytes, str, _W], _T], piece: TopLevel, where: _W, read: Callable[[TopLevel, _W], _T]
) -> _T:
    """What ``read`` says of a top-level node, told apart by its text, so that a keystroke costs one. Of code that is broken for a moment, which is
    one node of many functions, nothing is remembered."""
    key = (piece.text, piece.form, where)
    found = known.get(key)
    if found is None:
        found = read(piece, where)
        if len(piece.form) <= LONGEST_KEPT:
            keep(known, key, found, _MOST_REMEMBERED)
    return found


def _alike(before: Sequence[TopLevel], after: Sequence[TopLevel]) -> tuple[int, int]:
    """How many nodes at the beginning and at the end of a file are as they were."""
    most = min(len(before), len(after))
    first = next((n for n in range(most) if not _is_as(before[n], after[n])), most)
    left = most - first
    return first, next((n for n in range(1, left + 1) if not _is_as(before[-n], after[-n])), left + 1) - 1


def _is_as(before: TopLevel, after: TopLevel) -> bool:
    return (
        before.text == after.text
        and before.form == after.form
        and before.around == after.around
        and before.said == after.said
    )
