"""What the analysis of pointers speaks of: memory, values, functions in a chain of calls, accesses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from loopwright.lang.places import Place
from loopwright.placement.program import File, Known
from loopwright.residence import ir
from loopwright.residence.ir import CType, Expr
from loopwright.source.linear import Linear

UNKNOWN = CType("")
RELEASED = "~"  # the member that is written when an object is given back


class Unplaceable(Exception):
    """Objects for which there is no right place, and why."""

    def __init__(self, objects: Iterable[int], reason: str) -> None:
        super().__init__(reason)
        self.objects, self.reason = frozenset(objects), reason


class Unprofitable(Unplaceable):
    """Objects for which there are right places that do not pay."""


class TooMuch(Exception):
    """The program is larger than the budget."""


UNSEEN = Place(0)  # what no code in sight makes
Places = frozenset[Place]  # all elements of an array, and of what a pointer leads to, are one place
NONE: Places = frozenset()


@dataclass(eq=False)
class Memory:
    """An object. ``kind``: unseen, variable, heap, function. ``node`` is the call that allocates it or its declaration; ``unfit`` says why it cannot be
    placed; ``wild``: an initializer list gave it values; ``pinned`` says why it stays on the host though what it leads to need not;
    ``many``: it may be made more than once in a run; ``settled``: who reads it finds its last value."""

    number: int
    name: str
    kind: str
    type: CType
    context: Context | None = None
    node: Any = None
    file: File | None = None
    size: Linear | None = None
    unfit: str = ""
    wild: bool = False
    pinned: str = ""
    many: bool = False
    settled: bool = False
    is_global: bool = False
    function: Known | None = None


class Val(NamedTuple):
    """The value of an expression: what it may point at, or a number; ``home`` is where a struct lies."""

    targets: Places = NONE
    type: CType = UNKNOWN
    number: Linear | None = None
    home: Places = NONE


@dataclass(eq=False)
class Context:
    """A function in a chain of calls. ``repeated``: it may run more than once."""

    known: Known
    number: int
    parent: Context | None
    device: bool
    repeated: bool
    call: ir.Call | None = None
    depth: int = 0  # loops around the call, in all functions

    def within(self, known: Known) -> Context | None:
        """The context of the same function further up the chain."""
        here: Context | None = self
        while here is not None and here.known is not known:
            here = here.parent
        return here


class Hit(NamedTuple):
    """An access of an expression."""

    place: Place
    device: bool
    writes: bool


class Passed(NamedTuple):
    """An argument whose bytes a function of a library reads or writes; ``size`` are the arguments whose product is their number."""

    argument: Expr
    factors: tuple[Expr, ...]
    writes: bool


class Assigned(NamedTuple):
    """The pointer that gets what a call returns, and the size of its elements."""

    target: Expr | str
    element: Linear
    type: CType


class Origin(NamedTuple):
    """Where an object comes from, and the function that this is in."""

    node: Any
    context: Context | None
