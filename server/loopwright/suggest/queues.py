"""The queue of work that starts beside other work: directives of one function that name a queue mostly name the same."""

from __future__ import annotations

from dataclasses import replace

from loopwright.openacc.directive import Clause, parse_directive
from loopwright.source.outline import Loop, Outline


def queues_of(outline: Outline, loop: Loop) -> frozenset[str]:
    """What the clauses `async` in the function of ``loop`` name, above other statements."""
    function = loop.function
    if function is None or b"async" not in outline.source.data:
        return frozenset()
    clauses = (
        parse_directive(pragma.text).clause("async")
        for pragma in outline.pragmas
        if pragma.sentinel == "acc" and function.span.contains(pragma.span) and pragma.governs != loop.span.start
    )
    return frozenset(clause.argument or "" for clause in clauses if clause is not None)


def in_queue(text: str, queues: frozenset[str]) -> str:
    """A directive of another place with the only queue of ``queues`` for its own, as work in two queues is not ordered
    (OpenACC 3.4, section 2.16.1)."""
    directive = parse_directive(text)
    clause = directive.clause("async")
    if clause is None or len(queues) != 1 or (clause.argument or "") in queues:
        return text
    (queue,) = queues
    own = Clause("async", queue or None)
    return str(replace(directive, clauses=tuple(own if c is clause else c for c in directive.clauses)))
