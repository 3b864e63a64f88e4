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
    device_uses,
    directive_of,
    holds_all,
    is_in,
    is_lent,
    is_own,
    is_parameter,
    leads_elsewhere,
    may_be_done_by,
    needs_no_memory,
    reach_of,
    section_at,
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
    if body.loop_around(place.at) is not None:
        return None
    clauses: dict[str, list[str]] = {"copyin": [], "create": []}
    for name in dict.fromkeys(_wanted(body)):
        within = reach_of(place, name) or body.function.body
        taken = [m for m in body.moved if m.name == name and m.construct.name == "exit data" and is_in(m.at, within)]
        if _is_left_to_others(place, name) or (is_parameter(body, name) and not taken):
            continue
        found = [m for m in body.mentions(name) if is_in(m.at, within)]
        uses = [m.at for m in device_uses(found)]
        uses += [m.at for m in body.moved if m.name == name and is_in(m.at, within)]
        uses += [h.at for h in body.handed if h.name == name and is_in(h.at, within)]
        if not uses and not is_constructor(body):
            continue
        if uses and (min(uses) < place.at or not holds_all(body, place.at, uses)):
            continue
        first = min(uses, default=body.function.body.end)
        text = section_at(place, name)
        if text is None or not _is_ready(place, name, found, taken, first):
            return None
        filled = [m for m in found if m.kind in ("written", "given", "renamed") and m.at < place.at]
        if _is_of_all(body, name) and not filled and body.function.name != "main" and _is_filled_beside(body, name):
            continue  # who fills it brings it
        given = any(not _is_fresh(m) for m in found if m.kind == "set" and m.at < place.at)
        known = filled or given or is_parameter(body, name) or needs_no_memory(body.unit, name, place.at)
        clauses["copyin" if known else "create"].append(text)
    return directive_of("enter data", clauses)


def _is_left_to_others(place: Place, name: str) -> bool:
    """Whether a directive brings a variable, or a function of the runtime may: of a variable of the function's own here, else
    anywhere."""
    if may_be_done_by(
        place.body.unit, name, ("acc_create", "acc_copyin", "acc_malloc", "acc_map_data", "acc_deviceptr")
    ):
        return True
    if name in allocated_on_device(place.body.node):
        return True
    if any(h.name == name and h.directive in BRINGING and h.clause in BRINGS for h in place.body.handed):
        return True
    reach = reach_of(place, name)
    if reach is None:
        known = _is_brought(place.body.unit, name)
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


def _is_brought(unit: Unit, name: str) -> bool:
    bringing = [c for c in unit.constructs if c.name in BRINGING]
    return any(m.name == name and m.clause in BRINGS for m in moved_by(bringing))


def _is_fresh(mention: Mention) -> bool:
    """Whether a variable is declared there, or leads to memory that nobody has written."""
    value = value_of(mention)
    if value is None or uncast(value).type == "null":
        return True
    value = uncast(value)
    if value.type == "new_expression":
        return not any(child.type in ("argument_list", "initializer_list") for child in value.named_children)
    return (
        value.type == "call_expression" and effect_of(text_of(value.child_by_field_name("function"))).gives == "fresh"
    )


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
            wanted = any(m.kind in ON_HOST for m in found if m.at >= block.end_byte) or is_seen(
                body, name, block.end_byte
            )
            is_out, is_in = changed and wanted, clause.name == "copyin"
            clauses["copy" if is_out and is_in else "copyout" if is_out else clause.name].append(text)
    return directive_of("data", clauses)


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
        held = [m for m in body.mentions(name) if is_in(m.at, span)]
        text = section_in(place, name, span)
        if text is None or len(held) > len(device_uses(held)):
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
