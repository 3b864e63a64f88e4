"""Directives: clauses become sections of objects, compute constructs accesses of the device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from loopwright.residence import expressions, ir, transfer
from loopwright.residence.ir import CType
from loopwright.residence.machine import Access, Claim, Machine
from loopwright.residence.memory import Alternatives, Contents
from loopwright.residence.ranges import LARGE, SOMEWHERE, Range
from loopwright.residence.transfer import SYNC, Note, Operation
from loopwright.residence.values import ANYTHING, ZERO, Cell, Value, World
from loopwright.source.linear import Linear

_MOVING = frozenset(("copy", "copyin", "copyout", "create"))
_ENTERING = frozenset(("copy", "copyin", "copyout", "create", "present", "no_create"))
Change = Callable[[Operation, Contents], list[transfer.Outcome]]
_NOVAL = "the queue without a number"


class Held(NamedTuple):
    """A data clause with what it names in one world. What one does that is not clear nobody can say, nor what is so afterwards."""

    item: ir.DataItem
    target: int
    section: Range
    cell: Cell | None  # of the struct that holds the pointer
    is_clear: bool = True


def queue_of(machine: Machine, value: Value) -> object:
    """What stands for a queue: equal for equal numbers; an unknown one is like none."""
    if value.number is None:
        return machine.fresh("queue")
    number = value.number
    return SYNC if number.constant == -2 and not number.terms else number


def wait(machine: Machine, world: World, queue: object, follower: object) -> None:
    """A wait for one queue or (``None``) for all. Where it cannot be told for which, all are taken to have been waited for."""
    if isinstance(queue, Linear) and queue.terms:
        queue = None
    for number in list(world.objects):
        states = world.objects[number]
        if any(c.pending for c in states):
            world.objects[number] = tuple(dict.fromkeys(transfer.waited(c, queue, follower) for c in states))


def operation(machine: Machine, world: World, node: ir.Directive) -> Operation:
    """The queue of a directive, after its `wait` clauses."""
    queue: object = SYNC
    if node.queue is not None:
        queue = _NOVAL
        if node.queue.value is not None:
            if isinstance(node.queue.value, ir.Name) and node.queue.value.name == "acc_async_sync":
                queue = SYNC
            elif isinstance(node.queue.value, ir.Name) and node.queue.value.name == "acc_async_noval":
                queue = _NOVAL
            else:
                queue = queue_of(machine, expressions.value_of(machine, world, node.queue.value)[0])
    for clause in node.waits:
        for one in clause.queues or (None,):
            value = expressions.value_of(machine, world, one)[0] if one is not None else None
            wait(machine, world, queue_of(machine, value) if value is not None else None, queue)
    return Operation(machine.here or node.span, queue, machine.order)


def held_by(machine: Machine, world: World, node: ir.Directive) -> list[Held]:
    """The data clauses of a directive, as far as they can be read."""
    found = []
    for item in node.items:
        held = _resolved(machine, world, item)
        if held is not None:
            expressions.name_memory(machine, Value(None, held.target), item.place)
            found.append(held)
    counts = Counter((held.target, held.section) for held in found)
    # One variable in two clauses: compilers do one thing or the other.
    return [held._replace(is_clear=counts[held.target, held.section] == 1) for held in found]


def _resolved(machine: Machine, world: World, item: ir.DataItem) -> Held | None:
    is_certain = machine.recording is None
    with machine.summed(False):
        place = expressions.place_of(machine, world, item.place)
        if place is None or place.target is None:
            return None
        kind = machine.expanded(place.type)
        cell = None
        if kind.is_pointer:
            value, kind = expressions.load(machine, world, place, item.place)
            if isinstance(item.place, ir.Member) and place.offset is not None:
                cell = (place.target, place.offset)
            if value.target is None:
                return None
            if value.device and item.clause != "deviceptr":
                if is_certain and item.clause in _MOVING:
                    _claim_of_device(machine, world, value.target, item)
                return None
            if not item.sections:
                return Held(item, value.target, SOMEWHERE, cell)
            return Held(item, value.target, _section(machine, world, value.target, value.offset, kind, item), cell)
        if item.sections and not kind.layers:
            return None  # `auto`, a type by an unknown name: it has sections, so it leads somewhere
        if not item.sections:
            low = place.offset
            if low is None:
                return Held(item, place.target, SOMEWHERE, None)
            return Held(item, place.target, Range(low, low.plus(machine.size(world, kind)), True), None)
        return Held(item, place.target, _section(machine, world, place.target, place.offset, kind, item), None)


def _claim_of_device(machine: Machine, world: World, target: int, item: ir.DataItem) -> None:
    """A clause that moves memory takes an address of the host's."""
    place = next(iter(world.alternatives(target)), Contents())
    notes = (Note(place.mappings[0].place, "the memory comes from here"),) if place.mappings else ()
    machine.claim(Claim("LW718", machine.here or item.span, item.text.partition("[")[0], notes, item.clause))


