"""Accesses behind a pointer that leads to one of two places: what they are of where the conditions that choose hold.

`s = t & 1 ? b : a` and `d = t & 1 ? a : b` never lead to one buffer, which the conditions say: an access of either becomes one of `a` and one of `b`, each
under its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.values import Index, Place
from loopwright.dependence.walk.steps import moved


def ways_of(program: Program, accesses: Iterable[Access]) -> Iterator[Access]:
    """Accesses, those of one of several places as one of each of them."""
    for access in accesses:
        ways = program.roots[access.place.root].one_of
        first = access.place.steps[0] if access.place.steps else None
        if not ways or not isinstance(first, Index) or first.loaded:
            yield access
            continue
        for way in ways:
            place, seen = _behind(way.place, first, access), None
            if way.seen is not None:
                seen = _behind(way.seen, first, access)
            yield replace(access, place=place, seen=seen, guards=(*access.guards, *way.guards))


def _behind(begin: Place, first: Index, access: Access) -> Place:
    """What an access is of, where the pointer that it goes through leads to ``begin``."""
    there = moved(begin, first.value, first.checks)
    return Place(there.root, (*there.steps, *access.place.steps[1:]))


def is_chosen_in(program: Program, loop: int, root: str) -> bool:
    """Whether a loop comes to an object by a pointer that leads to it or to another one."""
    chosen = {access.place.root for access in accesses_in(program.nests[loop].body)}
    return any(way.place.root == root for name in chosen for way in program.roots[name].one_of)
