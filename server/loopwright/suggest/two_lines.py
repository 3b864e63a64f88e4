"""Habits of two lines: `kernels` above `loop independent`, where the other loops of the file stand under both.

A file that writes its compute construct in a line of its own is offered it so: the construct is the candidate, and the `loop` below it comes
with it, with the clauses that this loop needs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.openacc.grammar import LOOP_DIRECTIVES
from loopwright.source.edits import Edit, indent_at, newline_of
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.facts import LoopFacts, reduction_clauses

# What another loop's `loop` may hand on: all else names variables, or says how deep a nest is.
_PLAIN = frozenset(("independent", "gang", "worker", "vector", "auto"))


def loop_below(outline: Outline, loop: Loop, construct: Directive, facts: LoopFacts) -> str:
    """The `loop` that belongs below ``construct`` above ``loop``; empty where the file has no such habit, where one stands there, or
    where iterations may depend on one another."""
    if "loop" in construct.name or construct.name not in LOOP_DIRECTIVES or not facts.independent:
        return ""
    if construct.clause("reduction") is not None or _below(loop) is not None:
        return ""
    habits: Counter[str] = Counter()
    for other in outline.loops:
        own = [parse_directive(pragma.text) for pragma in other.pragmas if pragma.sentinel == "acc"]
        if any(directive.name == construct.name for directive in own):
            below = _below(other)
            habits[str(replace(below, clauses=_plain(below))) if below is not None else ""] += 1
    if not habits or not habits.most_common(1)[0][0]:
        return ""
    said = parse_directive(habits.most_common(1)[0][0])
    private = tuple(facts.verdict.private) if construct.clause("private") is None else ()
    needed = (Clause("private", ",".join(private)),) if private else ()
    return str(replace(said, clauses=(*said.clauses, *needed, *reduction_clauses(facts.verdict.reductions))))


def with_loop_below(outline: Outline, loop: Loop, edits: list[Edit], directive: str, below: str) -> list[Edit]:
    """``edits``, which put ``directive`` there, with the line ``below`` behind it."""
    line, indent = f"#pragma acc {directive}", indent_at(outline.source, loop.span.start)
    both = f"{line}{newline_of(outline.source.data)}{indent}#pragma acc {below}"
    return [replace(edit, text=edit.text.replace(line, both, 1)) for edit in edits]


def _below(loop: Loop) -> Directive | None:
    """The `loop` in a line of its own above a loop."""
    own = (parse_directive(pragma.text) for pragma in loop.pragmas if pragma.sentinel == "acc")
    return next((directive for directive in own if directive.name == "loop"), None)


def _plain(directive: Directive) -> tuple[Clause, ...]:
    return tuple(clause for clause in directive.clauses if clause.name in _PLAIN and clause.argument is None)