def _section(machine: Machine, world: World, target: int, base: Linear | None, kind: CType, item: ir.DataItem) -> Range:
    """`[lower:length]…` of an array or pointer in bytes; whole rows of several dimensions are one piece."""
    low, size, exact = base, None, True
    for depth, section in enumerate(item.sections):
        if low is None or not kind.layers or (depth and not kind.is_array):
            return SOMEWHERE
        extent = machine.size(world, kind) if kind.is_array else None
        element = machine.size(world, kind.element())
        lower = expressions.value_of(machine, world, section.lower)[0].number if section.lower is not None else ZERO
        if lower is None:
            return SOMEWHERE
        length: Linear | None = None
        if section.single:
            return SOMEWHERE  # an element by the specification, a length to those who wrote it
        if section.length is not None:
            length = expressions.value_of(machine, world, section.length)[0].number
        if section.length is None:
            whole = extent if extent is not None else machine.objects[target].size
            size = whole.plus(lower.times(element), -1) if whole is not None else None
        elif length is not None:
            machine.order.at_least(length, LARGE)
            size = length.times(element)
        else:
            return SOMEWHERE
        if size is None:
            return SOMEWHERE
        if depth:
            exact = exact and extent is not None and size == extent
        low = low.plus(lower.times(element))
        if depth and not exact:
            return SOMEWHERE
        kind = kind.element()
        if depth == 0:
            total = size
    return Range(low, low.plus(total), exact) if low is not None and total is not None else SOMEWHERE


def begin_data(machine: Machine, world: World, held: list[Held], at: Operation, structured: bool = True) -> list[Held]:
    """The clauses at the start of a construct, or those of `enter data`. Those whose end matters."""
    begun = []
    for one in held:
        clause = one.item.clause
        if clause in _ENTERING:
            if one.is_clear and (one.section.is_known or (clause != "present" and _is_mapped(world, one.target))):
                _change(machine, world, one, at, partial(_entered, one, structured))
                begun.append(one)
            elif clause == "present" and one.is_clear:
                _change(machine, world, one, at, _looked_for)
            elif not one.is_clear or clause not in ("present", "no_create"):
                # A pointer without a section: what is copied compilers decide.
                world.forget(one.target)
                begun.append(one._replace(is_clear=False))
        if one.cell is not None and clause in (*_ENTERING, "attach"):
            attach(machine, world, one.cell)
    return begun


def _entered(one: Held, structured: bool, at: Operation, contents: Contents) -> list[transfer.Outcome]:
    return transfer.enter(contents, one.item.clause, one.section, structured, at)


def _looked_for(at: Operation, contents: Contents) -> list[transfer.Outcome]:
    return [transfer.look_for(contents)]


def _left(one: Held, structured: bool, finalize: bool, at: Operation, contents: Contents) -> list[transfer.Outcome]:
    copies = one.item.clause in ("copy", "copyout")
    return [transfer.leave(contents, copies, one.section, structured, at, finalize)]


def _updated(one: Held, if_present: bool, at: Operation, contents: Contents) -> list[transfer.Outcome]:
    return [transfer.update(contents, one.section, one.item.clause != "host", if_present, at)]


def _change(machine: Machine, world: World, one: Held, at: Operation, change: Change) -> None:
    """Carry out what a clause does to its object."""
    here = at._replace(place=machine.here or one.item.span)
    machine.apply(world, one.target, here.place, partial(change, here), section=one.item.text)
    if one.item.clause in ("copy", "copyout", "host"):
        world.forget_cells_of_numbers(one.target)


def attach(machine: Machine, world: World, cell: Cell) -> None:
    """The pointer in a mapped struct gets the device's address."""
    owner, offset = cell
    if owner in world.objects:
        world.objects[owner] = tuple(
            replace(c, mappings=tuple(replace(m, attached=m.attached | {offset}) for m in c.mappings))
            for c in world.alternatives(owner)
        )


def _is_mapped(world: World, target: int) -> bool:
    return any(c.mappings for c in world.alternatives(target))


