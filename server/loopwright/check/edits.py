"""The edits that fixes are made of."""

from __future__ import annotations

from loopwright.check.context import Context
from loopwright.check.rule import Problem
from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.findings import Finding, Fix
from loopwright.openacc.nodes import ClauseNode
from loopwright.source.edits import Edit
from loopwright.source.text import Span


def safe_edits(found: tuple[Finding, ...]) -> list[Edit]:
    """The first safe fix of each finding; of fixes that overlap the first."""
    edits: list[Edit] = []
    for finding in found:
        fix = next((fix for fix in finding.fixes if fix.safe), None)
        if fix is not None and all(_apart(edit, other) for edit in fix.edits for other in edits):
            edits += fix.edits
    return edits


def _apart(a: Edit, b: Edit) -> bool:
    return a.span.end <= b.span.start or b.span.end <= a.span.start


def replaced(span: Span, hint: str) -> Fix | None:
    """A word changed to the one that a hint (`; did you mean …?`) proposes."""
    if "`" not in hint:
        return None
    name = hint.split("`")[1]
    return Fix(f"Change to `{name}`", (Edit(span, name),))


def clause_at(construct: Construct, span: Span) -> ClauseNode | None:
    """The clause that a place lies in."""
    return next(
        (clause for clause in construct.node.clauses if clause.span.start <= span.start < clause.span.end), None
    )


def removal(unit: Unit, construct: Construct, span: Span) -> Edit:
    """Removal of a clause with the separator before it."""
    start = span.start
    floor = construct.node.name_span.end
    while start > floor and unit.data[start - 1 : start] in (b" ", b"\t", b","):
        start -= 1
    return Edit(Span(start, span.end), "")


def drop_clause(context: Context, problem: Problem, safe: bool = False) -> Fix | None:
    """The clause of a finding removed."""
    clause = clause_at(context.construct, problem.span)
    if clause is None:
        return None
    edit = removal(context.unit, context.construct, clause.span)
    return Fix(f"Remove `{context.unit.text(clause.span)}`", (edit,), safe)


def drop_item(context: Context, span: Span) -> Fix | None:
    """An entry of a list removed; the clause with it if it is the only one."""
    clause = clause_at(context.construct, span)
    if clause is None:
        return None
    if len(clause.items) == 1:
        edit = removal(context.unit, context.construct, clause.span)
        return Fix(f"Remove `{context.unit.text(clause.span)}`", (edit,))
    index = next((i for i, item in enumerate(clause.items) if item.span.start <= span.start < item.span.end), None)
    if index is None:
        return None
    if index:
        taken = Span(clause.items[index - 1].span.end, clause.items[index].span.end)
    else:
        taken = Span(clause.items[0].span.start, clause.items[1].span.start)
    return Fix(f"Remove `{context.unit.text(span)}`", (Edit(taken, ""),))


def appended(construct: Construct, clause: str) -> Fix:
    """A clause added at the end of a directive."""
    end = construct.node.tokens[-1].span.end
    return Fix(f"Add `{clause}`", (Edit(Span(end, end), f" {clause}"),))


def copy_instead(context: Context, problem: Problem) -> Fix | None:
    """`copy` in the place of a clause that copies one way."""
    clause = clause_at(context.construct, problem.span)
    if clause is None or len(clause.items) != 1 or (clause.argument is not None and clause.argument.lead):
        return None
    return Fix("Change to `copy`", (Edit(clause.written.span, "copy"),))


def atomic_above(context: Context, problem: Problem) -> Fix | None:
    """`#pragma acc atomic update` above a statement that has a line of its own."""
    data = context.unit.data
    line = data.rfind(b"\n", 0, problem.span.start) + 1
    indent = data[line : problem.span.start]
    if indent.strip():
        return None
    before = data[:line].rstrip()
    if not before.endswith((b"{", b";", b"}")):
        return None
    text = f"{indent.decode()}#pragma acc atomic update\n"
    return Fix("Add `#pragma acc atomic update`", (Edit(Span(line, line), text),))
