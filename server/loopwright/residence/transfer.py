"""What one operation does to the state of one object: host and device accesses, mappings, updates, waits (OpenACC 3.4, 2.6 and 2.14).

Each function takes one alternative and gives those that may follow, each with what is wrong for certain or ``None``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from loopwright.residence.memory import Contents, Mapping, Mark, Marks, Pending, met, with_mark, without
from loopwright.residence.ranges import SOMEWHERE, Order, Range
from loopwright.source.linear import Linear
from loopwright.source.text import Span


class Note(NamedTuple):
    """Another place that a trouble is about."""

    place: Span
    words: str


@dataclass(frozen=True)
class Trouble:
    """Something that is wrong in one alternative."""

    code: str
    notes: tuple[Note, ...] = ()
    detail: str = ""


Outcome = tuple[Contents, "Trouble | None"]
_WRITTEN, _MAPPED, _QUEUED = "written on the device here", "mapped here", "the asynchronous operation"
SYNC = "sync"


class Operation(NamedTuple):
    """Where and in which queue something is done; ``SYNC`` where the host waits for it."""

    place: Span
    queue: object
    order: Order

    @property
    def is_async(self) -> bool:
        """Whether it may run later."""
        return self.queue != SYNC


def host_read(contents: Contents, touched: Range, order: Order) -> Outcome:
    """The host reads."""
    for pending in contents.pending:
        if pending.to_host and order.meets(pending.range, touched):
            rest = tuple(p for p in contents.pending if p is not pending)
            return replace(contents, pending=rest), Trouble("LW713", (Note(pending.place, _QUEUED),))
    for mapping in contents.mappings:
        mark = met(mapping.newer, touched, order)
        if mark is not None:
            queued = next((p for p in contents.pending if p.place == mark.place), None)
            changed = contents.with_mapping(mapping, replace(mapping, newer=_less(mapping.newer, mark)))
            return changed, Trouble(
                "LW701", (Note(mark.place, _WRITTEN), Note(mapping.place, _MAPPED)), "queued" if queued else ""
            )
    for mark, end in contents.lost:
        if order.meets(mark.range, touched):
            rest_lost = tuple(pair for pair in contents.lost if pair[1] != end)
            notes = (Note(mark.place, _WRITTEN), Note(end, "its memory on the device is given up here"))
            return replace(contents, lost=rest_lost), Trouble("LW702", notes)
    for mark, end in contents.garbage:
        if order.meets(mark.range, touched):
            rest_garbage = tuple(pair for pair in contents.garbage if pair[1] != end)
            notes = (Note(end, "copied back here"), Note(mark.place, "device memory without a value since here"))
            return replace(contents, garbage=rest_garbage), Trouble("LW703", notes)
    return contents, None


def host_write(contents: Contents, touched: Range, place: Span, order: Order, stands_in: bool = False) -> Outcome:
    """The host writes. What ``stands_in`` for the device's value until that is fetched is not newer than it."""
    trouble = None
    for pending in contents.pending:
        if (pending.to_host or pending.from_host) and order.meets(pending.range, touched):
            trouble = Trouble("LW713", (Note(pending.place, _QUEUED),))
            contents = replace(contents, pending=tuple(p for p in contents.pending if p is not pending))
            break
    mappings = []
    for mapping in contents.mappings:
        if not order.disjoint(mapping.range, touched):
            stale = mapping.stale
            if order.covers(mapping.range, touched) and not stands_in:
                stale = with_mark(stale, Mark(touched, place), order)
            mapping = replace(mapping, newer=without(mapping.newer, touched, order), stale=stale)
        mappings.append(mapping)
    written = contents.written
    if contents.unsure and touched.exact and not stands_in:
        written = with_mark(written, Mark(touched, place), order)
    lost, garbage = (_ended(pairs, touched, order) for pairs in (contents.lost, contents.garbage))
    return replace(contents, mappings=tuple(mappings), lost=lost, garbage=garbage, written=written), trouble


