"""Reads of a copy that nobody has given a value: `private` makes one for whoever runs iterations (OpenACC 3.4, 2.9.10)."""

from __future__ import annotations

from typing import NamedTuple

from loopwright.dependence.decide.liveness import counters
from loopwright.dependence.decide.scalars import first_of_all
from loopwright.dependence.model.program import Access, Effect, Program, accesses_in, accesses_of, flat


class Unset(NamedTuple):
    """A ``read`` that comes before any value; ``is_set_later`` says that the loop writes the variable, too."""

    read: Access
    is_set_later: bool


def read_unset(program: Program, loop: int, name: str, start: int) -> Unset | None:
    """The read of a private copy of the variable ``name`` from outside that no write of the body stands before, ``None`` where
    that is not certain: in some iterations it may be set, or something in the loop is not followed. What stands before ``start``, the
    loop's own header, is worked out outside of the copies or by all alike: a read there is none of these."""
    body = program.nests[loop].body
    if any(isinstance(item, Effect) for item in flat(body)):
        return None
    roots = {
        access.place.root
        for access in accesses_in(body)
        if program.roots[access.place.root].name == name and loop not in program.roots[access.place.root].loops
    }
    if len(roots) != 1 or roots & set(counters(program, loop)):
        return None
    (root,) = roots
    owner, uses = program.roots[root], list(accesses_of(body, root))
    if owner.pointed or owner.addressed or owner.view_of or any(access.possible for access in uses):
        return None
    is_set = any(access.writes for access in uses)
    inside = (access for access in uses if access.span.start >= start)
    read = first_of_all(body, root) if is_set else next(inside, None)
    return Unset(read, is_set) if read is not None and read.span.start >= start else None
