"""Functions that are carried out: their parameters, what they give, and what is gone at their end."""

from __future__ import annotations

from loopwright.residence import ir, layout, transfer
from loopwright.residence.flow import leaf, run
from loopwright.residence.ir import CType
from loopwright.residence.joining import merged
from loopwright.residence.machine import ELSEWHERE, Claim, Frame, Machine
from loopwright.residence.plain import is_plain
from loopwright.residence.steps import end_scope
from loopwright.residence.summed import run_summed
from loopwright.residence.values import ANYTHING, ZERO, Value, World
from loopwright.source.text import Span


def call(
    machine: Machine, world: World, function: ir.Function, arguments: list[tuple[Value, CType]], node: ir.Call
) -> Value:
    """Carry a function out; its worlds become one."""
    here = machine.here
    if machine.is_elsewhere(function.name):
        machine.here = ELSEWHERE
    elif here is ELSEWHERE and function.own:
        machine.here = None
    elif here is None and (not function.own or is_plain(machine, function.body)):
        machine.here = node.span
    machine.visit += 1
    frame = Frame(function, machine.visit)
    machine.frames.append(frame)
    try:
        for parameter, (value, _) in zip(function.parameters, arguments):
            bind(machine, world, frame, parameter, value, node.span)
        if machine.recording is not None:
            return _summed_call(machine, world, function)
        start = world.copy()
        around, machine.depth = machine.depth, max(machine.depth, 1)
        flow = run(machine, function.body, [start])
        machine.depth = around
        ways = [(way, ANYTHING) for way in flow.normal] + flow.returns
        mine = list(frame.owned)
        span = function.end if function.own else machine.here or node.span
        leaf(machine, [way for way, _ in ways], lambda way: end_frame(machine, way, mine, span, [v for _, v in ways]))
        if not ways:  # it does not come back
            return ANYTHING
        one = merged(machine, [way for way, _ in ways], everything=True)[0]
        for number in mine:
            one.forget_cells(number)
            one.objects.pop(number, None)
        world.cells, world.objects, world.facts, world.escaped, world.held = (
            one.cells,
            one.objects,
            one.facts,
            one.escaped,
            one.held,
        )
        return _either(machine, [value for _, value in ways])
    finally:
        machine.frames.pop()
        machine.here = here


def end_frame(machine: Machine, world: World, local: list[int], span: Span, returned: list[Value]) -> None:
    """The end of a function: local arrays are gone, and memory that nobody can reach any more."""
    end_scope(machine, world, [n for n in local if machine.objects[n].type.is_array], span)
    for number in local:
        world.forget_cells(number)
    reachable = {value.target for value in world.cells.values()} | {value.target for value in returned} | world.escaped
    for number in list(world.objects):
        owner = machine.objects[number]
        if owner.kind != "heap" or number in reachable:
            continue
        troubles = [transfer.left_behind(c) for c in world.alternatives(number)]
        if troubles and all(trouble is not None for trouble in troubles):
            first = troubles[0]
            assert first is not None
            machine.claim(Claim(first.code, first.notes[0].place, owner.name, (), ""))
        world.objects.pop(number)


def _summed_call(machine: Machine, world: World, function: ir.Function) -> Value:
    before, machine.returned = machine.returned, []
    conditional = machine.conditional
    try:
        run_summed(machine, world, function.body)
        return _either(machine, machine.returned)
    finally:
        machine.returned = before
        machine.conditional = conditional


def _either(machine: Machine, values: list[Value]) -> Value:
    first = values[0] if values else ANYTHING
    if all(value == first for value in values):
        return first
    if first.target is not None and all(value.target == first.target for value in values):
        return first._replace(offset=None)
    addresses = [value for value in values if value.target is not None]
    if len(addresses) == 1 and all(value.constant == 0 for value in values if value.target is None):
        return addresses[0]  # NULL where it failed
    return ANYTHING


def bind(machine: Machine, world: World, frame: Frame, parameter: ir.Parameter, value: Value, span: Span) -> None:
    """A parameter as a variable of its function."""
    kind = machine.expanded(parameter.type)
    number = machine.object(
        ("local", frame.number, parameter.name, span), parameter.name, "local", kind, machine.size(world, kind)
    )
    frame.names[0][parameter.name] = (number, kind)
    frame.owned[number] = None
    if kind.layers or layout.is_integer(kind):
        if value == ANYTHING and layout.is_integer(kind):
            value = Value(machine.fresh(parameter.name))
        world.cells[(number, ZERO)] = value
