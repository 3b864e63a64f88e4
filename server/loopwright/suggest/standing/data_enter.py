"""`enter data` or `data` for what compute constructs find on the device only if somebody brings it (OpenACC 3.4, sections 2.6.5, 2.6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.effects import effect_of
from loopwright.openacc.constructs import COMPUTE, Construct, Unit, statement_at
from loopwright.openacc.directive import Directive
from loopwright.source.nodes import text_of, uncast
from loopwright.source.text import Span
from loopwright.suggest.present import allocated_on_device
from loopwright.suggest.standing.block_data import direction, section_in, used_in
from loopwright.suggest.standing.blocks import free_block_at
from loopwright.suggest.standing.callees import finds_all, takes_for_granted
from loopwright.suggest.standing.counterparts import is_constructor
from loopwright.suggest.standing.data_place import (
    BRINGING,
    BRINGS,
    ON_HOST,
    Place,
    can_say,
    device_uses,
    directive_of,
    holds_all,
    is_filled_by,
    is_fresh,
    is_in,
    is_lent,
    is_own,
    is_parameter,
    leads_elsewhere,
    may_be_done_by,
    needs_no_memory,
    reach_of,
    runs_as_often,
    value_of,
)
from loopwright.suggest.standing.mentions import Body, Mention, Moved, moved_by


def bring(place: Place) -> Directive | None:
    """What is missing in front of a place to bring data: around a block that stands alone a region."""
    return _in_block(place, _enter(place)) or _implicit(place)


def _enter(place: Place) -> Directive | None:
    """`enter data` for what directives of the function use as present and nobody brings; in a constructor for what those of the
    file take away. Nothing where it is not known of all of that how to bring it: a part would not be enough."""
    body = place.body
    is_repeated = body.loop_around(place.at) is not None
    # Who takes one argument away has brought them.
    takes_arguments = any(m.construct.name == "exit data" and is_parameter(body, m.name) for m in body.moved)
    clauses: dict[str, list[str]] = {"copyin": [], "create": []}
    for name in dict.fromkeys(_wanted(body)):
        open_until = _open_until(place, name)
        if is_repeated and open_until is None:
            continue
        within = open_until or reach_of(place, name) or body.function.body
        taken = [m for m in body.moved if m.name == name and m.construct.name == "exit data" and is_in(m.at, within)]
        is_known = _may_be_done_by_runtime(place, name) if open_until is not None else _is_left_to_others(place, name)
        if is_known or (is_parameter(body, name) and not taken and not takes_arguments):
            continue
        found = [m for m in body.mentions(name) if is_in(m.at, reach_of(place, name) or body.function.body)]
        uses = [m.at for m in device_uses(found) if is_in(m.at, within)]
        uses += [m.at for m in body.moved if m.name == name and is_in(m.at, within)]
        uses += [h.at for h in body.handed if h.name == name and is_in(h.at, within)]
        if not uses and not is_constructor(body):
            continue
        if uses and (min(uses) < place.at or not (is_repeated or holds_all(body, place.at, uses))):
            continue
        first = min(uses, default=body.function.body.end)
        text = _section_of(place, taken) if open_until is not None else None
        text = text or section_in(place, name, within)
        if text is None or not _is_ready(place, name, found, taken, first):
            return None
        filled = [m for m in found if m.kind != "set" and is_filled_by(m) and m.at < place.at]
        if _is_of_all(body, name) and not filled and body.function.name != "main" and _is_filled_beside(body, name):
            continue  # who fills it brings it
        given = any(not _is_fresh(m) for m in found if m.kind == "set" and m.at < place.at)
        known = filled or given or is_parameter(body, name) or needs_no_memory(body.unit, name, place.at)
        clauses["copyin" if known else "create"].append(text)
    return directive_of("enter data", clauses)


def _open_until(place: Place, name: str) -> Span | None:
    """From a place to the `exit data` behind it, run as often, that takes away what the function has of its own and no directive has brought
    since the last one did, as a variable is that gets other memory in each round of a loop; ``None`` where there is none."""
    body = place.body
    if not is_own(body, name, place.at):
        return None
    events = [m for m in body.moved if m.name == name and (m.construct.name == "exit data" or _brings(m))]
    before = [m for m in events if m.at < place.at]
    behind = next((m for m in events if m.at >= place.at), None)
    if behind is None or _brings(behind) or not runs_as_often(body, behind.at, place.at):
        return None
    since = before[-1].at if before else body.function.body.start
    is_there = bool(before) and _brings(before[-1])
    if is_there or any(since <= m.at < place.at for m in device_uses(body.mentions(name))):
        return None
    return Span(place.at, behind.at + 1)


def _section_of(place: Place, taken: Sequence[Moved]) -> str | None:
    """How the `exit data` that takes a variable away says how much it is."""
    return next((m.text for m in taken if ":" in m.text and can_say(place, m.text)), None)


def _brings(moved: Moved) -> bool:
    return moved.construct.name in BRINGING and moved.clause in BRINGS


def _may_be_done_by_runtime(place: Place, name: str) -> bool:
    """Whether a function of the runtime brings a variable to the device, or its memory is the device's."""
    routines = ("acc_create", "acc_copyin", "acc_malloc", "acc_map_data", "acc_deviceptr")
    return may_be_done_by(place.body.unit, name, routines) or name in allocated_on_device(place.body.node)


