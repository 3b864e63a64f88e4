"""What the compute constructs of a block need on the device: its arrays, how much of each, and which way it has to be moved
(OpenACC 3.4, sections 2.6.5, 2.7)."""

from __future__ import annotations

from collections.abc import Mapping

from loopwright.lang.declarations import Declaration
from loopwright.openacc.constructs import COMPUTE, Construct
from loopwright.openacc.directive import Clause, Directive
from loopwright.source.outline import Loop
from loopwright.source.text import Span
from loopwright.suggest.facts import facts_of
from loopwright.suggest.standing.data_place import (
    ON_HOST,
    Place,
    can_say,
    device_uses,
    is_filled_by,
    is_of_addresses,
    is_own,
    section_at,
)
from loopwright.suggest.standing.mentions import Body


def used_in(body: Body, span: Span) -> list[str]:
    """Arrays and pointers from outside of a part of a function that its compute constructs use, in the order of their first use."""
    found: dict[str, int] = {}
    for name in body.names:
        used = [m.at for m in device_uses(body.mentions(name)) if span.start <= m.at < span.end]
        declared = body.unit.declarations.lookup(name, span.start) if used else None
        is_data = declared is not None and declared.kind in ("variable", "parameter")
        if declared is not None and is_data and _leads_on(body, declared):
            found[name] = min(used)
    return sorted(found, key=lambda name: found[name])


def arrays_in(body: Body, span: Span) -> list[str]:
    """Arrays and pointers from outside of a part of a function that it reaches into, in the order of their first use."""
    found: dict[str, int] = {}
    for name in body.names:
        used = [m.at for m in body.mentions(name) if m.kind not in ("named", "set") and span.start <= m.at < span.end]
        declared = body.unit.declarations.lookup(name, span.start) if used else None
        if declared is not None and _leads_on(body, declared):
            found[name] = min(used)
    return sorted(found, key=lambda name: found[name])


def _leads_on(body: Body, declared: Declaration) -> bool:
    """Whether a variable is an array or a pointer, and not another name of a number."""
    return any(layer != "&" for layer in body.unit.declarations.type_of(declared).layers)


def section_in(place: Place, name: str, span: Span) -> str | None:
    """An array as a data clause above a part of a function names it: as other directives or its allocation say, else what the loops on
    the device go through, if they agree. An `update` moves a part."""
    known = section_at(place, name)
    if known is not None and not _is_of_updates(place.body, name, known):
        return known
    return told_by_loops(place, name, span) or known


def told_by_loops(place: Place, name: str, span: Span) -> str | None:
    """What the loops on the device go through of an array in a part of a function; ``None`` where they differ or that cannot be said there."""
    told = {text for loop in _loops_with(place.body, name, span) for text in _moved(place, loop, name)}
    (text,) = told if len(told) == 1 else ("",)
    return text if text and can_say(place, text) and not is_of_addresses(place, name, text) else None


def is_another(text: str, told: str) -> bool:
    """Whether loops go from the first element through another number of them than a directive elsewhere says."""
    start = "[0:"
    return start in text and start in told and "".join(text.split()) != "".join(told.split())


def _is_of_updates(body: Body, name: str, text: str) -> bool:
    """Whether only `update` directives of a function write a variable with that section."""
    names = {m.construct.name for m in body.moved if m.name == name and m.text == text}
    return "[" in text and names == {"update"}


def direction(place: Place, name: str, span: Span) -> str:
    """The clause for a variable that stays on the device for a part of a function: who filled it before, and who wants it after."""
    body = place.body
    found = body.mentions(name)
    used = [m for m in device_uses(found) if span.start <= m.at < span.end]
    own = is_own(body, name, place.at)
    filled = not own or any(is_filled_by(m) for m in found if body.precedes(m.at, span.start))
    if filled and _is_written_whole(place, name, span):
        filled = False
    outside = [m for m in found if not span.start <= m.at < span.end]
    # Under another name the host reads it anywhere.
    wanted = not own or any(m.kind == "renamed" for m in outside) or bool(place.after(outside, *ON_HOST))
    out = wanted and any(m.kind == "device written" for m in used)
    return "copy" if out and filled else "copyout" if out else "copyin" if filled else "create"


def present_in(place: Place, span: Span, written: Mapping[str, str]) -> Directive | None:
    """`data present` of what the compute constructs of a part of a function use, each as directives of the file write it; ``None`` where
    that is nothing, or where it is not known how to write one."""
    texts: list[str] = []
    for name in used_in(place.body, span):
        text = written.get(name)
        told = told_by_loops(place, name, span)
        if text is not None and told is not None and is_another(text, told):
            text = told
        if text is None or not can_say(place, text):
            text = section_in(place, name, span)
        if text is None:
            return None
        texts.append(text)
    return Directive("data", (Clause("present", ",".join(texts)),)) if texts else None


def _loops_with(body: Body, name: str, span: Span) -> list[Loop]:
    """The outermost loops of compute constructs that use a variable on the device."""
    used = [m.at for m in device_uses(body.mentions(name)) if span.start <= m.at < span.end]
    found: list[Loop] = []
    for loop in body.unit.outline.loops:
        construct = _construct_of(body, loop)
        is_outer = construct is not None and not (loop.parent is not None and _construct_of(body, loop.parent))
        if is_outer and any(loop.span.start <= at < loop.span.end for at in used):
            found.append(loop)
    return found


def _is_written_whole(place: Place, name: str, span: Span) -> bool:
    """Whether the first loop that uses a variable writes all that the others use, before it reads any of it."""
    loops = _loops_with(place.body, name, span)
    facts = [fact for loop in loops for fact in facts_of(place.body.unit.outline, loop).data if fact.variable == name]
    is_first = bool(facts) and facts[0].clause == "copyout"
    return is_first and len(facts) == len(loops) and len({f.argument for f in facts}) == 1


def _construct_of(body: Body, loop: Loop) -> Construct | None:
    constructs = (c for c in body.constructs if c.name in COMPUTE)
    return next((c for c in constructs if c.region.start <= loop.span.start < c.region.end), None)


def _moved(place: Place, loop: Loop, name: str) -> list[str]:
    return [fact.argument for fact in facts_of(place.body.unit.outline, loop).data if fact.variable == name]
