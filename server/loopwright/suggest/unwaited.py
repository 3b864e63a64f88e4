"""`wait` for work that a function starts with `async` and that nothing orders before what follows (OpenACC 3.4, section 2.16)."""

from __future__ import annotations

from loopwright.lang.classes import descendants
from loopwright.openacc.constructs import COMPUTE, Construct
from loopwright.source.outline import Outline
from loopwright.suggest.mentions import Body, body_at

_STARTS = (*COMPUTE, "update", "enter data", "exit data", "data")


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
    if any(started[-1].pragma.span.start < at for at in waits if at < offset) or b"acc_wait" in outline.source.data:
        return []
    loop = body.loop_around(offset)
    end = loop.end_byte if loop is not None else body.function.body.end
    following = [c.pragma.span.start for c in body.constructs if c.pragma.span.start >= offset]
    if any(offset <= at for at in waits) or (following and not _is_used(body, started, last, offset, min(following))):
        return []
    if not following and not _is_used(body, started, last, offset, end) and offset < body.function.body.end - 1:
        return []
    queues = {"".join(i.text for i in clause.items) for c in started if (clause := c.node.clause("async")) is not None}
    only = next(iter(queues)) if len(queues) == 1 else ""
    return ["wait", f"wait({only})"] if only else ["wait"]


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
    callers started."""
    body = body_at(outline, offset)
    if body is None or body.loop_around(offset) is not None:
        return False
    before = [c for c in body.constructs if c.pragma.span.start < offset]
    is_empty = not any(node.type not in ("comment", "preproc_call") for node in body.node.named_children)
    calls = any(n.type == "call_expression" and n.start_byte < offset for n in descendants(body.node))
    return is_empty or (bool(before) and not calls and not any(_is_started(c) for c in before))


def queue_of(body: Body, offset: int) -> str | None:
    """The queue of the work that was started last in front of ``offset`` and that nothing waits for before it; empty for the
    queue of `async` without a number, ``None`` where all work is done."""
    for construct in reversed([c for c in body.constructs if c.pragma.span.start < offset]):
        if construct.name == "wait" or construct.node.clause("wait") is not None:
            return None
        clause = construct.node.clause("async")
        if clause is not None and construct.name in _STARTS:
            return "".join(item.text for item in clause.items)
    return None


def _is_started(construct: Construct) -> bool:
    return construct.name in _STARTS and construct.node.clause("async") is not None


def _is_used(body: Body, started: list[Construct], last: int, offset: int, end: int) -> bool:
    """Whether the host names what the work is on between the place and ``end``, and not before the place."""
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
    return (any(offset <= at < end for at in uses) or bool(again)) and not any(last <= at < offset for at in uses)