def _is_left_to_others(place: Place, name: str) -> bool:
    """Whether a directive brings a variable, or a function of the runtime may: of a variable of the function's own here, else
    anywhere."""
    if _may_be_done_by_runtime(place, name):
        return True
    if any(h.name == name and h.directive in BRINGING and h.clause in BRINGS for h in place.body.handed):
        return True
    reach = reach_of(place, name)
    if reach is None:
        known = _is_brought(place.body, name)
        return known or place.elsewhere("enter data", name) or place.elsewhere("data", name)
    return any(
        m.name == name and m.construct.name in BRINGING and m.clause in BRINGS and is_in(m.at, reach)
        for m in place.body.moved
    )


def _is_ready(place: Place, name: str, found: list[Mention], taken: list[Moved], first: int) -> bool:
    """Whether a variable has its memory and its values at a place, and keeps them until its ``first`` use on the device."""
    body, unit = place.body, place.body.unit
    if not taken and is_own(body, name) and (body.is_number(name) or _ends(body, found, name)):
        return False
    is_sent = any(m.name == name and m.at == first and m.clause == "device" for m in body.moved)
    changes = {"released"} if is_sent and body.is_number(name) else {"set", "released"}
    # Between directives that bring and take away, functions that are called work with what is there.
    if not is_sent:
        changes |= {"written"} if first in {m.at for m in taken} else {"written", "given"}
    if any(m.kind in changes and place.at <= m.at < first for m in found):
        return False
    has_memory = any(m.kind == "set" and m.at < place.at for m in found) or needs_no_memory(unit, name, place.at)
    return has_memory or (is_constructor(body) and unit.declarations.lookup(name, place.at) is None)


def _ends(body: Body, found: Sequence[Mention], name: str) -> bool:
    """Whether a variable's memory ends before the program does."""
    is_array = not leads_elsewhere(body.unit, name, body.function.body.end - 1)
    return body.function.name != "main" and (is_array or any(m.kind == "released" for m in found))


def _is_filled_beside(body: Body, name: str) -> bool:
    """Whether another function of the file writes a variable of the file on the host, or there is a `main` that does with it what it likes."""
    others = [body.other(function) for function in body.unit.outline.functions if function != body.function]
    if any(other.function.name == "main" for other in others):
        return True
    return any(m.kind in ("written", "given", "renamed") for other in others for m in other.own_mentions(name))


def _is_of_all(body: Body, name: str) -> bool:
    """Whether a function names a variable of the file in calls alone: only those that it calls use it on the device."""
    declared = body.unit.declarations.lookup(name, body.function.body.end - 1)
    is_named = any(m.name == name for m in body.moved)
    return declared is not None and declared.is_global and not is_named


def _wanted(body: Body) -> Iterator[str]:
    """What a directive takes for granted on the device, here or in functions that are called."""
    if is_constructor(body):
        yield from (
            m.name
            for m in moved_by([c for c in body.unit.constructs if c.name == "exit data" and c not in body.constructs])
            if body.unit.declarations.lookup(m.name, body.function.body.end - 1) is None
        )
    for moved in body.moved:
        if moved.clause in ("present", "use_device") or moved.construct.name in ("update", "exit data"):
            yield moved.name
    for handed in body.handed:
        if handed.clause in ("present", "use_device") or handed.directive in ("update", "exit data"):
            yield handed.name
    if says_present(body.unit):
        for name in body.names_with_callees:
            if not body.is_number(name) and takes_for_granted(body, name):
                yield name


def says_present(unit: Unit) -> bool:
    """Whether constructs of the file find all that they use on the device without naming it."""
    return any(c.name in COMPUTE and finds_all(c) for c in unit.constructs)


def _is_brought(body: Body, name: str) -> bool:
    """Whether a directive of the file brings a variable. What a function does with its own argument of that name, from its beginning to its
    end, is nothing to others."""
    if not is_parameter(body, name):
        return any(m.name == name and _brings(m) for m in moved_by(list(body.unit.constructs)))
    functions = [body.other(function) for function in body.unit.outline.functions]
    return any(
        any(m.name == name and _brings(m) for m in each.moved)
        and (each is body or not any(m.name == name and m.construct.name == "exit data" for m in each.moved))
        for each in functions
    )


def _is_fresh(mention: Mention) -> bool:
    """Whether a variable is declared there, or leads to memory that nobody has written."""
    value = value_of(mention)
    return value is None or uncast(value).type == "null" or is_fresh(value)


