"""Reads of memory that share one symbol, as nothing in sight is seen to store there in between: what the walk records as stored says
afterwards whether that was so.

Which names a loop assigns is asked of its text before it is walked. An object that is assigned as a whole (`f = p[i]`), a method that sets a
member (`f.set(i)`) and a macro store to `f.k` without its name; the walk follows all of these, and comes to them later than to some reads.
"""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from loopwright.dependence.model.values import SIZE, Field, Place

Path = tuple[str, ...]


_ELEMENT = "[]"


class Cell(NamedTuple):
    """A part, or all, of the memory of one root: the members and subscripts on the way, whatever the subscripts are."""

    root: str
    path: Path

    def overlaps(self, path: Path) -> bool:
        """Whether this is a part of what ``path`` leads to in the same root, or the other way round. A subscript and a member may be
        one place by two ways, but how long a container is is no element of it."""
        return all(
            mine == other or (_ELEMENT in (mine, other) and SIZE not in (mine, other))
            for mine, other in zip(self.path, path)
        )


class _Read(NamedTuple):
    cell: Cell
    loops: tuple[int, ...]


class Steady:
    """Stores and shared reads of one walk. Cells of which an earlier walk saw that they are ``unsteady`` share no symbol."""

    def __init__(self, unsteady: frozenset[Cell] = frozenset()) -> None:
        self.unsteady = unsteady
        self._stores: dict[str, dict[Path, int]] = {}
        self._loops: dict[Cell, set[int]] = {}
        self._reads: set[_Read] = set()

    def stored(self, root: str, place: Place, loops: tuple[int, ...]) -> None:
        """Something is stored at a place, of which ``root`` is the memory (a place may show that of another root in another shape)."""
        cell = _cell(root, place)
        counts = self._stores.setdefault(root, {})
        counts[cell.path] = counts.get(cell.path, 0) + 1
        self._loops.setdefault(cell, set()).update(loops)

    def version(self, root: str, place: Place) -> int | None:
        """How often something was stored up to here where it may change what is read; ``None`` if each read has a symbol of its own."""
        cell = _cell(root, place)
        if cell in self.unsteady:
            return None
        return sum(count for path, count in self._stores.get(root, {}).items() if cell.overlaps(path))

    def read(self, root: str, place: Place, loops: tuple[int, ...]) -> None:
        """A value was read that is taken for the same in all iterations of ``loops``."""
        self._reads.add(_Read(_cell(root, place), loops))

    def contradicted(self) -> frozenset[Cell]:
        """Where something is stored in a loop in which what is read there was taken for the same."""
        return frozenset(
            cell
            for cell, loops in self._reads
            if any(
                cell.overlaps(path) and not self._loops[Cell(cell.root, path)].isdisjoint(loops)
                for path in self._stores.get(cell.root, ())
            )
        )


def _cell(root: str, place: Place) -> Cell:
    """Up to the first member that shares its memory with others."""
    if root != place.root:
        return Cell(root, ())
    steps = takewhile(lambda step: not (isinstance(step, Field) and step.shared), place.steps)
    return Cell(root, tuple(step.name if isinstance(step, Field) else _ELEMENT for step in steps))
