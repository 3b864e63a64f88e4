"""`enter data`, `exit data` and `update` that the directives of a file leave out: data that nobody brings to the device or takes away,
and values that are newer on the other side (OpenACC 3.4, sections 2.6.6, 2.14.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.directive import Clause, Directive
from loopwright.source.outline import Outline
from loopwright.source.text import Span
from loopwright.suggest.standing.callees import takes_for_granted
from loopwright.suggest.standing.conditions import under_condition
from loopwright.suggest.standing.counterparts import is_destructor
from loopwright.suggest.standing.data_enter import bring, says_present
from loopwright.suggest.standing.data_place import (
    BRINGS,
    ON_HOST,
    Elsewhere,
    Place,
    can_say,
    device_uses,
    directive_of,
    holds_all,
    is_bare_declaration,
    is_in,
    is_lent,
    is_own,
    is_put_before,
    leads_elsewhere,
    may_be_done_by,
    reach_of,
    runs_as_often,
    section_at,
)
from loopwright.suggest.standing.mentions import Body, Mention, Moved, body_at, moved_by
from loopwright.suggest.standing.unwaited import order_at, queue_of

_TAKES = frozenset(("delete", "copyout", "detach"))
MOVING = frozenset(("update", "enter data", "exit data", "data"))
Side = Literal["self", "device"]


def moves_at(outline: Outline, offset: int, elsewhere: Elsewhere) -> list[str]:
    """The directives that move data and are missing in front of ``offset``."""
    body = body_at(outline, offset) if b"acc" in outline.source.data else None
    if body is None or body.on_device(offset) is not None:
        return []
    place = Place(body, offset, elsewhere)
    taken = _exit(place)
    found = [
        taken,
        bring(place),
        _without(_update(place, "self"), taken, body),
        _update(place, "device"),
    ]
    return [str(under_condition(place, directive)) for directive in found if directive is not None]


def _without(update: Directive | None, taken: Directive | None, body: Body) -> Directive | None:
    """An `update self` without what an `exit data` in its place brings to the host as well; not where something else holds that, too, and
    its values stay on the device (OpenACC 3.4, section 2.7.8)."""
    listed = taken.clause("copyout") if taken is not None else None
    if update is None or listed is None:
        return update
    held = {h.name for h in body.handed if h.clause in BRINGS} | {
        m.name for m in body.moved if m.construct.name == "data"
    }
    fetched = {entry.partition("[")[0] for entry in listed.entries} - held
    clauses = [
        Clause(c.name, ",".join(e for e in c.entries if e.partition("[")[0] not in fetched)) if c.name == "self" else c
        for c in update.clauses
    ]
    return Directive("update", tuple(clauses)) if all(c.argument for c in clauses if c.name == "self") else None


def _exit(place: Place) -> Directive | None:
    """`exit data` for what `enter data` brought and nobody takes away."""
    body = place.body
    clauses: dict[str, list[str]] = {"copyout": [], "delete": []}
    for entered in _entered(place):
        name = entered.name
        lasts = _lasts(place, entered)
        if may_be_done_by(body.unit, name, ("acc_delete", "acc_copyout", "acc_free")) or _is_taken(place, name, lasts):
            continue
        within = lasts or reach_of(place, name) or body.function.body
        found = [m for m in body.mentions(name) if is_in(m.at, within)]
        own = entered.construct in body.constructs
        others = [m for m in body.moved if m.construct is not entered.construct and is_in(m.at, within)]
        needed = [m.at for m in others if m.name == name] + [m.at for m in device_uses(found)]
        if any(at >= place.at if lasts else place.is_after(at) for at in needed):
            continue
        released = [m.at for m in found if m.kind == "released"]
        freed = any(at >= place.at for at in released)
        if own:
            if entered.at >= place.at or not runs_as_often(body, entered.at, place.at):
                continue
            uses = [m for m in device_uses(found) if m.at > entered.at]
            # Who brought it has brought it for functions that it gives it to, be they of other files.
            uses = uses or [m for m in found if m.kind == "given" and entered.at < m.at < place.at]
            uses += [m for m in found if m.kind == "released"]
            if not uses or any(m.kind == "returned" for m in found) or (released and not freed):
                continue
        elif not freed and not (is_destructor(body) and not released and _is_member(body.unit, name)):
            continue
        # What is taken away needs no length; `copyout` does without one as it is there as a whole.
        clauses[_way_out(place, entered, found, freed)].append(entered.text if can_say(place, entered.text) else name)
    directive = directive_of("exit data", clauses)
    order = order_at(body, place.at)
    if directive is None or order is None:
        return directive
    return Directive(directive.name, (*directive.clauses, order))  # the work that still runs uses what is taken away


def _way_out(place: Place, entered: Moved, found: Sequence[Mention], freed: bool) -> str:
    """`copyout` where the device has written what somebody may read on the host later, else `delete`."""
    lent = [m for m in found if m.kind == "device" and is_lent(place.body, m)]
    written = [m.at for m in (*found, *lent) if (m in lent or m.kind == "device written") and m.at < place.at]
    if any(
        m.kind in ("renamed", "given") for m in found if m.at > entered.at
    ):  # the device may write it under another name
        written += [m.at for m in device_uses(found) if m.at < place.at] or [place.at]
    fetched = [
        m.at for m in place.body.moved if m.name == entered.name and m.construct.name == "update" and m.clause == "self"
    ]
    if not written or any(at > max(written) for at in fetched):
        return "delete"
    return "copyout" if place.after(found, *ON_HOST) or not freed else "delete"


def _update(place: Place, side: Side) -> Directive | None:
    """`update` of what is newer on the other side, where this side reads it next and nothing moves it in between."""
    texts = [text for name, text in _resident(place).items() if _is_stale(place, name, side)]
    directive = directive_of("update", {side: texts})
    if directive is None:
        return None
    if side == "device":
        following = next((c for c in place.body.constructs if c.pragma.span.start >= place.at), None)
        clause = following.node.clause("async") if following is not None else None
        queued = (Clause("async", "".join(i.text for i in clause.items) or None),) if clause is not None else ()
        return Directive("update", (*directive.clauses, *queued))
    queue = queue_of(place.body, place.at)
    if queue is None:
        return directive
    waits = [c.pragma.span.start for c in place.body.constructs if c.name == "wait" and c.pragma.span.start >= place.at]
    order = "async" if waits else "wait"
    return Directive("update", (*directive.clauses, Clause(order, queue or None)))


def _is_stale(place: Place, name: str, side: Side) -> bool:
    body = place.body
    found = body.mentions(name)
    by_host = {"written", "given", "set"} if body.is_number(name) else {"written", "given"}
    news, lost, uses = (
        ({"device written"}, by_host, ON_HOST)
        if side == "self"
        else (by_host - {"given"}, {"device written"}, {"device", "device written"})
    )
    made = [m.at for m in found if m.kind in news and m.at < place.at and not is_bare_declaration(m)]
    later = [m for m in found if m.at >= place.at and m.kind not in ("released", "named")]
    if not made or any(m.kind == "renamed" for m in found):
        return False
    sent = [m.at for m in body.moved if m.name == name and m.construct.name == "update" and m.clause == "device"]
    loop = body.loop_around(place.at)
    end = loop.end_byte - 1 if loop is not None else body.function.body.end - 1
    again = [m for m in found if loop is not None and loop.start_byte <= m.at < place.at and m.kind != "named"]
    again = again[:1] if not any(m.at <= end for m in later) else []  # in the next round
    later = again or later
    is_called = body.function.name != "main"
    goes_back = is_called and side == "self" and not later and bool(sent) and min(sent) < min(made)
    if not goes_back and (not later or later[0].kind not in uses):
        return False
    last, first = max(made), later[0].at if later and not again else end
    moves = [m.at for m in body.moved if m.name == name and m.construct.name in MOVING and m.clause != "present"]
    moves += [h.at for h in body.handed if h.name == name and h.directive in MOVING and h.clause != "present"]
    between = [m for m in found if last < m.at < place.at and m.kind in lost | uses]
    comes_by = holds_all(body, place.at, [first]) or holds_all(body, place.at, [last])
    if side == "self":  # a region that ends in between brings it
        held = [m.construct for m in body.moved if m.name == name and m.clause in ("copy", "copyout")]
        moves += [c.region.end for c in held if c.name == "data"]
        if _is_lost(place, later, [c for c in held if c.name == "data"], sent):
            return False
    return not between and not any(last < at <= first for at in moves) and comes_by


def _is_lost(place: Place, later: Sequence[Mention], held: Sequence[Construct], sent: Sequence[int]) -> bool:
    """Whether the host only writes before a region ends that copies the device's values over it, and nothing sends what it wrote: an
    `update self` would mend nothing."""
    for region in (c.region for c in held if c.region.start <= place.at < c.region.end):
        inside = [m for m in later if m.kind in ON_HOST and place.at <= m.at < region.end]
        if inside and all(m.kind == "written" for m in inside) and not any(place.at <= at < region.end for at in sent):
            return True
    return False


def _resident(place: Place) -> dict[str, str]:
    """What is on the device where the place is, with its section: entered before in the function, held by a region around it, or
    taken for present by the function's directives, be it without a name."""
    body = place.body
    found: dict[str, str] = {}
    for moved in body.moved:
        construct = moved.construct
        is_entered = construct.name == "enter data" and moved.at < place.at
        is_held = construct.name == "data" and construct.region.start <= place.at < construct.region.end
        is_updated = construct.name == "update"
        is_present = moved.clause == "present" and not any(
            m.name == moved.name and m.construct.name == "data" and m.clause in BRINGS for m in body.moved
        )
        is_told = is_updated or is_present
        if (
            is_entered
            or is_held
            or (is_told and (_may_come_from_elsewhere(place, moved.name) or is_put_before(body, moved.name, place.at)))
        ):
            known = found.get(moved.name, "")
            if ":" not in known:
                found[moved.name] = moved.text
    for handed in body.handed:
        is_there = handed.clause == "present" or handed.directive == "update"
        enters = handed.directive == "enter data" and handed.at < place.at
        if enters or (is_there and not is_own(body, handed.name)):
            known = found.get(handed.name, "")
            if ":" not in known:
                found[handed.name] = handed.text
    if says_present(body.unit):
        for name in body.names:
            if name not in found and not body.is_number(name) and takes_for_granted(body, name):
                found[name] = name
    ended = {m.name for m in body.moved if m.construct.name == "exit data" and m.at < place.at}
    told: dict[str, str] = {}
    for name, text in found.items():
        is_whole = ":" in text or not leads_elsewhere(body.unit, name, place.at)
        said: str | None = text if is_whole else section_at(place, name)
        if name not in ended and said is not None and can_say(place, said):
            told[name] = said
    return told