def _in_block(place: Place, enter: Directive | None) -> Directive | None:
    """`data` for what is to be brought in front of a block that stands alone, or a loop on the host, and holds all that uses it. What an
    `exit data` takes away behind the loop has to be entered."""
    body = place.body
    block = free_block_at(body.root, place.at)
    if block is None and not any(c.name in ("enter data", "exit data") for c in body.unit.constructs):
        block = _loop_at(body, place.at)
    if enter is None or block is None:
        return enter
    clauses: dict[str, list[str]] = {"copy": [], "copyin": [], "copyout": [], "create": []}
    for clause in enter.clauses:
        for text in clause.entries:
            name = text.partition("[")[0]
            found = body.mentions(name)
            used = [m.at for m in device_uses(found)]
            used += [m.at for m in body.moved if m.name == name]
            used += [h.at for h in body.handed if h.name == name]
            if not all(block.start_byte <= at < block.end_byte for at in used):
                return enter
            held = [m for m in found if block.start_byte <= m.at < block.end_byte]
            # What is exchanged with another one may be written under either name.
            changed = any(
                m.kind in ("device written", "renamed") or (m.kind == "device" and is_lent(body, m)) for m in held
            )
            wanted = any(m.kind in (*ON_HOST, "renamed") for m in found if m.at >= block.end_byte) or is_seen(
                body, name, block.end_byte
            )
            is_out, is_in = changed and wanted, clause.name == "copyin"
            clauses["copy" if is_out and is_in else "copyout" if is_out else clause.name].append(text)
    span = Span(block.start_byte, block.end_byte)
    said = {entry.partition("[")[0] for clause in enter.clauses for entry in clause.entries}
    for name in _unsaid(body, span):
        whole = section_in(place, name, span) if name not in said else None
        if whole is not None:  # else each construct moves it, as it does without the region
            clauses[direction(place, name, span)].append(whole)
    return directive_of("data", clauses)


def _unsaid(body: Body, span: Span) -> list[str]:
    """What the compute constructs of a part of a function use, no directive names and the host leaves alone in between."""
    named = {m.name for m in body.moved}
    return [name for name in used_in(body, span) if name not in named and not _is_shared(body, name, span)]


def _is_shared(body: Body, name: str, span: Span) -> bool:
    """Whether the host works with a variable, too, in a part of a function."""
    held = [m for m in body.mentions(name) if is_in(m.at, span)]
    return len(held) > len(device_uses(held))


def is_seen(body: Body, name: str, at: int) -> bool:
    """Whether others may read a variable after a place in a function. Behind `main` nobody does, and functions of the file and of libraries
    that it calls are known."""
    if is_own(body, name):
        return False
    if body.function.name != "main":
        return True
    known = {f.name.rpartition("::")[2] for f in body.unit.outline.functions}
    calls = (n for n in descendants(body.node) if n.type == "call_expression" and n.start_byte >= at)
    called = (text_of(call.child_by_field_name("function")).rpartition("::")[2] for call in calls)
    return not all(c in known or c.startswith("MPI_") or effect_of(c).known for c in called)


def _implicit(place: Place) -> Directive | None:
    """`data` around a block that stands alone, or a loop on the host, for arrays of its compute constructs that no directive of the
    function names."""
    body = place.body
    block = free_block_at(body.root, place.at) or _loop_at(body, place.at)
    inside = [
        c for c in body.constructs if block is not None and block.start_byte <= c.pragma.span.start < block.end_byte
    ]
    if block is None or not any(c.name in COMPUTE for c in inside) or any(c.name == "data" for c in body.constructs):
        return None
    if any(c.pragma.governs == block.start_byte for c in body.constructs):
        return None
    named = {m.name for m in body.moved}
    only_taken = named - {m.name for m in body.moved if m.construct.name != "exit data"}
    span = Span(block.start_byte, block.end_byte)
    clauses: dict[str, list[str]] = {"copyin": [], "copy": [], "copyout": [], "create": []}
    for name in used_in(body, span):
        if name in only_taken:
            return None  # it has to be entered here or elsewhere: a region around the rest would not be enough
        if name in named:
            continue
        text = section_in(place, name, span)
        if text is None or _is_shared(body, name, span):
            return None  # how much it is nobody knows, or the host works with it in between
        clauses[direction(place, name, span)].append(text)
    return directive_of("data", clauses) or _reduced(body, inside, block)


def _reduced(body: Body, inside: list[Construct], block: Node) -> Directive | None:
    """`data copy` of what constructs of a block that use no array add up."""
    if block.type != "compound_statement":
        return None
    found: dict[str, None] = {}
    for moved in moved_by([c for c in inside if c.name in COMPUTE]):
        declared = body.unit.declarations.lookup(moved.name, block.start_byte)
        if moved.clause != "reduction" or declared is None:
            return None
        found[moved.name] = None
    return directive_of("data", {"copy": list(found)})


def _loop_at(body: Body, offset: int) -> Node | None:
    """The outermost loop of the function that begins at ``offset`` and has no directive."""
    node = statement_at(body.root, offset, offset)
    if node is None or node.type not in ("while_statement", "for_statement", "do_statement"):
        return None
    is_told = any(c.pragma.governs == offset for c in body.constructs)
    return None if is_told or body.loop_around(offset) is not None else node
