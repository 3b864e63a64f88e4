"""The queue of work that starts beside other work: directives of one function that name a queue mostly name the same."""

from __future__ import annotations

from dataclasses import replace

from loopwright.lang.symbols import names_within
from loopwright.memory.places import Place
from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.openacc.equivalent import names_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, occurrences
from loopwright.suggest.clause_lists import exchanged
from loopwright.suggest.facts import LoopFacts

_BACK = frozenset(("copy", "copyout"))
_WAITS = ("acc_wait", "acc_wait_all", "acc_async_wait", "acc_async_wait_all")


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
    """What is copied back in a queue, or reduced there, has not come when the function goes on with it and nothing waits before (OpenACC
    3.4, sections 2.6.15 and 2.16). Of data in a function that has queues of its own the rules on these know more."""
    if directive.clause("async") is None or loop.function is None:
        return directive, ""
    moved = {name for each in directive.clauses if each.name != "reduction" for name in names_of(each)}
    back = {name for each in directive.clauses if each.name == "reduction" for name in names_of(each)} - moved
    if not queues_of(outline, loop):
        back |= {name for each in directive.clauses if each.name in _BACK for name in names_of(each)}
    until = _first_wait(outline, loop) if back else 0
    met = [name for name in sorted(back) if _first_use(outline, loop, name) < until]
    if not met:
        return directive, ""
    said = f"async left out: the function goes on with {', '.join(met)} and does not wait"
    return exchanged(directive, "async", []), said


def _first_wait(outline: Outline, loop: Loop) -> int:
    """Where the function waits next behind ``loop``, by a directive or a function of the runtime; its end where it does not."""
    assert loop.function is not None
    behind = Span(loop.span.end, loop.function.body.end)
    places = [_first_use(outline, loop, name) for name in _WAITS]
    for pragma in outline.pragmas:
        directive = parse_directive(pragma.text) if pragma.sentinel == "acc" else None
        waits = directive is not None and (directive.name == "wait" or directive.clause("wait") is not None)
        if waits and behind.start <= pragma.span.start < behind.end:
            places.append(pragma.span.start)
    return min(places)


def _first_use(outline: Outline, loop: Loop, name: str) -> int:
    """Where the code behind ``loop`` uses a name first; the end of the function where it does not."""
    assert loop.function is not None
    end = loop.function.body.end
    for at in occurrences(outline.source.data, name.encode()):
        if loop.span.end <= at < end and name in names_within(outline, Span(at, at + len(name))):
            return at
    return end
