"""Calls: functions in sight are carried out, those of libraries looked up, of what else is called nothing is known afterwards."""

from __future__ import annotations

from loopwright.lang.effects import RUNTIMES, effect_of
from loopwright.residence import frames, ir, layout, routines
from loopwright.residence.effects import Argument, allocated, escape, released, touch_bytes
from loopwright.residence.expressions import place_of, value_of
from loopwright.residence.ir import CType
from loopwright.residence.machine import MOST_CALLS, Machine
from loopwright.residence.memory import Contents
from loopwright.residence.values import ANYTHING, ZERO, Value, World
from loopwright.source.linear import Linear

_MAKES = ("alloc", "create", "new", "make", "vector", "array", "matrix")


def value_of_call(machine: Machine, world: World, node: ir.Call) -> tuple[Value, CType]:
    """The value of a call, with its effects."""
    machine.spend()
    if node.callee is not None:
        if isinstance(node.callee, ir.Member):
            place = place_of(machine, world, node.callee.base)
            if place is not None and place.target is not None:
                world.forget(place.target)
        for argument in node.arguments:
            escape(machine, world, value_of(machine, world, argument)[0])
        return ANYTHING, CType("")
    if node.name in ("min", "max", "fmin", "fmax", "MIN", "MAX"):
        for argument in node.arguments:
            value_of(machine, world, argument)
        return ANYTHING, CType("")
    function = machine.function(node.name)
    by_reference = function is not None and any(p.type.layers[:1] == ("&",) for p in function.parameters)
    arguments: list[Argument] = []
    may_bind = function is None and _may_take_references(machine, node.name)
    for position, argument in enumerate(node.arguments):
        wanted = (
            function.parameters[position].type
            if by_reference and function and position < len(function.parameters)
            else None
        )
        if wanted is not None and wanted.layers[:1] == ("&",):
            place = place_of(machine, world, argument)
            value = Value(None, place.target, place.offset, place.device) if place is not None else ANYTHING
            arguments.append((value, wanted))
        elif may_bind and isinstance(argument, ir.Index | ir.Member):
            # An element that a reference may be bound to is not read by that: what is done to it is not known.
            place = place_of(machine, world, argument)
            arguments.append((Value(None, place.target, place.offset, place.device) if place else ANYTHING, CType("")))
        else:
            arguments.append(value_of(machine, world, argument))
    if function is not None:
        running = [frame.function for frame in machine.frames]
        if function not in running and len(running) < MOST_CALLS and len(function.parameters) == len(arguments):
            return frames.call(machine, world, function, arguments, node), _returned(machine, node.name)
        return _unknown(machine, world, node, arguments)
    if node.name.startswith("acc_") and (routine := routines.ROUTINES.get(node.name)) is not None:
        return routine(machine, world, node, arguments), CType(
            "void", ("*",)
        ) if "alloc" in node.name or "ptr" in node.name or "copyin" in node.name or "create" in node.name else CType(
            "int"
        )
    return _library(machine, world, node, arguments)


def _may_take_references(machine: Machine, name: str) -> bool:
    """Whether an unseen function of C++ may have parameters that are references."""
    if machine.outline.source.language == "c" or effect_of(name).known or name.startswith(("acc_", *RUNTIMES)):
        return False
    declared = machine.declarations.names.get(name)
    return declared is None or declared.kind != "function" or "&" in declared.signature


def _returned(machine: Machine, name: str) -> CType:
    declared = machine.declarations.names.get(name)
    if declared is None or declared.kind != "function":
        return CType("")
    return machine.expanded(
        CType(declared.base.removeprefix("struct "), layout.layers_of(declared, machine.declarations))
    )


def _library(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> tuple[Value, CType]:
    effect, name = effect_of(node.name), node.name
    if effect.makes_memory:
        numbers = [value.number for value, _ in arguments]
        size = numbers[-1] if numbers else None
        if effect.gives == "zeroed" and len(numbers) == 2 and numbers[0] is not None and size is not None:
            size = numbers[0].times(size)
        return allocated(machine, world, node, size), CType("void", ("*",))
    if effect.releases and arguments:
        released(machine, world, arguments[0][0], node)
        return ANYTHING, CType("void")
    if effect.gives == "moved" and len(arguments) == 2:
        released(machine, world, arguments[0][0], node, "is moved")
        return allocated(machine, world, node, arguments[1][0].number), CType("void", ("*",))
    if effect.copies is not None:
        into, source, size_at = effect.copies
        if len(arguments) > max(into, source, size_at):
            size = arguments[size_at][0].number
            touch_bytes(machine, world, arguments[source], size, False, node)
            touch_bytes(machine, world, arguments[into], size, True, node)
        return ANYTHING, CType("void", ("*",))
    for pieces, writes in ((effect.reads, False), (effect.writes, True)):
        for position, factors in pieces:
            if len(arguments) > max((position, *factors)):
                size = Linear(1)
                known = True
                for factor in factors:
                    number = arguments[factor][0].number
                    known = known and number is not None
                    size = size.times(number) if number is not None else size
                touch_bytes(machine, world, arguments[position], size if known else None, writes, node)
    if effect.reads or effect.writes:
        return ANYTHING, CType("")
    if effect.keeps_nothing or name.startswith(RUNTIMES):
        for position, (value, kind) in enumerate(arguments):
            if value.target is not None and kind.is_pointer and effect.may_write(position):
                world.forget_cells(value.target)
        return ANYTHING, CType("int")
    return _unknown(machine, world, node, arguments)


def _unknown(machine: Machine, world: World, node: ir.Call, arguments: list[Argument]) -> tuple[Value, CType]:
    """Of what the function does nothing is known."""
    for value, _ in arguments:
        escape(machine, world, value)
    for number in list(world.objects):
        owner = machine.objects[number]
        if (owner.kind == "global" and not owner.static) or number in world.escaped:
            world.forget(number)
    kind = _returned(machine, node.name)
    if (
        any(word in node.name.lower() for word in _MAKES)
        and machine.recording is None
        and (kind.is_pointer or not kind.base)
    ):
        number = machine.object(("returned", machine.visit, node.span), "", "member", CType(""))
        world.objects[number] = (Contents(unsure=True),)
        return Value(None, number, ZERO), kind
    return ANYTHING, kind
