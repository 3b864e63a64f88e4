"""`enter data` and `exit data` of functions that are each other's twins: for what another function takes away from the device and nobody
brings, or brings and nobody takes away (OpenACC 3.4, section 2.6.6)."""

from __future__ import annotations

from collections.abc import Iterable

from loopwright.memory.places import Example
from loopwright.openacc.directive import Clause, Directive
from loopwright.source.outline import Outline
from loopwright.suggest.standing.data_place import (
    BRINGING,
    BRINGS,
    Elsewhere,
    Place,
    can_say,
    device_uses,
    leads_elsewhere,
)
from loopwright.suggest.standing.mentions import Body, Moved, body_at, moved_by

_TAKEN = frozenset(("delete", "copyout"))
_CLAUSES = {"enter data": frozenset(("copyin", "create")), "exit data": _TAKEN}
_FEW = 2  # what two functions both move that are twins
_FILLS = frozenset(("written", "set"))


def entered_for_others(outline: Outline, offset: int, elsewhere: Elsewhere) -> list[str]:
    """`enter data` for what an `exit data` of another function names, where this one is given it and has filled it."""
    body = body_at(outline, offset) if b"exit" in outline.source.data else None
    if body is None or body.constructs or body.block_of(offset) != body.node:
        return []
    place = Place(body, offset, elsewhere)
    constructs = body.unit.constructs
    brought = {m.name for m in moved_by([c for c in constructs if c.name in BRINGING]) if m.clause in BRINGS}
    for construct in constructs:
        if construct.name != "exit data":
            continue
        taken = [m for m in moved_by([construct]) if m.clause in _TAKEN]
        if taken and all(m.name not in brought and _is_filled(place, m) for m in taken):
            return [str(Directive("enter data", (Clause("copyin", ",".join(m.text for m in taken)),)))]
    return []


def paired_with_others(outline: Outline, offset: int, elsewhere: Elsewhere) -> list[str]:
    """`enter data` where a function brings all but some of what another one takes away, `exit data` where it takes away all but some of what
    another one brings."""
    body = body_at(outline, offset) if b"exit" in outline.source.data else None
    if body is None or body.block_of(offset) != body.node:
        return []
    place = Place(body, offset, elsewhere)
    found = (_lacking(place, "enter data", "exit data"), _lacking(place, "exit data", "enter data"))
    return [str(directive) for directive in found if directive is not None]


def _lacking(place: Place, one: str, other: str) -> Directive | None:
    """A directive ``one`` for what a directive ``other`` of another function names, like all others that both name, and no ``one`` does."""
    body = place.body
    own = [m for m in body.moved if m.construct.name == one and m.clause in _CLAUSES[one]]
    if not own or min(m.at for m in own) > place.at or any(c.name == other for c in body.constructs):
        return None
    done = {m.name for m in moved_by([c for c in body.unit.constructs if c.name == one])}
    for function in body.unit.outline.functions:
        twin = body.other(function)
        named = [m for m in twin.moved if m.construct.name == other and m.clause in _CLAUSES[other]]
        shared = {m.name for m in own} & {m.name for m in named}
        lacking = {m.name: m for m in named if m.name not in done}
        if twin is body or len(shared) < _FEW or not lacking:
            continue
        ways = {m.clause for m in own if m.name in shared}
        if len(ways) == 1 and all(_can_be_moved(place, m, one) for m in lacking.values()):
            return Directive(one, (Clause(ways.pop(), ",".join(m.text for m in lacking.values())),))
    return None


def _can_be_moved(place: Place, moved: Moved, directive: str) -> bool:
    """Whether a place can name what another function moves, as that does, and no other file moves it."""
    names = _is_given(place.body, moved.name.partition("->")[0].partition(".")[0])
    return names and can_say(place, moved.text) and not place.elsewhere(directive, moved.name)


def brought_first(directive: Directive, examples: Iterable[Example]) -> Directive:
    """``directive``; for an `exit data` of what the ``examples`` take away already and none of them brings, the `enter data` that lacks."""
    entries = [entry for clause in directive.clauses if clause.name in _TAKEN for entry in clause.entries]
    names = {entry.partition("[")[0] for entry in entries}
    if directive.name != "exit data" or not names:
        return directive
    taken, brought = set[str](), set[str]()
    for example in examples:
        said = {entry.partition("[")[0] for clause in example.parsed.clauses for entry in clause.entries}
        taken |= said if example.parsed.name == "exit data" else set()
        brought |= said if example.parsed.name in BRINGING else set()
    if names & brought or not names <= taken:
        return directive
    return Directive("enter data", (Clause("copyin", ",".join(entries)),))


def _is_filled(place: Place, moved: Moved) -> bool:
    """Whether a function is given a pointer under the name of a clause, and writes what it leads to in front of a place alone."""
    body = place.body
    if not _is_given(body, moved.name) or not can_say(place, moved.text) or place.elsewhere("enter data", moved.name):
        return False
    found = body.mentions(moved.name)
    filled = [m.at for m in found if m.kind in _FILLS]
    return (
        bool(filled)
        and max(filled) < place.at
        and not device_uses(found)
        and not any(m.kind == "released" for m in found)
    )


def _is_given(body: Body, name: str) -> bool:
    declared = body.unit.declarations.lookup(name, body.function.body.end - 1)
    is_shared = declared is not None and (declared.is_global or declared.kind == "parameter")
    return is_shared and leads_elsewhere(body.unit, name, body.function.body.end - 1)
