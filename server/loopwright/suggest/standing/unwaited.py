"""`wait` for work that a function starts with `async` and that nothing orders before what follows (OpenACC 3.4, section 2.16)."""

from __future__ import annotations

from dataclasses import replace

from loopwright.lang.classes import descendants
from loopwright.openacc.constructs import COMPUTE, Construct
from loopwright.openacc.directive import Clause, Directive
from loopwright.openacc.equivalent import split_items
from loopwright.source.outline import Outline
from loopwright.suggest.standing.callees import Call
from loopwright.suggest.standing.mentions import Body, body_at

_STARTS = (*COMPUTE, "update", "enter data", "exit data", "data")
_ABOUT_WORK = frozenset(("async", "wait", "if"))


def wait_at(outline: Outline, offset: int) -> list[str]:
    """`wait` for every queue and for the only one, where asynchronous work is started in front of ``offset``, nothing waits for it
    before the next work or the end of the function, and the host goes on with its results or leaves."""
    body = body_at(outline, offset) if b"async" in outline.source.data else None
    if body is None or body.on_device(offset) is not None:
        return []
    block = body.block_of(offset)
    started = [c for c in body.constructs if _is_started(c) and c.pragma.span.start < offset]
    waits = [c.pragma.span.start for c in body.constructs if c.name == "wait" or c.node.clause("wait") is not None]
    if not started or not block.start_byte <= started[-1].pragma.span.start < block.end_byte:
        return []
    last = max(c.region.end for c in started)
    if all(map(_makes_room, started)):
        return []  # what uses it on the device comes behind it in the queue
    if any(started[-1].pragma.span.start < at for at in waits if at < offset) or b"acc_wait" in outline.source.data:
        return []
    loop = body.loop_around(offset)
    end = loop.end_byte if loop is not None else body.function.body.end
    following = [c.pragma.span.start for c in body.constructs if c.pragma.span.start >= offset]
    later = [at for at in waits if at >= offset]
    if later and not _is_used(body, started, last, offset, min(later), in_next_round=False):
        return []
    if following and not later and not _is_used(body, started, last, offset, min(following)):
        return []
    if not following and not _is_used(body, started, last, offset, end) and _goes_on(body, offset):
        return []
    queues = {"".join(i.text for i in clause.items) for c in started if (clause := c.node.clause("async")) is not None}
    only = next(iter(queues)) if len(queues) == 1 else ""
    return ["wait", f"wait({only})"] if only else ["wait"]


def _goes_on(body: Body, offset: int) -> bool:
    """Whether the function does anything after a place."""
    return any(
        node.start_byte >= offset and node.is_named and node.type != "comment" for node in descendants(body.node)
    )


def has_waited(outline: Outline, offset: int) -> bool:
    """Whether the function starts work in front of ``offset`` and waits for it there already."""
    body = body_at(outline, offset) if b"async" in outline.source.data else None
    if body is None:
        return False
    started = [c.pragma.span.start for c in body.constructs if _is_started(c) and c.pragma.span.start < offset]
    return bool(started) and any(
        c.name == "wait" and started[-1] < c.pragma.span.start < offset for c in body.constructs
    )


def has_nothing_to_wait_for(outline: Outline, offset: int) -> bool:
    """Whether a function does nothing in front of ``offset`` but to move data at once: the first statement may wait for what its
    callers started. In a loop, whether all that its rounds start is waited for, and no function is called that may start more."""
    body = body_at(outline, offset)
    if body is None:
        return False
    loop = body.loop_around(offset)
    if loop is not None:
        calls = any(
            n.type == "call_expression" and body.on_device(n.start_byte) is None for n in descendants(body.node)
        )
        idle = queue_of(body, offset) is None and queue_of(body, loop.end_byte) is None
        return idle and not calls and any(_is_started(c) for c in body.constructs)
    before = [c for c in body.constructs if c.pragma.span.start < offset]
    calls = any(n.type == "call_expression" and n.start_byte < offset for n in descendants(body.node))
    if not before and not calls and any(_is_started(c) for c in body.constructs):
        return queue_of(body, body.function.body.end) is None  # it waits for its own work
    is_empty = not any(node.type not in ("comment", "preproc_call") for node in body.node.named_children)
    return is_empty or (bool(before) and not calls and not any(_is_started(c) for c in before))


