"""How often a loop runs, where the file says so."""

from __future__ import annotations

from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.lang.constants import constant_of_text
from loopwright.lang.scopes import scopes_of
from loopwright.source.outline import Loop, Outline

# Below this a loop leaves most lanes of a warp without work.
_FEW = 32


def is_short(outline: Outline, loop: Loop) -> bool:
    """Whether a loop is known to be too short for the lanes of a device: few iterations, or as many as a row of a sparse
    structure has."""
    found = nest_of_loop(outline, loop)
    if found is None:
        return False
    program, number = found
    frame = program.frames[number]
    names = {name for bound in (*frame.lowers, *frame.uppers) for name in bound.names}
    places = [program.symbols[name].place for name in names]
    if any(place is not None and place.steps for place in places):
        return True
    trips = _own_trips(outline, loop)
    return trips is not None and trips < _FEW


def asks_whether_it_runs(outline: Outline, loop: Loop) -> str:
    """What an `if` clause asks that says whether a loop runs at all; empty where the file says that it does, or nothing can be asked."""
    test = loop.header.first_test or ""
    known = constant_of_text(scopes_of(outline), test, loop.span.start) if test else None
    return test if known is None or not known.value else ""


def _own_trips(outline: Outline, loop: Loop) -> int | None:
    found = nest_of_loop(outline, loop)
    if found is None:
        return None
    program, number = found
    frame = program.frames[number]
    if len(frame.lowers) != 1 or len(frame.uppers) != 1 or frame.step is None or frame.step.terms:
        return None
    distance = frame.uppers[0].plus(frame.lowers[0], -1)
    return None if distance.terms else max(0, distance.constant // abs(frame.step.constant) + 1)


def constant_trips(outline: Outline, loop: Loop) -> int | None:
    """Iterations of a loop with constant bounds and of those nested tightly in it, ``None`` if they are not constant."""
    own = _own_trips(outline, loop)
    if own is None:
        return None
    inner = list(outline.directly_in(loop))
    if len(inner) == 1:
        below = constant_trips(outline, inner[0])
        return None if below is None else own * below
    return own if not inner else None