def end_data(machine: Machine, world: World, begun: list[Held], at: Operation) -> None:
    """The end of a structured construct."""
    for one in reversed(begun):
        if not one.is_clear:
            world.forget(one.target)
        elif _is_mapped(world, one.target):
            _change(machine, world, one, at, partial(_left, one, True, False))


def standalone(machine: Machine, world: World, node: ir.Directive) -> None:
    """`enter data`, `exit data`, `update`, `wait`."""
    at = operation(machine, world, node)
    held = held_by(machine, world, node) if node.name != "wait" else []
    if node.name == "enter data":
        begin_data(machine, world, held, at, False)
        return
    for one in held:
        clause = one.item.clause
        if not one.is_clear:
            world.forget(one.target)
        elif node.name == "exit data" and clause in ("copyout", "delete"):
            _change(machine, world, one, at, partial(_left, one, False, node.finalize))
        elif node.name == "update" and clause in ("host", "device"):
            _change(machine, world, one, at, partial(_updated, one, node.if_present))


def compute(machine: Machine, world: World, node: ir.Directive) -> None:
    """A compute construct."""
    at = operation(machine, world, node)
    held = held_by(machine, world, node)
    counted = begin_data(machine, world, held, at)
    names = {
        name: found
        for name in (*node.private, *node.reduced)
        if (found := expressions.binding(machine, name)) is not None
    }
    private = {names[name][0] for name in node.private if name in names}
    reduced = {names[name][0] for name in node.reduced if name in names}
    device_pointers = {one.target for one in held if one.item.clause == "deviceptr"}
    before = dict(world.cells)
    known = len(machine.objects)
    outer, machine.touched_scalars = machine.touched_scalars, set()
    with machine.summed(True) as accesses:
        if node.body is not None:
            machine.interpreter.sum_up(machine, world, node.body)
    changed, machine.touched_scalars = machine.touched_scalars, outer
    own = {number for number in machine.objects if number >= known and machine.objects[number].kind == "local"}
    for target in changed:
        world.forget_cells(target)
        kept = target not in reduced and not _is_mapped(world, target) and not node.name.startswith("kernels")
        if kept or target in private:
            world.cells.update({cell: value for cell, value in before.items() if cell[0] == target})
    by_target: dict[int, list[int]] = {}
    for index, access in enumerate(accesses):
        if access.target not in own | private:
            by_target.setdefault(access.target, []).append(index)
    for target in sorted(by_target):
        _on_device(
            machine, world, node, target, accesses, by_target[target], at, target in reduced, device_pointers, held
        )
    end_data(machine, world, counted, at)


def _on_device(
    machine: Machine,
    world: World,
    node: ir.Directive,
    target: int,
    accesses: list[Access],
    mine: list[int],
    at: Operation,
    reduced: bool,
    device_pointers: set[int],
    held: list[Held],
) -> None:
    """What a kernel does to one object."""
    owner = machine.objects[target]
    mapped = _is_mapped(world, target)
    first = accesses[mine[0]]
    states = world.alternatives(target)
    by_address = owner.kind == "device" or any(accesses[index].device for index in mine)
    if by_address and all(not c.mappings and not c.unsure for c in states):
        gone = states[0].gone  # what was never there is no address of the device: `use_device(a) if_present`
        if not first.conditional and gone is not None:
            notes = (Note(gone, "given back here"), Note(at.place, "in this construct"))
            machine.claim(Claim("LW708", first.span, owner.name, notes))
        return
    if target in device_pointers and not by_address and owner.kind in ("heap", "local", "global"):
        machine.claim(Claim("LW706", first.span, owner.name, (Note(at.place, "in this construct"),), "deviceptr"))
        return
    if not mapped:
        if _is_variable(machine, target) and not owner.type.is_array and not _is_struct(machine, owner.type):
            if reduced and at.is_async:
                whole = Range(ZERO, owner.size or Linear(1), True)
                world.objects[target] = tuple(transfer.run_later(c, whole, True, at, True) for c in states)
            return
        if not all(transfer.is_absent(c) for c in states):
            said = any(one.target == target and one.item.clause == "present" for one in held)
            if said or node.default == "present":
                _older(machine, states, accesses, mine)
            return
        if node.default == "present":
            machine.claim(Claim("LW716", first.span, owner.name, (Note(at.place, "in this construct"),), "absent"))
            return
        if _is_variable(machine, target):
            _implicit_copy(machine, world, target, accesses, mine, at)
        elif first.via is not None and _follows_mapped_struct(world, first.via[0]) and not first.conditional:
            machine.claim(Claim("LW706", first.span, owner.name, (Note(at.place, "in this construct"),), "member"))
        return
    _unattached(machine, world, target, first, at)
    for index in mine:
        _one_access(machine, world, accesses, index, at)
    if at.is_async:
        for index in mine:
            touched = machine.range_of(accesses[index])
            writes = accesses[index].writes
            world.objects[target] = tuple(
                dict.fromkeys(transfer.run_later(c, touched, writes, at) for c in world.alternatives(target))
            )


