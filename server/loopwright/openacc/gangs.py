"""Which loops of a `parallel` all gangs run from end to end: it starts gang-redundant (OpenACC 3.4, 2.5.1), and a `loop` gives each gang
iterations of its own (2.9.2)."""

from __future__ import annotations

from dataclasses import replace

from loopwright.openacc.directive import Clause, Directive, parse_directive
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


def starts_several(directive: Directive) -> bool | None:
    """Whether a `parallel` starts more than one gang, ``None`` where the program decides; without a clause nobody may count on one."""
    count = gangs_of(directive)
    return None if count is None and directive.clause("num_gangs") is not None else count != 1


def with_gangs(directive: Directive) -> tuple[Directive, str]:
    """A `parallel` or `parallel loop` whose gangs take iterations each, and the word that it lacked for that: `loop`, or `gang` where workers
    or lanes alone share; empty where it lacks none, or is to keep the order."""
    if directive.name == "parallel":
        return replace(directive, name="parallel loop"), "loop"
    if directive.name != "parallel loop" or shares_out(directive) or directive.clause("seq") is not None:
        return directive, ""
    levels = [index for index, clause in enumerate(directive.clauses) if clause.name in ("worker", "vector")]
    clauses = (*directive.clauses[: levels[0]], Clause("gang"), *directive.clauses[levels[0] :])
    return replace(directive, clauses=clauses), "gang"


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
