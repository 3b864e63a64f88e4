"""The runtime library of OpenACC (3.4, chapter 3): what its functions do to the states."""

from __future__ import annotations

from collections.abc import Callable

from loopwright.residence import constructs, ir, transfer
from loopwright.residence.effects import Argument, escape, touch_bytes
from loopwright.residence.ir import CType
from loopwright.residence.machine import Machine
from loopwright.residence.memory import Contents, Mapping, Mark
from loopwright.residence.ranges import Range
from loopwright.residence.transfer import SYNC, Operation
from loopwright.residence.values import ANYTHING, ZERO, Value, World
from loopwright.source.linear import Linear

Routine = Callable[[Machine, World, ir.Call, list[Argument]], Value]


def _operation(machine: Machine, node: ir.Call, arguments: list[Argument]) -> Operation:
    queue: object = SYNC
    if node.name.endswith("_async"):
        queue = constructs.queue_of(machine, arguments[-1][0] if arguments else ANYTHING)
    return Operation(machine.here or node.span, queue, machine.order)


def _section(arguments: list[Argument]) -> tuple[int, Range] | None:
    value = arguments[0][0] if arguments else ANYTHING
    size = arguments[1][0].number if len(arguments) > 1 else None
    if value.target is None or value.device:
        return None
    if value.offset is None or size is None:
        return value.target, Range(None, None)
    return value.target, Range(value.offset, value.offset.plus(size), True)