def _older(machine: Machine, states: Alternatives, accesses: list[Access], mine: list[int]) -> None:
    """What a kernel reads of memory that code which is not seen has put on the device, after the host has written it here."""
    for index in mine:
        access = accesses[index]
        if access.writes or access.conditional or not machine.exposed(accesses, index):
            continue
        touched = machine.range_of(access)
        troubles = [transfer.seen_by_the_host_alone(c, touched, machine.order) for c in states]
        first = troubles[0]
        if first is not None and all(troubles):
            machine.claim(Claim(first.code, access.span, machine.objects[access.target].name, first.notes))


def _one_access(machine: Machine, world: World, accesses: list[Access], index: int, at: Operation) -> None:
    access = accesses[index]
    touched = machine.range_of(access)
    exposed = not access.writes and not access.conditional and machine.exposed(accesses, index)
    machine.apply(
        world,
        access.target,
        access.span,
        lambda c: [_sure(transfer.device_access(c, touched, access.writes, exposed, at), access)],
    )


def _sure(outcome: transfer.Outcome, access: Access) -> transfer.Outcome:
    contents, trouble = outcome
    # What stands under a condition may never run.
    return contents, None if access.conditional and trouble is not None and trouble.code == "LW707" else trouble


def _unattached(machine: Machine, world: World, target: int, first: Access, at: Operation) -> None:
    """A pointer in a mapped struct that still holds the host's address."""
    if first.via is None or first.conditional:
        return
    owner, offset = first.via
    states = world.alternatives(owner)
    if all(
        len(c.mappings) == 1 and not c.mappings[0].foreign and not c.unsure and offset not in c.mappings[0].attached
        for c in states
    ):
        mapping = states[0].mappings[0]
        machine.claim(
            Claim(
                "LW719",
                first.span,
                machine.objects[target].name,
                (Note(mapping.place, "mapped here"), Note(at.place, "in this construct")),
            )
        )


def _follows_mapped_struct(world: World, owner: int) -> bool:
    return all(c.mappings and not c.unsure and not c.mappings[0].foreign for c in world.alternatives(owner))


def _is_variable(machine: Machine, target: int) -> bool:
    return machine.objects[target].kind in ("local", "global")


def _is_struct(machine: Machine, kind: CType) -> bool:
    return not kind.layers and bool(machine.declarations.members(kind.base))


def _implicit_copy(
    machine: Machine, world: World, target: int, accesses: list[Access], mine: list[int], at: Operation
) -> None:
    """An array or struct that no clause names is copied for the construct (2.6.2)."""
    whole = Range(ZERO, machine.objects[target].size, True) if machine.objects[target].size is not None else SOMEWHERE
    if not whole.is_known:
        return
    machine.apply(world, target, at.place, lambda c: [(o[0], None) for o in transfer.enter(c, "copy", whole, True, at)])
    for index in mine:
        _one_access(machine, world, accesses, index, at)
        if at.is_async:
            touched, writes = machine.range_of(accesses[index]), accesses[index].writes
            world.objects[target] = tuple(
                transfer.run_later(c, touched, writes, at) for c in world.alternatives(target)
            )
    machine.apply(world, target, at.place, lambda c: [transfer.leave(c, True, whole, True, at)])


def use_device(machine: Machine, world: World, node: ir.Directive) -> dict[str, tuple[int, CType]]:
    """Names that stand for device addresses in the block of `host_data`."""
    scope: dict[str, tuple[int, CType]] = {}
    for item in node.items:
        if item.clause != "use_device" or not isinstance(item.place, ir.Name):
            continue
        found = expressions.variable(machine, world, item.place.name)
        if found is None:
            continue
        with machine.summed(False):
            value, kind = expressions.value_of(machine, world, item.place)
        number = machine.object(("use_device", item.span, machine.visit), item.place.name, "local", kind, Linear(8))
        world.cells[(number, ZERO)] = value._replace(device=True) if value.target is not None else ANYTHING
        scope[item.place.name] = (number, kind)
    return scope
