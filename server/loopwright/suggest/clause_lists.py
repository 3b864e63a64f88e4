"""Lists of variables in the clauses of a directive: who is named, with more, with less, in the place of another clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loopwright.openacc.directive import Clause, Directive
from loopwright.openacc.equivalent import split_items

COPIES = frozenset(("copy", "copyin", "copyout", "create"))


def says_all_is_present(directive: Directive) -> bool:
    """Whether what no clause lists is said to be on the device: `default(present)`."""
    clause = directive.clause("default")
    return clause is not None and (clause.argument or "").strip() == "present"


def with_items(directive: Directive, name: str, items: Sequence[str]) -> Directive:
    """``directive`` with more items in clause ``name``, behind those that are there."""
    listed = [clause.argument or "" for clause in directive.clauses if clause.name == name]
    return exchanged(directive, name, [Clause(name, ",".join([*listed, *items]))])


def without_names(directive: Directive, clauses: frozenset[str], names: frozenset[str]) -> Directive:
    """``directive`` with lists of ``clauses`` that do not name ``names``."""
    kept: list[Clause] = []
    for clause in directive.clauses:
        parts = [part for part in split_items(clause.argument or "") if part.split("[")[0].strip() not in names]
        if clause.name not in clauses:
            kept.append(clause)
        elif parts:
            kept.append(Clause(clause.name, ",".join(parts)))
    return replace(directive, clauses=tuple(kept))


def exchanged(directive: Directive, name: str, clauses: list[Clause]) -> Directive:
    """``directive`` with ``clauses`` where the first clause called ``name`` stood, at the end where there was none."""
    kept: list[Clause] = []
    placed = False
    for clause in directive.clauses:
        if clause.name != name:
            kept.append(clause)
        elif not placed:
            kept += clauses
            placed = True
    return replace(directive, clauses=tuple(kept if placed else [*kept, *clauses]))