def _may_come_from_elsewhere(place: Place, name: str) -> bool:
    """Whether another function can have brought a variable: of another one's, which in `main` somebody has to say."""
    body = place.body
    if is_own(body, name):
        return False
    if body.function.name != "main" or b"acc_" in body.unit.data or place.elsewhere("enter data", name):
        return True
    return any(
        m.name == name for m in moved_by([c for c in body.unit.constructs if c.name in ("enter data", "declare")])
    )


def _entered(place: Place) -> Iterator[Moved]:
    """What `enter data` brings that the place can name: a variable of the function's own where that is declared, of others anywhere
    in the file, each once: of several of the function's own the last one in front of the place."""
    found: dict[str, Moved] = {}
    scopes = place.body.unit.declarations
    for moved in moved_by([c for c in place.body.unit.constructs if c.name == "enter data"]):
        there, here = scopes.lookup(moved.name, moved.at), scopes.lookup(moved.name, place.at)
        is_local = there is not None and there.kind == "variable" and not there.is_global
        is_here = moved.construct in place.body.constructs
        if (is_local and is_here and there != here) or (not is_here and is_own(place.body, moved.name, place.at)):
            continue  # another variable of that name
        if moved.clause in ("create", "copyin") and moved.name != "this":
            if moved.name not in found or (is_here and moved.at < place.at):
                found[moved.name] = moved
    yield from found.values()