def device_access(contents: Contents, touched: Range, writes: bool, exposed: bool, at: Operation) -> Outcome:
    """A kernel reads or writes. ``exposed`` is false for a read of what the kernel wrote before."""
    order = at.order
    contents, trouble = _raced(contents, touched, writes, at)
    mapping = around(contents, touched, order)
    if mapping is None:
        outside = _outside(contents, touched, order)
        if outside is not None and trouble is None:
            trouble = Trouble("LW707", (Note(outside.place, _MAPPED),))
        return contents, trouble
    if writes:
        newer = mapping.newer
        # What the host has fetched before it may still want when the next kernel runs beside it.
        if touched.is_known and not (mapping.fetched and at.is_async):
            newer = with_mark(newer, Mark(touched, at.place), order)
        changed = replace(
            mapping,
            newer=newer,
            stale=without(mapping.stale, touched, order),
            blank=without(mapping.blank, touched, order),
        )
        return contents.with_mapping(mapping, changed), trouble
    if not exposed or trouble is not None:
        return contents, trouble
    stale, blank = met(mapping.stale, touched, order), met(mapping.blank, touched, order)
    if stale is not None:
        notes = (Note(stale.place, "written on the host here"), Note(mapping.place, _MAPPED))
        changed = replace(mapping, stale=_less(mapping.stale, stale))
        return contents.with_mapping(mapping, changed), Trouble("LW704", notes)
    if blank is not None:
        changed = replace(mapping, blank=_less(mapping.blank, blank))
        return contents.with_mapping(mapping, changed), Trouble(
            "LW705", (Note(blank.place, "mapped without a value here"),)
        )
    return contents, None


def seen_by_the_host_alone(contents: Contents, touched: Range, order: Order) -> Trouble | None:
    """What is wrong with a read of memory that is said to be on the device where the host has written since anybody can have put it there."""
    mark = met(contents.written, touched, order) if not contents.mappings else None
    return Trouble("LW704", (Note(mark.place, "written on the host here"),)) if mark is not None else None


def given_back(contents: Contents, at: Operation) -> Outcome:
    """Memory of the device is given back, by the host and at once."""
    touched = contents.mappings[0].range if contents.mappings else SOMEWHERE
    _, trouble = _raced(contents, touched, True, at)
    return Contents(gone=at.place), trouble


def is_absent(contents: Contents) -> bool:
    """Whether nothing of the object is on the device, for certain."""
    return not contents.mappings and not contents.unsure


def around(contents: Contents, touched: Range, order: Order) -> Mapping | None:
    """The mapping that ``touched`` lies in; of unknown bytes, the only one."""
    for mapping in contents.mappings:
        if order.covers(mapping.range, touched):
            return mapping
    possible = [m for m in contents.mappings if not order.disjoint(m.range, touched)]
    if len(possible) != 1 or contents.unsure or order.reaches_out(touched, possible[0].range):
        return None
    return possible[0]


def _outside(contents: Contents, touched: Range, order: Order) -> Mapping | None:
    """The mapping beside which ``touched`` lies for certain."""
    if contents.unsure or not contents.mappings:
        return None
    return contents.mappings[0] if all(order.reaches_out(touched, m.range) for m in contents.mappings) else None


def enter(contents: Contents, clause: str, section: Range, structured: bool, at: Operation) -> list[Outcome]:
    """A clause of a data construct, a compute construct or `enter data`."""
    order = at.order
    if clause == "present":
        return [_present(contents, section, structured, at)]
    mapping = next((m for m in contents.mappings if order.covers(m.range, section)), None)
    if mapping is None and not section.is_known and len(contents.mappings) == 1:
        mapping = contents.mappings[0]
    if mapping is not None:
        return [(contents.with_mapping(mapping, _counted(mapping, structured, 1)), None)]
    if clause == "no_create":
        return [(contents, None)]
    certain = all(order.disjoint(m.range, section) for m in contents.mappings)
    if not certain:
        torn = next(
            (m for m in contents.mappings if order.meets(m.range, section) and order.reaches_out(section, m.range)),
            None,
        )
        trouble = (
            Trouble("LW716", (Note(torn.place, "a part of it is mapped here"),), "torn") if torn is not None else None
        )
        return [(contents.forgotten(), trouble)]
    contents, trouble = _raced(contents, section, clause in ("create", "copyout"), at, host=True)
    blank: Marks = ()
    if clause in ("create", "copyout") and section.is_known:
        blank = (Mark(section._replace(exact=True), at.place),)
    made = _counted(Mapping(section, at.place, blank=blank), structured, 1)
    new = replace(contents, mappings=(*contents.mappings, made))
    if at.is_async and clause in ("copyin", "copy"):
        new = _queued(new, Pending(at.queue, frozenset(), section, False, True, True, at.place))
    if not contents.unsure:
        return [(new, trouble)]
    foreign = _counted(Mapping(section, at.place, foreign=True), structured, 1)
    return [(new, trouble), (replace(contents, mappings=(*contents.mappings, foreign)), trouble)]


