"""`async` on a construct that reduces a scalar which the code behind it uses before anything waits: the host may have the old value still
(OpenACC 3.4, sections 2.6.15 and 2.16)."""

from __future__ import annotations

from dataclasses import replace

from loopwright.lang.symbols import names_within
from loopwright.memory.places import COMPUTE, Place
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, occurrences
from loopwright.suggest.clause_lists import names_of
from loopwright.suggest.facts import LoopFacts

_WAITING = (b"acc_wait", b"acc_wait_all")


def waited_for(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """``directive`` without `async` where its result is used first."""
    if directive.name not in COMPUTE or directive.clause("async") is None or loop.function is None:
        return directive, ""
    reduced = {name for clause in directive.clauses if clause.name == "reduction" for name in names_of(clause)}
    moved = {name for clause in directive.clauses if clause.name != "reduction" for name in names_of(clause)}
    wait = _first_wait(outline, loop)
    early = [name for name in sorted(reduced - moved) if _first_use(outline, loop, name) < wait]
    if not early:
        return directive, ""
    kept = tuple(clause for clause in directive.clauses if clause.name != "async")
    return replace(directive, clauses=kept), f"async taken off: {', '.join(early)} is used before anything waits for it"


def _first_wait(outline: Outline, loop: Loop) -> int:
    """Where the function waits next behind ``loop``, by a directive or a function of the runtime; its end where it does not."""
    assert loop.function is not None
    behind = Span(loop.span.end, loop.function.body.end)
    for pragma in outline.pragmas:
        directive = parse_directive(pragma.text) if pragma.sentinel == "acc" else None
        waits = directive is not None and (directive.name == "wait" or directive.clause("wait") is not None)
        if waits and behind.start <= pragma.span.start < behind.end:
            behind = Span(behind.start, pragma.span.start)
            break
    calls = (
        at for name in _WAITING for at in occurrences(outline.source.data, name) if behind.start <= at < behind.end
    )
    return min(calls, default=behind.end)


def _first_use(outline: Outline, loop: Loop, name: str) -> int:
    """Where the code behind ``loop`` names a variable first; the end of the function where it does not."""
    assert loop.function is not None
    end = loop.function.body.end
    for at in occurrences(outline.source.data, name.encode()):
        if loop.span.end <= at < end and name in names_within(outline, Span(at, at + len(name))):
            return at
    return end