def queue_of(body: Body, offset: int) -> str | None:
    """The queue of the work that was started last in front of ``offset`` and that nothing waits for before it; empty for the
    queue of `async` without a number, ``None`` where all work is done."""
    for event in reversed(_events(body, offset)):
        if isinstance(event, Call):
            if _starts_or_waits(event.callee):
                return queue_of(event.callee, event.callee.function.body.end)
            continue
        if event.name == "wait" or event.node.clause("wait") is not None:
            return None
        clause = event.node.clause("async")
        if clause is not None and event.name in _STARTS:
            return "".join(item.text for item in clause.items)
    return None


def with_all_queues(outline: Outline, offset: int, directive: Directive) -> Directive:
    """A `wait` for some of the queues that a function has started work in, and not waited for, as one for all of them."""
    body = body_at(outline, offset)
    if body is None or directive.name != "wait" or directive.argument is None:
        return directive
    named = ["".join(part.split()) for part in split_items(directive.argument)]
    waits = [c.pragma.span.start for c in body.constructs if c.name == "wait" and c.pragma.span.start < offset]
    started = [c for c in body.constructs if _is_started(c) and max(waits, default=-1) < c.pragma.span.start < offset]
    clauses = [clause for c in started if (clause := c.node.clause("async")) is not None]
    queues = dict.fromkeys("".join(item.text for item in clause.items) for clause in clauses)
    if "" in queues or not set(named) < set(queues):
        return directive
    return replace(directive, argument=",".join(queues))


def order_at(body: Body, offset: int) -> Clause | None:
    """The `wait` clause that what moves data at a place needs, ``None`` where all work in front of it is done: for the one queue
    that work was started in, or for all where it is more than one."""
    queue = queue_of(body, offset)
    if queue is None:
        return None
    waits = [c.pragma.span.start for c in body.constructs if c.name == "wait" and c.pragma.span.start < offset]
    started = [c for c in body.constructs if _is_started(c) and max(waits, default=-1) < c.pragma.span.start < offset]
    queues = {"".join(i.text for i in clause.items) for c in started if (clause := c.node.clause("async")) is not None}
    return Clause("wait", (queue or None) if queues <= {queue} else None)


def _events(body: Body, offset: int) -> list[Construct | Call]:
    """The directives and the calls of functions of the file in front of a place, in order."""
    found: list[Construct | Call] = [c for c in body.constructs if c.pragma.span.start < offset]
    found += [call for call in body.calls if call.at < offset and call.callee.is_shallow]
    return sorted(found, key=lambda event: event.at if isinstance(event, Call) else event.pragma.span.start)


def _starts_or_waits(body: Body) -> bool:
    """Whether a function, or one that it calls, has to do with queues."""
    own = any(_is_started(c) or c.name == "wait" or c.node.clause("wait") is not None for c in body.constructs)
    return own or any(_starts_or_waits(call.callee) for call in body.calls if call.callee.is_shallow)


def _is_started(construct: Construct) -> bool:
    return construct.name in _STARTS and construct.node.clause("async") is not None


def _makes_room(construct: Construct) -> bool:
    """Whether a directive reserves memory of the device and moves no value."""
    lists = [clause.name for clause in construct.node.clauses if clause.items and clause.name not in _ABOUT_WORK]
    return construct.name == "enter data" and bool(lists) and set(lists) == {"create"}


def _is_used(
    body: Body, started: list[Construct], last: int, offset: int, end: int, in_next_round: bool = True
) -> bool:
    """Whether the host names what the work is on between the place and ``end``, or in the next round of a loop around it, and not
    before the place."""
    names = {
        item.variable.name
        for construct in started
        for clause in construct.node.clauses
        for item in clause.items
        if item.variable is not None
    }
    uses = [m.at for name in names for m in body.mentions(name) if m.kind in ("read", "given", "written", "returned")]
    loop = body.loop_around(offset)
    again = [at for at in uses if loop is not None and loop.start_byte <= at < started[-1].pragma.span.start]
    return (any(offset <= at < end for at in uses) or (in_next_round and bool(again))) and not any(
        last <= at < offset for at in uses
    )
