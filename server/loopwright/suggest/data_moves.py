"""`enter data`, `exit data` and `update` that the directives of a file leave out: data that nobody brings to the device or takes away,
and values that are newer on the other side (OpenACC 3.4, sections 2.6.6, 2.14.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tree_sitter import Node

from loopwright.lang.effects import effect_of
from loopwright.openacc.constructs import Unit
from loopwright.openacc.directive import Clause, Directive
from loopwright.openacc.tokens import tokenize
from loopwright.source.nodes import text_of, uncast
from loopwright.source.outline import Outline
from loopwright.source.text import Span
from loopwright.suggest.allocation import allocated
from loopwright.suggest.mentions import Body, Mention, Moved, body_at, moved_by
from loopwright.suggest.unwaited import queue_of

_BRINGS = frozenset(("copyin", "create", "copy", "copyout", "deviceptr", "device_resident", "link"))
_TAKES = frozenset(("delete", "copyout", "detach"))
_ON_HOST = frozenset(("read", "written", "given", "returned"))
MOVING = frozenset(("update", "enter data", "exit data", "data"))
Side = Literal["self", "device"]
Elsewhere = Callable[[str, str], bool]  # whether a directive of another file, of that name, names that variable


@dataclass(frozen=True)
class Place:
    """Where a directive is to stand: in front of what begins at ``at`` in the body of a function."""

    body: Body
    at: int
    elsewhere: Elsewhere

    def before(self, found: Sequence[Mention], *kinds: str) -> list[Mention]:
        """Mentions of some kinds that may come to run before the place."""
        return [m for m in found if m.kind in kinds and self.body.precedes(m.at, self.at)]

    def after(self, found: Sequence[Mention], *kinds: str) -> list[Mention]:
        """Mentions of some kinds that may come to run after the place."""
        loop = self.body.loop_around(self.at)
        start = loop.start_byte if loop is not None else self.at
        return [m for m in found if m.kind in kinds and (m.at >= self.at or m.at >= start)]

    def is_after(self, offset: int) -> bool:
        """Whether something may run after the place."""
        loop = self.body.loop_around(self.at)
        return offset >= self.at or (loop is not None and loop.start_byte <= offset < loop.end_byte)


def moves_at(outline: Outline, offset: int, elsewhere: Elsewhere) -> list[str]:
    """The directives that move data and are missing in front of ``offset``."""
    body = body_at(outline, offset) if b"acc" in outline.source.data else None
    if body is None or body.on_device(offset) is not None:
        return []
    place = Place(body, offset, elsewhere)
    found = [_exit(place), _enter(place), _update(place, "self"), _update(place, "device")]
    return [str(directive) for directive in found if directive is not None]


def _directive(name: str, clauses: dict[str, list[str]]) -> Directive | None:
    kept = tuple(Clause(clause, ",".join(dict.fromkeys(names))) for clause, names in clauses.items() if names)
    return Directive(name, kept) if kept else None


def _device(found: Sequence[Mention]) -> list[Mention]:
    return [m for m in found if m.kind in ("device", "device written")]


def _exit(place: Place) -> Directive | None:
    """`exit data` for what `enter data` brought and nobody takes away."""
    body = place.body
    clauses: dict[str, list[str]] = {"copyout": [], "delete": []}
    for entered in _entered(body.unit):
        name = entered.name
        if _is_named(body.unit, "exit data", _TAKES, name) or place.elsewhere("exit data", name):
            continue
        if _calls_for(body.unit, name, ("acc_delete", "acc_copyout", "acc_free")):
            continue
        found = body.mentions(name)
        own = entered.construct in body.constructs
        moved_later = any(
            m.name == name and place.is_after(m.at) for m in body.moved if m.construct is not entered.construct
        )
        if moved_later or any(place.is_after(m.at) for m in _device(found)):
            continue
        released = [m.at for m in found if m.kind == "released"]
        freed = any(at >= place.at for at in released)
        if own:
            if entered.at >= place.at or body.block_of(entered.at) != body.block_of(place.at):
                continue
            uses = [m for m in _device(found) if m.at > entered.at]
            uses += [m for m in found if m.kind == "released"]
            if not uses or any(m.kind == "returned" for m in found) or (released and not freed):
                continue
        elif not freed and not (_is_destructor(body.function.name) and not released and _is_member(body.unit, name)):
            continue
        clauses[_way_out(place, entered, found, freed)].append(entered.text)
    return _directive("exit data", clauses)


def _way_out(place: Place, entered: Moved, found: Sequence[Mention], freed: bool) -> str:
    """`copyout` where the device has written what somebody may read on the host later, else `delete`."""
    written = [m.at for m in found if m.kind == "device written" and m.at < place.at]
    if any(m.kind == "renamed" for m in found):  # the device may write it under another name
        written += [m.at for m in _device(found) if m.at < place.at] or [place.at]
    fetched = [
        m.at for m in place.body.moved if m.name == entered.name and m.construct.name == "update" and m.clause == "self"
    ]
    if not written or any(at > max(written) for at in fetched):
        return "delete"
    return "copyout" if place.after(found, *_ON_HOST) or not freed else "delete"


def _enter(place: Place) -> Directive | None:
    """`enter data` for what directives of the function use as present and nobody brings; in a constructor for what those of the
    file take away."""
    body, unit = place.body, place.body.unit
    if body.loop_around(place.at) is not None:
        return None
    clauses: dict[str, list[str]] = {"copyin": [], "create": []}
    for name in dict.fromkeys(m.name for m in _wanted(body)):
        if _is_brought(unit, name) or place.elsewhere("enter data", name) or place.elsewhere("data", name):
            continue
        if _calls_for(unit, name, ("acc_create", "acc_copyin", "acc_malloc", "acc_map_data", "acc_deviceptr")):
            continue
        taken = [m for m in body.moved if m.name == name and m.construct.name == "exit data"]
        if _is_parameter(body, name) and not taken:
            continue
        text = _section(place, name)
        found = body.mentions(name)
        if text is None or (not taken and is_own(body, name) and (body.is_number(name) or _ends(body, found, name))):
            continue
        uses = [m.at for m in _device(found)] + [m.at for m in body.moved if m.name == name]
        first = min(uses, default=None)
        if first is None and not _is_constructor(body.function.name):
            continue
        if first is not None and (first < place.at or not _holds(body, place.at, uses)):
            continue
        first = body.function.body.end if first is None else first
        is_sent = any(m.name == name and m.at == first and m.clause == "device" for m in body.moved)
        changes = {"released"} if is_sent and body.is_number(name) else {"set", "released"}
        if any(m.kind in changes for m in found if m.at >= place.at and m.at < first):
            continue
        has_memory = any(m.kind == "set" and m.at < place.at for m in found) or _needs_no_memory(unit, name, place.at)
        if not has_memory and not (
            _is_constructor(body.function.name) and unit.declarations.lookup(name, place.at) is None
        ):
            continue
        if not is_sent and any(m.kind in ("written", "given") and place.at <= m.at < first for m in found):
            continue
        filled = [m for m in found if m.kind in ("written", "given", "renamed") and m.at < place.at]
        given = any(not _is_fresh(m) for m in found if m.kind == "set" and m.at < place.at)
        known = filled or given or _is_parameter(body, name) or _needs_no_memory(unit, name, place.at)
        clauses["copyin" if known else "create"].append(text)
    return _directive("enter data", clauses)


def is_own(body: Body, name: str) -> bool:
    """Whether a variable and what it leads to begin in the function: nobody else can have put them on the device."""
    declared = body.unit.declarations.lookup(name, body.function.body.end - 1)
    if declared is None or declared.is_global or declared.static or declared.kind != "variable":
        return False
    if not _leads_elsewhere(body.unit, name, body.function.body.end - 1):
        return True
    return any(_allocation(m) is not None for m in body.mentions(name) if m.kind == "set")


def is_put_before(body: Body, name: str, at: int) -> bool:
    """Whether a directive of the function in front of a place, or around it, brings a variable to the device."""
    return any(
        m.name == name and m.at < at and m.construct.name in ("enter data", "data", "declare") and m.clause != "present"
        for m in body.moved
    )


def _value(mention: Mention) -> Node | None:
    """What a variable is set to."""
    holder = mention.node.parent
    while holder is not None and holder.type not in ("init_declarator", "assignment_expression"):
        holder = holder.parent
    return holder.child_by_field_name("value") or holder.child_by_field_name("right") if holder is not None else None


def _allocation(mention: Mention) -> Node | None:
    value = _value(mention)
    return value if value is not None and uncast(value).type in ("call_expression", "new_expression") else None


def _ends(body: Body, found: Sequence[Mention], name: str) -> bool:
    """Whether a variable's memory ends before the program does."""
    is_array = not _leads_elsewhere(body.unit, name, body.function.body.end - 1)
    return body.function.name != "main" and (is_array or any(m.kind == "released" for m in found))


