"""The queue of work that starts beside other work: directives of one function that name a queue mostly name the same."""

from __future__ import annotations

from dataclasses import replace

from loopwright.memory.places import Place
from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, names_in
from loopwright.suggest.clause_lists import exchanged, names_of
from loopwright.suggest.facts import LoopFacts

_BACK = frozenset(("copy", "copyout"))
_WAITS = frozenset(("wait", "acc_wait", "acc_wait_all", "acc_async_wait", "acc_async_wait_all"))


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


def unwaited(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """What is copied back in a queue has not come when the function goes on with it and waits nowhere (OpenACC 3.4, section 2.16). A function
    that has queues of its own is followed by who knows the rules on them."""
    clause = directive.clause("async")
    if clause is None or loop.function is None or queues_of(outline, loop):
        return directive, ""
    words = names_in(outline.source.slice(Span(loop.span.end, loop.function.body.end)))
    until = next((number for number, word in enumerate(words) if word in _WAITS), len(words))
    back = {name for each in directive.clauses if each.name in _BACK for name in names_of(each)}
    met = sorted(back & set(words[:until]))
    if not met:
        return directive, ""
    return exchanged(
        directive, "async", []
    ), f"async left out: the function goes on with {', '.join(met)} and does not wait"
