"""How often a loop runs, where the file says so."""

from __future__ import annotations

from loopwright.dependence.judge import nest_of_loop
from loopwright.source.outline import Loop, Outline


def constant_trips(outline: Outline, loop: Loop) -> int | None:
    """Iterations of a loop with constant bounds and of those nested tightly in it, ``None`` if they are not constant."""
    found = nest_of_loop(outline, loop)
    if found is None:
        return None
    program, number = found
    frame = program.frames[number]
    if len(frame.lowers) != 1 or len(frame.uppers) != 1 or frame.step is None or frame.step.terms:
        return None
    distance = frame.uppers[0].plus(frame.lowers[0], -1)
    if distance.terms:
        return None
    own = max(0, distance.constant // abs(frame.step.constant) + 1)
    inner = [other for other in outline.loops if other.parent is loop]
    if len(inner) == 1:
        below = constant_trips(outline, inner[0])
        return None if below is None else own * below
    return own if not inner else None