def _wanted(body: Body) -> Iterator[Moved]:
    """What a directive takes for granted on the device."""
    if _is_constructor(body.function.name):
        yield from (
            m
            for m in moved_by([c for c in body.unit.constructs if c.name == "exit data" and c not in body.constructs])
            if body.unit.declarations.lookup(m.name, body.function.body.end - 1) is None
        )
    for moved in body.moved:
        if moved.clause in ("present", "use_device") or moved.construct.name in ("update", "exit data"):
            yield moved


def _update(place: Place, side: Side) -> Directive | None:
    """`update` of what is newer on the other side, where this side reads it next and nothing moves it in between."""
    texts = [text for name, text in _resident(place).items() if _is_stale(place, name, side)]
    directive = _directive("update", {side: texts})
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
        ({"device written"}, by_host, _ON_HOST)
        if side == "self"
        else (by_host - {"given"}, {"device written"}, {"device", "device written"})
    )
    made = [m.at for m in found if m.kind in news and m.at < place.at]
    later = [m for m in found if m.at >= place.at and m.kind not in ("released", "named")]
    if not made or any(m.kind == "renamed" for m in found):
        return False
    sent = [m.at for m in body.moved if m.name == name and m.construct.name == "update" and m.clause == "device"]
    loop = body.loop_around(place.at)
    end = loop.end_byte - 1 if loop is not None else body.function.body.end - 1
    again = [m for m in found if loop is not None and loop.start_byte <= m.at < place.at and m.kind != "named"]
    again = again[:1] if not any(m.at <= end for m in later) else []  # in the next round
    later = again or later
    goes_back = side == "self" and not later and bool(sent) and min(sent) < min(made)  # for who called
    if not goes_back and (not later or later[0].kind not in uses):
        return False
    last, first = max(made), later[0].at if later and not again else end
    moves = [m.at for m in body.moved if m.name == name and m.construct.name in MOVING and m.clause != "present"]
    between = [m for m in found if last < m.at < place.at and m.kind in lost | uses]
    comes_by = _holds(body, place.at, [first]) or _holds(body, place.at, [last])
    return not between and not any(last < at <= first for at in moves) and comes_by


