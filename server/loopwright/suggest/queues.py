"""The queue of work that starts beside other work: directives of one function that name a queue mostly name the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from loopwright.lang.host_uses import host_uses, may_follow
from loopwright.lang.symbols import names_within
from loopwright.memory.places import Example, Place
from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.openacc.equivalent import names_of, split_items
from loopwright.residence.routines import WAITS
from loopwright.source.outline import Loop, Outline
from loopwright.source.shape import arrays_of
from loopwright.source.text import Span, occurrences
from loopwright.suggest.clause_lists import exchanged
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.present import governed

_BACK = frozenset(("copy", "copyout"))
_MOVING = frozenset(("update", "enter data", "exit data"))
_ALONE = _MOVING | {"wait"}  # whatever statement follows


def queues_of(outline: Outline, loop: Loop) -> frozenset[str]:
    """What the clauses `async` in the function of ``loop`` name, above other statements; where just one queue is waited for behind the
    loop and has no work until then, that one alone."""
    function = loop.function
    if function is None or b"async" not in outline.source.data:
        return frozenset()
    written = (
        (pragma, parse_directive(pragma.text))
        for pragma in outline.pragmas
        if pragma.sentinel == "acc" and function.span.contains(pragma.span)
    )
    others = [(p.span.start, d) for p, d in written if p.governs != loop.span.start or d.name in _ALONE]
    idle = {queue for queue in _waited_for(others) if _is_idle(queue, others, loop)}
    if len(idle) == 1:
        return frozenset(idle)
    clauses = (directive.clause("async") for _, directive in others)
    return frozenset(clause.argument or "" for clause in clauses if clause is not None)


def _waited_for(directives: Iterable[tuple[int, Directive]]) -> Iterator[str]:
    """The queues that directives wait for by their names."""
    for _, directive in directives:
        yield from _names_of_waits(directive) or ()


def _is_idle(queue: str, directives: Iterable[tuple[int, Directive]], loop: Loop) -> bool:
    """Whether the first wait behind ``loop`` that ends ``queue`` names it, and nothing has put work there since the wait before, be it in
    the pass before of a loop around."""
    events: list[tuple[int, str]] = []
    for at, directive in directives:
        named = _names_of_waits(directive)
        if named is not None and (not named or queue in named):
            events.append((at, "named" if named else "all"))
        clause = directive.clause("async")
        if clause is not None and directive.name != "wait" and (clause.argument or "") == queue:
            events.append((at, "work"))
    before = [event for event in events if event[0] < loop.span.start]
    behind = events[len(before) :]
    if not behind or behind[0][1] != "named":
        return False
    last = before[-1:]
    passes = (around.span for around in loop.around() if not last or last[0][0] < around.span.start)
    last += [event for span in passes for event in [e for e in events if span.start <= e[0] < span.end][-1:]]
    return all(kind != "work" for _, kind in last)


def _names_of_waits(directive: Directive) -> frozenset[str] | None:
    """The queues that a directive waits for, none for all of them; ``None`` where it does not wait."""
    clause = directive.clause("wait")
    if directive.name != "wait" and clause is None:
        return None
    named = directive.argument if directive.name == "wait" else clause.argument if clause is not None else None
    return frozenset(item.strip() for item in split_items(named or ""))


def in_queue(text: str, queues: frozenset[str]) -> str:
    """A directive of another place with the only queue of ``queues`` for its own, as work in two queues is not ordered
    (OpenACC 3.4, section 2.16.1), and what nobody waits for has not come."""
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
    3.4, sections 2.6.15 and 2.16), nor has what the loop writes in memory that the host or an operation without a queue uses next. Of data
    that are copied back in a function that has queues of its own the rules on these know more."""
    if directive.clause("async") is None or loop.function is None:
        return directive, ""
    moved = {name for each in directive.clauses if each.name != "reduction" for name in names_of(each)}
    back = {name for each in directive.clauses if each.name == "reduction" for name in names_of(each)} - moved
    if not queues_of(outline, loop):
        back |= {name for each in directive.clauses if each.name in _BACK for name in names_of(each)}
    there = {name for each in directive.clauses if each.name in ("present", "deviceptr") for name in names_of(each)}
    until = _first_wait(outline, loop)
    met = {name for name in back if _first_use(outline, loop, name) < until}
    met |= {name for name, start in _used_at_once(outline, loop, there) if start < until} & arrays_of(
        outline, loop
    ).written
    if not met:
        return directive, ""
    said = f"async left out: the function goes on with {', '.join(sorted(met))} and does not wait"
    return exchanged(directive, "async", []), said


def is_waited_for(directive: Directive, outline: Outline, project: Iterable[Example]) -> bool:
    """Whether anything in sight waits for the queue of a directive: in its program's files, or among the project's other directives."""
    clause = directive.clause("async")
    if clause is None:
        return True
    files = (outline, *outline.units)
    if any(name.encode() in file.source.data for file in files for name in WAITS):
        return True
    written = (
        parse_directive(p.text) for file in files for p in file.pragmas if p.sentinel == "acc" and "wait" in p.text
    )
    others = (example.parsed for example in project if "wait" in example.directive)
    return any(_waits_for(each, (clause.argument or "").strip()) for each in (*written, *others))


def _waits_for(directive: Directive, queue: str) -> bool:
    """Whether a directive waits for a queue, or for one that may be it."""
    queues = _names_of_waits(directive)
    if queues is None:
        return False
    return not queues or queue in queues or not (queue.isdigit() and all(item.isdigit() for item in queues))


def _used_at_once(outline: Outline, loop: Loop, there: set[str]) -> Iterator[tuple[str, int]]:
    """What the host reaches behind ``loop`` in its function, or a directive without a queue moves, and where; `enter data` moves nothing
    of what is ``there``."""
    assert loop.function is not None
    root = outline.source.tree.root_node
    behind = Span(loop.span.end, loop.function.body.end)
    for use in host_uses(root, loop.function.body, loop.span, governed(outline)):
        if behind.start <= use.start and may_follow(root, loop.span, use.start):
            yield use.name, use.start
    for pragma in outline.pragmas:
        if pragma.sentinel == "acc" and behind.start <= pragma.span.start < behind.end:
            directive = parse_directive(pragma.text)
            if directive.name in _MOVING and directive.clause("async") is None:
                names = {name for clause in directive.clauses for name in names_of(clause)}
                names -= there if directive.name == "enter data" else set()
                yield from ((name, pragma.span.start) for name in names)


def _first_wait(outline: Outline, loop: Loop) -> int:
    """Where the function waits next behind ``loop``, by a directive or a function of the runtime; its end where it does not."""
    assert loop.function is not None
    behind = Span(loop.span.end, loop.function.body.end)
    places = [_first_use(outline, loop, name) for name in WAITS]
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