def _enter(clause: str) -> Routine:
    def routine(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
        found = _section(arguments)
        if found is None:
            return ANYTHING
        target, section = found
        at = _operation(machine, node, arguments)
        machine.apply(world, target, at.place, lambda c: transfer.enter(c, clause, section, False, at))
        return Value(None, target, arguments[0][0].offset, True)

    return routine


def _leave(copies: bool, finalize: bool = False) -> Routine:
    def routine(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
        found = _section(arguments)
        if found is not None:
            target, section = found
            at = _operation(machine, node, arguments)
            machine.apply(world, target, at.place, lambda c: [transfer.leave(c, copies, section, False, at, finalize)])
        return ANYTHING

    return routine


def _update(to_host: bool) -> Routine:
    def routine(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
        found = _section(arguments)
        if found is not None:
            target, section = found
            at = _operation(machine, node, arguments)
            machine.apply(world, target, at.place, lambda c: [transfer.update(c, section, not to_host, False, at)])
            if to_host:
                world.forget_cells(target)
        return ANYTHING

    return routine


def _deviceptr(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
    value = arguments[0][0] if arguments else ANYTHING
    if value.target is None or all(transfer.is_absent(c) for c in world.alternatives(value.target)):
        return ANYTHING
    return value._replace(device=True)


def _malloc(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
    if machine.recording is not None or not arguments:
        return ANYTHING
    size = arguments[0][0].number
    span = machine.here or node.span
    number = machine.object(("allocated", machine.visit, node.span), "", "device", CType(""), size)
    everything = Range(ZERO, size, True) if size is not None else Range(None, None)
    blank = (Mark(everything, span),) if size is not None else ()
    if size is not None:
        machine.order.at_least(size, 1)
    world.objects[number] = (Contents((Mapping(everything, span, dynamic=1, blank=blank),)),)
    return Value(None, number, ZERO, True)


def _free(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
    value = arguments[0][0] if arguments else ANYTHING
    if value.target is not None and machine.objects[value.target].kind == "device":
        at = _operation(machine, node, arguments)
        machine.apply(world, value.target, at.place, lambda c: [transfer.given_back(c, at)])
    return ANYTHING


def _wait(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
    one = node.name not in ("acc_wait_all", "acc_async_wait_all") and "all" not in node.name
    queue = constructs.queue_of(machine, arguments[0][0]) if one and arguments else None
    follower: object = SYNC
    if node.name.endswith("_async") and arguments:
        follower = constructs.queue_of(machine, arguments[-1][0])
    constructs.wait(machine, world, queue, follower)
    return ANYTHING


def _tested(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
    constructs.wait(machine, world, None, SYNC)
    return ANYTHING


def _is_present(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
    found = _section(arguments)
    if found is None:
        return ANYTHING
    target, section = found
    states = world.alternatives(target)
    if all(transfer.is_absent(c) for c in states):
        return Value(ZERO)
    if all(any(machine.order.covers(m.range, section) for m in c.mappings) for c in states):
        return Value(Linear(1))
    return ANYTHING


def _set_device(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
    world.change_device()
    return ANYTHING


def _opaque(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
    for value, _ in arguments:
        escape(machine, world, value)
    return ANYTHING


def _in_order(outcome: transfer.Outcome) -> transfer.Outcome:
    """Of what is wrong with a copy of bytes only that nothing orders it behind a kernel."""
    contents, trouble = outcome
    return contents, trouble if trouble is not None and trouble.code == "LW714" else None


def _copy(into_device: bool) -> Routine:
    """`acc_memcpy_to_device(device, host, bytes)` and its reverse."""

    def routine(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> Value:
        if len(arguments) < 3:
            return ANYTHING
        into, source, size = arguments[0][0], arguments[1][0], arguments[2][0].number
        at = _operation(machine, node, arguments)
        host, device = (source, into) if into_device else (into, source)
        blank = False
        if device.target is not None and machine.objects[device.target].kind == "device" and device.offset is not None:
            touched = Range(device.offset, device.offset.plus(size), True) if size is not None else Range(None, None)
            states = world.alternatives(device.target)
            blank = bool(states) and all(
                c.mappings and any(machine.order.meets(mark.range, touched) for mark in c.mappings[0].blank)
                for c in states
            )
            machine.apply(
                world,
                device.target,
                at.place,
                lambda c: [_in_order(transfer.device_access(c, touched, into_device, False, at))],
            )
        if host.target is not None:
            touch_bytes(machine, world, (host, CType("void", ("*",))), size, not into_device, node)
            if blank and not into_device and host.offset is not None and size is not None:
                mark = Mark(Range(host.offset, host.offset.plus(size), True), at.place)
                from dataclasses import replace

                world.objects[host.target] = tuple(
                    replace(c, garbage=(*c.garbage, (mark, at.place))) for c in world.alternatives(host.target)
                )
        return ANYTHING

    return routine


WAITS = frozenset(
    ("acc_wait", "acc_wait_all", "acc_wait_async", "acc_wait_all_async", "acc_async_wait", "acc_async_wait_all")
)

ROUTINES: dict[str, Routine] = {
    **{f"acc_{name}{tail}": _enter("copyin") for name in ("copyin", "present_or_copyin", "pcopyin") for tail in ("", "_async")},
    **{f"acc_{name}{tail}": _enter("create") for name in ("create", "present_or_create", "pcreate") for tail in ("", "_async")},
    **{f"acc_{name}{tail}": _leave(True) for name in ("copyout",) for tail in ("", "_async")},
    **{f"acc_{name}{tail}": _leave(False) for name in ("delete",) for tail in ("", "_async")},
    **{f"acc_copyout_finalize{tail}": _leave(True, True) for tail in ("", "_async")},
    **{f"acc_delete_finalize{tail}": _leave(False, True) for tail in ("", "_async")},
    **{f"acc_update_device{tail}": _update(False) for tail in ("", "_async")},
    **{f"acc_update_{side}{tail}": _update(True) for side in ("self", "host") for tail in ("", "_async")},
    **{name: _wait for name in sorted(WAITS)},
    # A program that asks again and again has waited in the end.
    **{name: _tested for name in ("acc_async_test", "acc_async_test_all", "acc_wait_any", "acc_async_test_device")},
    "acc_memcpy_to_device": _copy(True),
    "acc_memcpy_from_device": _copy(False),
    "acc_deviceptr": _deviceptr,
    "acc_malloc": _malloc,
    "acc_free": _free,
    "acc_is_present": _is_present,
    "acc_set_device_num": _set_device,
    "acc_set_device_type": _set_device,
    "acc_shutdown": _set_device,
    **{name: _opaque for name in ("acc_map_data", "acc_unmap_data", "acc_attach", "acc_detach", "acc_hostptr", "acc_memcpy_device",
                                  "acc_attach_async", "acc_detach_async", "acc_detach_finalize")},
}  # fmt: skip