def _resident(place: Place) -> dict[str, str]:
    """What is on the device where the place is, with its section: entered before in the function, held by a region around it, or
    taken for present by the function's directives."""
    body = place.body
    found: dict[str, str] = {}
    for moved in body.moved:
        construct = moved.construct
        is_entered = construct.name == "enter data" and moved.at < place.at
        is_held = construct.name == "data" and construct.region.start <= place.at < construct.region.end
        is_updated = construct.name == "update"
        is_present = moved.clause == "present" and not any(
            m.name == moved.name and m.construct.name == "data" and m.clause in _BRINGS for m in body.moved
        )
        is_told = is_updated or is_present
        if (
            is_entered
            or is_held
            or (is_told and (not is_own(body, moved.name) or is_put_before(body, moved.name, place.at)))
        ):
            known = found.get(moved.name, "")
            if "[" not in known:
                found[moved.name] = moved.text
    ended = {m.name for m in body.moved if m.construct.name == "exit data" and m.at < place.at}
    return {
        name: text
        for name, text in found.items()
        if name not in ended
        and ("[" in text or not _leads_elsewhere(body.unit, name, place.at))
        and _can_say(place, text)
    }


def _entered(unit: Unit) -> Iterator[Moved]:
    """What `enter data` brings anywhere in the file, each once."""
    seen: set[str] = set()
    for moved in moved_by([c for c in unit.constructs if c.name == "enter data"]):
        if moved.clause in ("create", "copyin") and moved.name not in seen and moved.name != "this":
            seen.add(moved.name)
            yield moved


