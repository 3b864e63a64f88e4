"""Directives of other places, above a statement of their own: their lists filled with what the statement uses, and which of several
that differ in their names it is that the statement means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tree_sitter import Node

from loopwright.lang.statements import end_of_statement
from loopwright.memory.standing import Spot
from loopwright.openacc.constructs import statement_at
from loopwright.openacc.directive import Clause, Directive, bounds_in
from loopwright.openacc.spec import clauses_of_variables
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span
from loopwright.suggest.standing.block_data import arrays_in, direction, present_in, section_in, used_in
from loopwright.suggest.standing.data_place import BRINGING, BRINGS, Place, can_say, leads_elsewhere
from loopwright.suggest.standing.mentions import body_at, moved_by

_COMPUTE = ("parallel", "kernels", "serial")
# Of a directive that has a statement below it: no `exit data`, no `declare`.
_DATA = clauses_of_variables("data") - {"delete", "detach", "link", "device_resident"}
_MOVES = frozenset(("copyin", "copy", "copyout", "create"))
_ENTERING = frozenset(("copyin", "create"))
_NAMED_TWICE = (
    3.0  # how much likelier a directive is whose names all stand in the statement, than one with none of them
)


def with_what_is_used(outline: Outline, spot: Spot, directive: Directive, written: Mapping[str, str]) -> Directive:
    """A directive that says of all its data that it is present, or leads to memory of the device, for what is used here;
    ``written`` is how directives of the file write variables."""
    body = body_at(outline, spot.start)
    statement = statement_at(outline.source.tree.root_node, spot.start, spot.start)
    kinds = {c.name for c in directive.clauses} & _DATA
    if body is None or statement is None or len(kinds) != 1:
        return directive
    (kind,) = kinds
    span = Span(spot.start, end_of_statement(statement))
    if directive.name == "data" and kind == "present" and len(directive.clauses) == 1:
        place = Place(body, spot.start, lambda name, variable: False)
        return present_in(place, span, written) or directive
    if kind not in ("present", "deviceptr") or statement.type != "compound_statement":
        return directive
    if directive.name not in ("data", *_COMPUTE):
        return directive
    listed = [entry for clause in directive.clauses if clause.name == kind for entry in clause.entries]
    named = {entry.partition("[")[0] for entry in listed}
    used = arrays_in(body, span)
    if not used or not named & set(used) or any("[" in entry for entry in listed):
        return directive  # how much of another one nobody says
    kept = [entry for entry in listed if entry in used or not named <= set(used)]
    full = Clause(kind, ",".join(dict.fromkeys([*kept, *(name for name in used if name not in kept)])))
    rest = [clause for clause in directive.clauses if clause.name != kind]
    return replace(directive, clauses=(full, *rest))


def with_what_it_lacks(outline: Outline, spot: Spot, directive: Directive) -> Directive:
    """A `data` of another place with the pointers that the constructs below use, too, and nothing says how much of, where that is known; what
    they write comes back."""
    body = body_at(outline, spot.start)
    statement = statement_at(outline.source.tree.root_node, spot.start, spot.start)
    kinds = {c.name for c in directive.clauses}
    if body is None or statement is None or directive.name != "data" or not kinds <= _MOVES:
        return directive
    span = Span(spot.start, end_of_statement(statement))
    place = Place(body, spot.start, lambda name, variable: False)
    listed = {entry.partition("[")[0] for clause in directive.clauses for entry in clause.entries}
    used = used_in(body, span)
    named = listed | {m.name for m in body.moved}
    ways: dict[str, list[str]] = {}
    for clause in directive.clauses:
        for entry in clause.entries:
            name = entry.partition("[")[0]
            is_lost = clause.name == "copyin" and direction(place, name, span) in ("copy", "copyout")
            ways.setdefault("copy" if is_lost else clause.name, []).append(entry)
    for name in used if listed & set(used) else ():
        is_said = name in named or not leads_elsewhere(body.unit, name, spot.start)
        text = section_in(place, name, span) if not is_said else None
        if text is not None:
            ways.setdefault(direction(place, name, span), []).append(text)
    return replace(directive, clauses=tuple(Clause(way, ",".join(texts)) for way, texts in ways.items()))


def with_what_is_updated(
    outline: Outline, offset: int, directive: Directive, elsewhere: Iterable[Directive]
) -> Directive:
    """An `enter data` of another place with all that an `update` of the function finds on the device only if somebody brings it
    (OpenACC 3.4, section 2.14.4), and no directive of the file or of those ``elsewhere`` does: a part of it would not be enough."""
    body = body_at(outline, offset)
    kinds = {c.name for c in directive.clauses} & _ENTERING
    if body is None or directive.name != "enter data" or len(kinds) != 1:
        return directive
    (kind,) = kinds
    listed = [entry for clause in directive.clauses if clause.name == kind for entry in clause.entries]
    named = {entry.partition("[")[0] for entry in listed}
    updated = [m for m in body.moved if m.construct.name == "update"]
    if not any(m.name in named for m in updated):
        return directive
    brought = {
        m.name for m in moved_by(list(body.unit.constructs)) if m.construct.name in BRINGING and m.clause in BRINGS
    }
    brought |= {
        e.partition("[")[0]
        for d in elsewhere
        if d.name in BRINGING
        for c in d.clauses
        if c.name in BRINGS
        for e in c.entries
    }
    lacking = {m.name: m.text for m in updated if m.name not in named | brought}
    place = Place(body, offset, lambda name, variable: False)
    if not lacking or not all(can_say(place, text) for text in lacking.values()):
        return directive
    full = Clause(kind, ",".join([*lacking.values(), *listed]))
    return replace(directive, clauses=tuple(full if clause.name == kind else clause for clause in directive.clauses))


def nearness(outline: Outline, spot: Spot, directive: Directive) -> float:
    """How much likelier a directive is for naming what its statement names, in the same words."""
    statement = _statement(outline, spot)
    listed = [entry for clause in directive.clauses if clause.name in _DATA for entry in clause.entries]
    if statement is None or not listed:
        return 1.0
    text = "".join(text_of(statement).split())
    met = sum(_stands_in(entry, text) for entry in listed) / len(listed)
    return 1.0 + (_NAMED_TWICE - 1.0) * met


def _stands_in(entry: str, text: str) -> float:
    """Whether a variable stands in a text, and where its section begins."""
    name, _, section = "".join(entry.split()).partition("[")
    start = bounds_in(section.partition("]")[0])[0]
    begins = bool(start) and start != "0" and (f"[{start}]" in text or f"+{start}" in text)
    return 0.5 * _holds(text, name) + 0.5 * (begins or (_holds(text, name) and start in ("", "0")))


def _holds(text: str, name: str) -> bool:
    """Whether a name stands in a text, and not as a part of another one."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before in ("_", ".", ">")) and not (after.isalnum() or after == "_"):
            return True
        at = text.find(name, at + 1)
    return False


def _statement(outline: Outline, spot: Spot) -> Node | None:
    if spot.ends_block:
        return None
    return statement_at(outline.source.tree.root_node, spot.start, spot.start)
