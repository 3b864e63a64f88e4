"""Edits that remove a finding between directives, where there is one likely way: an `update`, a `wait`, another clause. None is safe:
which of the two sides holds what is wanted only the author knows."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.openacc.constructs import COMPUTE, Construct, Unit
from loopwright.openacc.findings import Fix
from loopwright.residence.machine import Claim
from loopwright.source.edits import Edit, line_above
from loopwright.source.text import Span


def update_above(unit: Unit, claim: Claim, to_host: bool) -> Fix | None:
    """An `update` of what is mapped, before the host's statement or the kernel."""
    mapped = next((note.place for note in claim.notes if note.words == "mapped here"), None)
    if mapped is None or not _in_one_function(unit, mapped, claim.span):
        return None
    around = _construct_at(unit, mapped)
    clauses = around.node.clauses if around is not None else ()
    if not any(variable.span == mapped for clause in clauses for variable in clause.variables):
        return None
    section = unit.text(mapped)
    start = _statement(unit, claim.span.start) if to_host else _directive(unit, claim.span.start)
    if start is None:
        return None
    text = f"#pragma acc update {'self' if to_host else 'device'}({section})"
    return Fix(f"Add `{text[12:]}`", (line_above(unit.source, start, text),))


def wait_above(unit: Unit, claim: Claim) -> Fix | None:
    """A `wait` for the queue of the other operation."""
    other = claim.notes[0].place
    started = _construct_at(unit, other)
    if started is None or not _in_one_function(unit, other, claim.span):
        return None
    queue = started.node.clause("async")
    if queue is None:
        return None
    here = _construct_at(unit, claim.span)
    if here is not None and here.name == "data":
        return None  # at its end, where the queue belongs nobody can tell
    start = here.pragma.span.start if here is not None else _directive(unit, claim.span.start)
    start = _statement(unit, claim.span.start) if start is None else start
    if start is None:
        return None
    text = f"#pragma acc wait{unit.text(queue.argument.span) if queue.argument is not None else ''}"
    return Fix(f"Add `{text[12:]}`", (line_above(unit.source, start, text),))


def other_clause(unit: Unit, claim: Claim, others: dict[str, str]) -> Fix | None:
    """Another clause for a variable that has a clause of its own."""
    place = claim.notes[-1].place
    construct = _construct_at(unit, place)
    for clause in construct.node.clauses if construct is not None else ():
        new = others.get(clause.name)
        if new is None or not clause.span.contains(place):
            continue
        title = f"Change `{clause.name}` to `{new}`"
        if len(clause.items) == 1:
            return Fix(title, (Edit(clause.written.span, new),))
        spans = [item.span for item in clause.items]
        index = next((i for i, span in enumerate(spans) if span.start <= place.start < span.end), None)
        if index is None:
            return None
        taken = Span(spans[index - 1].end, spans[index].end) if index else Span(spans[0].start, spans[1].start)
        added = Edit(Span(clause.span.end, clause.span.end), f" {new}({unit.text(spans[index])})")
        return Fix(f"{title} for `{unit.text(spans[index])}`", (Edit(taken, ""), added))
    return None


def _construct_at(unit: Unit, place: Span) -> Construct | None:
    """The directive in whose text a place lies; ``None`` for a macro, whose words no edit can take up or change."""
    written = (c for c in unit.constructs if not c.pragma.macro)
    return next((c for c in written if c.pragma.span.start <= place.start < c.pragma.span.end), None)


def _directive(unit: Unit, offset: int) -> int | None:
    """Where the compute construct around a place begins."""
    around = [c for c in unit.constructs if c.name in COMPUTE and c.region.start <= offset < c.region.end]
    return around[-1].pragma.span.start if around else None


def _statement(unit: Unit, offset: int) -> int | None:
    """Where the largest statement around a place begins that holds no directive and stands in a block."""
    node: Node | None = unit.source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    found = None
    while node is not None and node.type != "function_definition":
        parent = node.parent
        if parent is not None and parent.type in ("compound_statement", "case_statement"):
            inside = any(node.start_byte <= c.pragma.span.start < node.end_byte for c in unit.constructs)
            if inside or any(c.region.end == node.end_byte and c.statement == node for c in unit.constructs):
                break
            found = node.start_byte
        node = parent
    return found


def _in_one_function(unit: Unit, first: Span, second: Span) -> bool:
    one, other = (unit.declarations.function_at(span.start) for span in (first, second))
    return one is not None and other is not None and one.id == other.id