def look_for(contents: Contents) -> Outcome:
    """`present` of a pointer without a section: some of what it leads to is there."""
    if not is_absent(contents):
        return contents, None
    return contents.forgotten(), Trouble("LW716", _given_back(contents), "absent")


def _given_back(contents: Contents) -> tuple[Note, ...]:
    return (Note(contents.gone, "given back here"),) if contents.gone is not None else ()


def _present(contents: Contents, section: Range, structured: bool, at: Operation) -> Outcome:
    order = at.order
    mapping = next((m for m in contents.mappings if order.covers(m.range, section)), None)
    if mapping is None and not section.is_known and len(contents.mappings) == 1:
        mapping = contents.mappings[0]
    if mapping is not None:
        return contents.with_mapping(mapping, _counted(mapping, structured, 1)), None
    if contents.unsure:
        older = tuple(mark for mark in contents.written if order.covers(section, mark.range))
        foreign = _counted(Mapping(section, at.place, foreign=True, stale=older), structured, 1)
        if all(order.disjoint(m.range, section) for m in contents.mappings):
            return replace(contents, mappings=(*contents.mappings, foreign)), None
        return contents.forgotten(), None
    trouble = None
    if not contents.mappings:
        trouble = Trouble("LW716", _given_back(contents), "absent")
    elif all(order.reaches_out(section, m.range) for m in contents.mappings):
        trouble = Trouble("LW716", (Note(contents.mappings[0].place, "this much is mapped here"),), "short")
    return contents.forgotten(), trouble


def leave(
    contents: Contents, copies: bool, section: Range, structured: bool, at: Operation, finalize: bool = False
) -> Outcome:
    """The end of a data construct, or a clause of `exit data`."""
    order = at.order
    mapping = next((m for m in contents.mappings if order.covers(m.range, section)), None)
    if mapping is None and len(contents.mappings) == 1 and not order.disjoint(contents.mappings[0].range, section):
        mapping = contents.mappings[0]
    if mapping is None:
        # Of memory that was given back the table keeps what was mapped.
        if is_absent(contents) and not structured and contents.ended is None:
            notes = (Note(contents.gone, "given back here already"),) if contents.gone is not None else ()
            return contents, Trouble("LW717", notes)
        return (contents if structured else contents.forgotten()), None
    if mapping.foreign and not structured:
        return contents.forgotten(), None
    if not structured and mapping.dynamic == 0:
        if mapping.structured:
            return contents, None
    changed = replace(mapping, dynamic=0) if finalize and not structured else _counted(mapping, structured, -1)
    if changed.is_held:
        if copies and changed.structured == 0 and changed.dynamic == 0:
            # Held by code that is not seen, or by nobody: then it was copied, and neither side is the newer one.
            changed = replace(changed, newer=(), stale=(), blank=())
        return contents.with_mapping(mapping, changed), None
    contents, trouble = _raced(contents, mapping.range, True, at)
    lost, garbage = contents.lost, contents.garbage
    if copies:
        older = met(mapping.stale, mapping.range, order)
        if older is not None and trouble is None:
            trouble = Trouble("LW711", (Note(older.place, "written on the host here"),))
        garbage = (*garbage, *((mark, at.place) for mark in mapping.blank))[-8:]
        lost = _ended(lost, mapping.range, order)
    else:
        lost = (*lost, *((mark, at.place) for mark in mapping.newer))[-8:]
    contents = replace(contents.with_mapping(mapping, None), lost=lost, garbage=garbage, gone=at.place)
    if copies and at.is_async:
        contents = _queued(contents, Pending(at.queue, frozenset(), mapping.range, True, False, True, at.place))
    return contents, trouble


def update(contents: Contents, section: Range, to_device: bool, if_present: bool, at: Operation) -> Outcome:
    """`update device`, and the other way `update self`: afterwards neither side is older than the other there."""
    order = at.order
    mapping = around(contents, section, order)
    if mapping is None:
        return _not_there(contents, section, if_present, at)
    contents, trouble = _raced(contents, section, to_device, at, host=True)
    overwritten = met(mapping.newer if to_device else mapping.stale, section, order)
    if overwritten is not None and trouble is None:
        code, told = ("LW710", _WRITTEN) if to_device else ("LW711", "written on the host here")
        trouble = Trouble(code, (Note(overwritten.place, told),))
    changed = replace(
        mapping,
        newer=without(mapping.newer, section, order),
        stale=without(mapping.stale, section, order),
        blank=without(mapping.blank, section, order) if to_device else mapping.blank,
        fetched=mapping.fetched or not to_device,
    )
    if not to_device:
        blanks = [mark for mark in mapping.blank if order.meets(mark.range, section)]
        garbage = (*contents.garbage, *((mark, at.place) for mark in blanks if order.covers(section, mark.range)))[-8:]
        contents = replace(contents, garbage=garbage, lost=_ended(contents.lost, section, order))
    contents = contents.with_mapping(mapping, changed)
    if at.is_async:
        pending = Pending(at.queue, frozenset(), section, not to_device, to_device, to_device, at.place)
        contents = _queued(contents, pending)
    return contents, trouble