def _lasts(place: Place, entered: Moved) -> Span | None:
    """How far what `enter data` of the function brings is there where it brings the variable several times: up to the next one. ``None``
    where it does so once."""
    reach = reach_of(place, entered.name)
    if reach is None or entered.construct not in place.body.constructs:
        return None
    moved = (m for m in place.body.moved if m.name == entered.name and m.construct.name == "enter data")
    brought = [m.at for m in moved if m.clause in BRINGS and is_in(m.at, reach)]
    return (
        Span(entered.at, min((at for at in brought if at > entered.at), default=reach.end))
        if len(brought) > 1
        else None
    )


def _is_taken(place: Place, name: str, lasts: Span | None) -> bool:
    """Whether an `exit data` takes a variable away: one of the function's own where that is known and ``lasts``, else anywhere."""
    reach = lasts or reach_of(place, name)
    if reach is None:
        exits = moved_by([c for c in place.body.unit.constructs if c.name == "exit data"])
        return any(m.name == name and m.clause in _TAKES for m in exits) or place.elsewhere("exit data", name)
    exits = (m for m in place.body.moved if m.construct.name == "exit data")
    return any(m.name == name and m.clause in _TAKES and is_in(m.at, reach) for m in exits)


def _is_member(unit: Unit, name: str) -> bool:
    return not any(f.is_global for f in unit.declarations.visible(0) if f.name == name)
