"""Values and worlds: what is known when control is at one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from loopwright.residence.ir import CType
from loopwright.residence.memory import Alternatives, Contents, forgotten
from loopwright.source.linear import Linear

ZERO = Linear(0)


class Value(NamedTuple):
    """A number, or an address: ``offset`` bytes into the object ``target``, on the device where ``device``. All ``None``: anything."""

    number: Linear | None = None
    target: int | None = None
    offset: Linear | None = None
    device: bool = False

    @property
    def constant(self) -> int | None:
        """The number, where it is one for certain."""
        return self.number.constant if self.number is not None and not self.number.terms else None


ANYTHING = Value()


class Place(NamedTuple):
    """An lvalue: ``offset`` bytes into an object. ``via`` is the cell that the pointer to it was loaded from."""

    target: int | None
    offset: Linear | None
    type: CType
    device: bool = False
    via: tuple[int, Linear] | None = None


@dataclass(frozen=True)
class Object:
    """A piece of memory. ``kind``: local, heap, parameter (what it points at), global, member (what a pointer in memory points at),
    device."""

    number: int
    name: str
    kind: str
    type: CType
    size: Linear | None = None
    static: bool = False


Cell = tuple[int, Linear]


@dataclass
class World:
    """One way through the program up to a place: ``cells`` hold numbers and pointers, ``objects`` the states of memory, ``facts``
    what conditions were taken to be, ``escaped`` the objects whose address code has that is not seen."""

    cells: dict[Cell, Value] = field(default_factory=dict)
    objects: dict[int, Alternatives] = field(default_factory=dict)
    facts: dict[object, bool] = field(default_factory=dict)
    escaped: frozenset[int] = frozenset()
    outside: set[int] = field(default_factory=set)  # objects that code may have mapped before that is not seen; shared
    held: dict[object, Any] = field(default_factory=dict)  # the clauses of the data constructs that are open

    def copy(self) -> World:
        """One that can go another way."""
        return World(
            dict(self.cells), dict(self.objects), dict(self.facts), self.escaped, self.outside, dict(self.held)
        )

    def alternatives(self, number: int) -> Alternatives:
        """States of an object; one that nothing happened to is on the host alone."""
        return self.objects.get(number, _OUTSIDE if number in self.outside else _UNTOUCHED)

    def forget_cells_of_numbers(self, number: int) -> None:
        """Numbers in an object were overwritten."""
        for cell in [cell for cell, value in self.cells.items() if cell[0] == number and value.target is None]:
            del self.cells[cell]

    def forget(self, number: int) -> None:
        """Anything may have happened to an object."""
        self.forget_cells(number)
        self.objects[number] = forgotten(self.alternatives(number))

    def change_device(self) -> None:
        """Another device may be the current one from here: what is mapped there, and what waits in its queues, is not known."""
        for number in list(self.objects):
            if any(contents.mappings or contents.pending for contents in self.alternatives(number)):
                self.objects[number] = forgotten(self.alternatives(number))

    def forget_cells(self, number: int) -> None:
        """Somebody wrote somewhere into an object."""
        for cell in [cell for cell in self.cells if cell[0] == number]:
            del self.cells[cell]


_UNTOUCHED: Alternatives = (Contents(),)
_OUTSIDE: Alternatives = (Contents(unsure=True),)

Worlds = list[World]
