"""The `if` under which a function moves its data: one more directive that moves them stands under it, too (OpenACC 3.4, sections 2.6.6, 2.14.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from loopwright.openacc.constructs import Construct
from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.suggest.standing.data_place import Place, can_say
from loopwright.suggest.standing.mentions import moved_by

_MOVING = frozenset(("data", "enter data", "exit data", "update"))
_NOT_OF_DATA = frozenset(("if", "async", "wait", "finalize", "if_present", "device_type"))


def under_condition(place: Place, directive: Directive) -> Directive:
    """``directive`` with the condition that all others of its kind in the function have; where there are none, with the one under which
    its data are moved there."""
    if directive.clause("if") is not None:
        return directive
    moving = [c for c in place.body.constructs if c.name in _MOVING]
    kind = _kind(directive)
    alike = [c for c in moving if _kind(_said(c)) == kind]
    names = {entry.partition("[")[0] for clause in directive.clauses for entry in clause.entries}
    condition = _common(alike or [c for c in moving if names & {m.name for m in moved_by([c])}])
    if condition is None or not can_say(place, condition):
        return directive
    return replace(directive, clauses=(*directive.clauses, Clause("if", condition)))


def _kind(directive: Directive) -> tuple[str, frozenset[str]]:
    return directive.name, frozenset(clause.name for clause in directive.clauses) - _NOT_OF_DATA


def _said(construct: Construct) -> Directive:
    return parse_directive(construct.pragma.text)


def _common(constructs: Iterable[Construct]) -> str | None:
    """The condition that all have, ``None`` where one has none or another."""
    clauses = [_said(construct).clause("if") for construct in constructs]
    conditions = {clause.argument if clause is not None else None for clause in clauses}
    return conditions.pop() if len(conditions) == 1 else None
