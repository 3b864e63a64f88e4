"""Which loops of a `parallel` all gangs run from end to end: it starts gang-redundant (OpenACC 3.4, 2.5.1), and a `loop` gives each gang
iterations of its own (2.9.2)."""

from __future__ import annotations

from loopwright.openacc.directive import Directive, parse_directive
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, number_of


def shares_out(directive: Directive) -> bool:
    """Whether gangs take different iterations of the loop under a directive. Where no level is named the compiler takes one; workers and
    lanes alone share what their own gang does."""
    if "loop" not in directive.name.split() or directive.clause("seq") is not None:
        return False
    levels = {clause.name for clause in directive.clauses} & {"gang", "worker", "vector"}
    return not levels or "gang" in levels


def gangs_of(directive: Directive) -> int | None:
    """How many gangs a `parallel` asks for, ``None`` where the compiler or the program decides."""
    clause = directive.clause("num_gangs")
    return number_of(clause.argument or "") if clause is not None else None


def run_by_all(outline: Outline, statement: Span) -> tuple[Loop, ...]:
    """The outermost loops of ``statement``, which may be one itself, that every gang of a `parallel` above it runs from end to end: no
    directive above the loop or in it shares iterations out."""
    piece = outline.pieces[outline.piece_index(statement.start)]
    inside = [loop for loop in outline.loops_in(piece) if statement.contains(loop.span)]
    outermost = [loop for loop in inside if not any(o.span != loop.span and o.span.contains(loop.span) for o in inside)]
    shared = [
        pragma.governs
        for pragma in outline.pragmas_in(piece)
        if pragma.sentinel == "acc" and shares_out(parse_directive(pragma.text))
    ]
    return tuple(loop for loop in outermost if not any(loop.span.start <= at < loop.span.end for at in shared))
