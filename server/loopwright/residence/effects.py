"""What functions that are not carried out do to memory: bytes are touched, memory comes and goes, addresses get about."""

from __future__ import annotations

from dataclasses import replace

from loopwright.residence import ir, transfer
from loopwright.residence.ir import CType
from loopwright.residence.machine import Machine
from loopwright.residence.memory import Contents
from loopwright.residence.values import ANYTHING, ZERO, Value, World
from loopwright.source.linear import Linear

Argument = tuple[Value, CType]


def touch_bytes(
    machine: Machine, world: World, argument: Argument, size: Linear | None, writes: bool, node: ir.Call
) -> None:
    """A function reads or writes ``size`` bytes behind a pointer."""
    value, _ = argument
    if value.target is None:
        return
    if writes:
        world.forget_cells(value.target)
    machine.touch(
        world,
        value.target,
        value.offset if size is not None else None,
        size or Linear(1),
        writes,
        node.span,
        "",
        None,
        value.device,
    )


def allocated(machine: Machine, world: World, node: ir.Call, size: Linear | None, kind: str = "heap") -> Value:
    """New memory; in code that is summed up it is one of many."""
    if machine.recording is not None:
        return ANYTHING
    number = machine.object(("allocated", machine.visit, node.span), "", kind, CType(""), size)
    world.objects[number] = (Contents(),)
    if size is not None:
        machine.order.at_least(size, 1)
    return Value(None, number, ZERO, kind == "device")


def released(machine: Machine, world: World, value: Value, node: ir.Call, how: str = "is freed") -> None:
    """Memory is given back."""
    if value.target is None or machine.recording is not None or value.device:
        return
    target = value.target
    if machine.objects[target].kind == "device":
        return
    span = machine.here or node.span
    machine.apply(world, target, span, lambda c: [_with_detail(transfer.host_ends(c, span), how)])
    world.forget_cells(target)


def _with_detail(outcome: transfer.Outcome, how: str) -> transfer.Outcome:
    contents, trouble = outcome
    return contents, replace(trouble, detail=f"{how} {trouble.detail}".strip()) if trouble is not None else None


def escape(machine: Machine, world: World, value: Value) -> None:
    """Code that is not seen has an address, and those that it leads to."""
    todo = [value.target] if value.target is not None else []
    done: set[int] = set()
    while todo:
        number = todo.pop()
        if number in done:
            continue
        done.add(number)
        todo += [held.target for (owner, _), held in world.cells.items() if owner == number and held.target is not None]
        world.forget(number)
    world.escaped |= done