def _not_there(contents: Contents, section: Range, if_present: bool, at: Operation) -> Outcome:
    if is_absent(contents) and not if_present:
        notes = (Note(contents.gone, "given back here"),) if contents.gone is not None else ()
        return contents.forgotten(), Trouble("LW716", notes, "update")
    outside = _outside(contents, section, at.order)
    if outside is not None and not if_present:
        return contents.forgotten(), Trouble("LW716", (Note(outside.place, "this much is mapped here"),), "short")
    return contents.forgotten() if not is_absent(contents) else contents, None


def run_later(contents: Contents, touched: Range, writes: bool, at: Operation, to_host: bool = False) -> Contents:
    """A kernel that was put into a queue uses the object."""
    return _queued(contents, Pending(at.queue, frozenset(), touched, to_host, False, writes, at.place))


def waited(contents: Contents, queue: object, follower: object) -> Contents:
    """A `wait` for one queue (``None``: for all), by the host or by the queue ``follower``."""
    if not contents.pending:
        return contents
    found = []
    for pending in contents.pending:
        done = queue is None or pending.queue == queue or queue in pending.before
        if not done:
            found.append(pending)
        elif follower != SYNC:
            found.append(pending._replace(before=pending.before | {follower}))
    return replace(contents, pending=tuple(dict.fromkeys(found)))


def host_ends(contents: Contents, place: Span) -> Outcome:
    """The host's memory is given back."""
    held = next((m for m in contents.mappings if m.structured or m.dynamic), None)
    queued = next((p for p in contents.pending if p.to_host or p.from_host), None)
    ended = Contents(ended=place)
    if held is not None:
        return ended, Trouble("LW712", (Note(held.place, _MAPPED),))
    if queued is not None:
        return ended, Trouble("LW712", (Note(queued.place, _QUEUED),), "queued")
    return ended, None


def left_behind(contents: Contents) -> Trouble | None:
    """What is still mapped when nobody can reach it any more."""
    held = next((m for m in contents.mappings if m.dynamic and not m.foreign and not m.structured), None)
    return Trouble("LW709", (Note(held.place, _MAPPED),)) if held is not None and not contents.unsure else None


def _raced(contents: Contents, touched: Range, writes: bool, at: Operation, host: bool = False) -> Outcome:
    """Whether something that nothing orders before this uses the same bytes."""
    for pending in contents.pending:
        ordered = pending.queue == at.queue or at.queue in pending.before or _may_be_one(pending.queue, at.queue)
        conflict = pending.writes or writes or (host and pending.to_host)
        if not ordered and conflict and at.order.meets(pending.range, touched):
            rest = tuple(p for p in contents.pending if p.place != pending.place)
            return replace(contents, pending=rest), Trouble("LW714", (Note(pending.place, _QUEUED),))
    return contents, None


def _may_be_one(first: object, second: object) -> bool:
    """Whether two queues that look different may be the same: the number of one is not known."""
    if SYNC in (first, second):
        return False
    return any(not isinstance(queue, Linear) or bool(queue.terms) for queue in (first, second))


def _queued(contents: Contents, pending: Pending) -> Contents:
    return replace(contents, pending=(*(p for p in contents.pending if p != pending), pending)[-8:])


def _counted(mapping: Mapping, structured: bool, by: int) -> Mapping:
    if structured:
        return replace(mapping, structured=max(0, mapping.structured + by))
    return replace(mapping, dynamic=max(0, mapping.dynamic + by))


def _less(marks: Marks, gone: Mark) -> Marks:
    return tuple(mark for mark in marks if mark.place != gone.place)


def _ended(pairs: tuple[tuple[Mark, Span], ...], touched: Range, order: Order) -> tuple[tuple[Mark, Span], ...]:
    return tuple((left, end) for mark, end in pairs for left in without((mark,), touched, order))
