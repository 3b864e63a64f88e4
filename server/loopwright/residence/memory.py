"""The state of one object in memory: what of it is mapped, and which bytes differ between host and device.

Marks are claims: each says of some bytes that something holds for certain. Whatever may have ended that takes the mark away, so
that a state can be silent but not wrong. Where two states are possible an object has both of them as alternatives.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from loopwright.residence.ranges import Order, Range
from loopwright.source.text import Span


class Mark(NamedTuple):
    """All bytes of an exact range, or some of another; ``place`` is what made it so."""

    range: Range
    place: Span


Marks = tuple[Mark, ...]


@dataclass(frozen=True)
class Mapping:
    """A section with a copy on the device. ``foreign``: code that is not seen made it and holds a reference of its own.

    ``newer``: the device has written since both were the same; ``stale``: the host has; ``blank``: the device's bytes were
    never given a value. ``fetched``: an update brought some of it to the host. ``attached`` are the members of a struct whose pointers were translated."""

    range: Range
    place: Span
    structured: int = 0
    dynamic: int = 0
    foreign: bool = False
    newer: Marks = ()
    stale: Marks = ()
    blank: Marks = ()
    attached: frozenset[object] = frozenset()
    fetched: bool = False

    @property
    def is_held(self) -> bool:
        """Whether a reference is left."""
        return self.foreign or self.structured > 0 or self.dynamic > 0


class Pending(NamedTuple):
    """An operation of a queue that may not have run. ``to_host``: it writes the host's bytes; ``from_host``: it reads them;
    ``writes``: it writes the device's. ``before`` are queues that wait for it."""

    queue: object
    before: frozenset[object]
    range: Range
    to_host: bool
    from_host: bool
    writes: bool
    place: Span


@dataclass(frozen=True)
class Contents:
    """One alternative for an object. ``unsure``: code that is not seen may have mapped it, or more of it.

    ``lost``: the host's bytes whose newer value went with the device's memory; ``garbage``: those that were copied back without
    a value; ``gone``: where a mapping ended; ``ended``: where the host's memory was given back; ``written``: what the host has written
    while a mapping that is not seen may be there, which is older then."""

    mappings: tuple[Mapping, ...] = ()
    unsure: bool = False
    lost: tuple[tuple[Mark, Span], ...] = ()
    garbage: tuple[tuple[Mark, Span], ...] = ()
    pending: tuple[Pending, ...] = ()
    gone: Span | None = None
    ended: Span | None = None
    written: Marks = ()

    def with_mapping(self, old: Mapping, new: Mapping | None) -> Contents:
        """The same with one mapping changed, or taken away."""
        found = tuple(new if m is old else m for m in self.mappings if m is not old or new is not None)
        return replace(self, mappings=tuple(m for m in found if m is not None))

    def forgotten(self) -> Contents:
        """After code that is not seen had the object."""
        mappings = tuple(Mapping(m.range, m.place, m.structured, 0, True) for m in self.mappings if m.structured)
        return Contents(mappings, True, ended=self.ended)

    @property
    def is_forgotten(self) -> bool:
        """Whether nothing is known that such code could change."""
        known = self.mappings or self.lost or self.garbage or self.pending or self.written
        return self.unsure and not known and self.gone is None


Alternatives = tuple[Contents, ...]
MOST_ALTERNATIVES = 4


def forgotten(states: Alternatives) -> Alternatives:
    """After code that is not seen had the object. Most objects of a long program are so already, and this is asked of all of them."""
    if len(states) == 1 and states[0].is_forgotten:
        return states
    return tuple(dict.fromkeys(contents.forgotten() for contents in states))


def joined(first: Alternatives, second: Alternatives) -> Alternatives:
    """Either."""
    if len(first) == 1 and first == second:
        return first
    found = tuple(dict.fromkeys((*first, *second)))
    if len(found) <= MOST_ALTERNATIVES:
        return found
    return forgotten(found)[:1]


def without(marks: Marks, written: Range, order: Order) -> Marks:
    """What still holds for certain after ``written`` got something else."""
    found: list[Mark] = []
    for mark in marks:
        found += [Mark(left, mark.place) for left in order.difference(mark.range, written)]
    return tuple(found)


def with_mark(marks: Marks, mark: Mark, order: Order) -> Marks:
    """``marks`` and one more; those that it covers are dropped."""
    rest = tuple(
        m for m in marks if not (mark.range.exact and order.covers(mark.range, m.range)) and m.range != mark.range
    )
    return (*rest, mark)[-8:]


def met(marks: Marks, touched: Range, order: Order) -> Mark | None:
    """The first mark that ``touched`` meets for certain."""
    return next((mark for mark in marks if order.meets(mark.range, touched)), None)