def _is_named(unit: Unit, directive: str, clauses: frozenset[str], name: str) -> bool:
    return any(
        m.name == name and m.clause in clauses for m in moved_by([c for c in unit.constructs if c.name == directive])
    )


def _is_brought(unit: Unit, name: str) -> bool:
    bringing = [c for c in unit.constructs if c.name in ("enter data", "data", "declare")]
    return any(m.name == name and m.clause in _BRINGS for m in moved_by(bringing))


def _calls_for(unit: Unit, name: str, routines: tuple[str, ...]) -> bool:
    """Whether a function of the runtime may do what a directive would."""
    last = name.rpartition(">")[2].rpartition(".")[2].encode()
    data = unit.data
    return any(routine.encode() in data and last in data for routine in routines)


def _is_member(unit: Unit, name: str) -> bool:
    return not any(f.is_global for f in unit.declarations.visible(0) if f.name == name)


def _is_constructor(name: str) -> bool:
    *scope, last = name.split("::")
    return bool(scope) and scope[-1] == last


def _is_destructor(name: str) -> bool:
    return name.rpartition("::")[2].startswith("~")


def _is_parameter(body: Body, name: str) -> bool:
    declared = body.unit.declarations.lookup(name, body.function.body.start + 1)
    return declared is not None and declared.kind == "parameter"


def _needs_no_memory(unit: Unit, name: str, at: int) -> bool:
    """Whether a variable is there without being given memory: an array, a number, a parameter."""
    declared = unit.declarations.lookup(name, at)
    return declared is not None and (declared.kind == "parameter" or not _leads_elsewhere(unit, name, at))


def _is_fresh(mention: Mention) -> bool:
    """Whether a variable is declared there, or leads to memory that nobody has written."""
    value = _value(mention)
    if value is None or uncast(value).type == "null":
        return True
    value = uncast(value)
    if value.type == "new_expression":
        return not any(child.type in ("argument_list", "initializer_list") for child in value.named_children)
    return (
        value.type == "call_expression" and effect_of(text_of(value.child_by_field_name("function"))).gives == "fresh"
    )


def _leads_elsewhere(unit: Unit, name: str, at: int) -> bool:
    """Whether a variable is a pointer, or may be one."""
    declared = unit.declarations.lookup(name, at)
    return declared is None or unit.declarations.type_of(declared).layers[:1] == ("*",)


def _holds(body: Body, at: int, offsets: list[int]) -> bool:
    """Whether the block that a place stands in holds all of ``offsets``: it is run before them if it comes before."""
    block = body.block_of(at)
    return all(block.start_byte <= offset < block.end_byte for offset in offsets)


def _section(place: Place, name: str) -> str | None:
    """A variable as a data clause names it: with the section of another directive of the function, or of its allocation."""
    body = place.body
    others = moved_by([c for c in body.unit.constructs if c.name == "exit data" and c not in body.constructs])
    own = sorted(body.moved, key=lambda m: m.construct.name not in ("exit data", "update"))
    known = [*own, *others] if _is_constructor(body.function.name) else own
    for moved in known:
        if moved.name == name and "[" in moved.text and _can_say(place, moved.text):
            return moved.text
    declared = body.unit.declarations.lookup(name, place.at)
    if declared is not None and not _leads_elsewhere(body.unit, name, place.at):
        return name
    for mention in body.mentions(name):
        if mention.kind == "set" and mention.at < place.at:
            value = _allocation(mention)
            length = allocated(value) if value is not None else None
            if length is not None:
                text = f"{name}[0:{''.join(text_of(length).split())}]"
                if _can_say(place, text):
                    return text
    return None


def _can_say(place: Place, text: str) -> bool:
    """Whether all names of a section have a meaning at the place."""
    scopes, before = place.body.unit.declarations, ""
    for token in tokenize(text.encode(), Span(0, len(text.encode()))):
        is_member = before in (".", "->")
        if token.kind == "name" and not is_member and token.text not in ("this", "sizeof"):
            declared = scopes.lookup(token.text, place.at)
            if declared is None and not _is_constructor(place.body.function.name):  # where it may be a member
                return False
        before = token.text
    return True
