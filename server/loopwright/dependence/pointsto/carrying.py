"""Functions of the program carried out: a call's arguments become its parameters, and its body is walked."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.pointsto import ends
from loopwright.dependence.pointsto.library import may_be_named, named_in
from loopwright.dependence.pointsto.machine import ANY_CALL, MOST_CALLS, Frame, Machine
from loopwright.dependence.pointsto.memory import Value, World
from loopwright.dependence.pointsto.running import comes_and_goes_quietly
from loopwright.dependence.pointsto.units import Known, key_of
from loopwright.dependence.pointsto.views import value_for
from loopwright.lang.places import NOWHERE, Places
from loopwright.lang.types import Type


class Bound(NamedTuple):
    """What a parameter gets: a value, or of a reference the places that it names."""

    value: Value | None
    places: Places = None


def takes(machine: Machine, known: Known, count: int, kinds: tuple[str, ...] = ("parameter_declaration",)) -> bool:
    """Whether a function can be carried out with so many arguments, all of its parameters of these ``kinds``."""
    parameters = machine.units.parameters_of(known)
    return (
        len(parameters) == count
        and len(machine.frames) <= MOST_CALLS
        and all(parameter.node.type in kinds for parameter in parameters)
        and not machine.units.is_involved(known)
        and not any(frame.known.node == known.node for frame in machine.frames)
    )


def call_from(machine: Machine, known: Known, node: Node) -> tuple[int, ...]:
    """The chain of calls that a call of a function at ``node`` makes."""
    return (ANY_CALL, *key_of(known)) if machine.units.is_like_itself(known) else chain_at(machine, node)


def chain_at(machine: Machine, node: Node) -> tuple[int, ...]:
    """The chain of calls that ends at ``node``."""
    return (*machine.frame.call, machine.frame.known.unit, machine.spot(node))


def bound(machine: Machine, known: Known, arguments: list[Node], world: World) -> list[Bound]:
    """The arguments of a call, worked out as the function's parameters take them."""
    found = []
    for (_, _, type), argument in zip(machine.units.parameters_of(known), arguments):
        if type.layers[:1] != ("&",):
            found.append(Bound(value_for(machine, type, argument, world)))
        elif may_be_named(argument) and _is_same(machine, known, type.referred(), argument):
            found.append(Bound(None, machine.place_of(argument, world)))
        else:
            world.leak_value(machine.value_of(argument, world))
            world.leak(named_in(machine, argument) if may_be_named(argument) else NOWHERE)
            wanted = machine.scopes.expanded(type.referred())
            if wanted.base in machine.units.type_parameters(known):
                wanted = machine.type_of(argument)
            if not comes_and_goes_quietly(machine, wanted):
                ends.made(machine)
                world.clobber(machine.lasting)  # it is made for the call
            found.append(Bound(None))
    return found


def _is_same(machine: Machine, known: Known, wanted: Type, argument: Node) -> bool:
    """Whether a reference to ``wanted`` names what an argument names, and no new object that is made of it."""
    given = machine.type_of(argument)
    if wanted.base in machine.units.type_parameters(known) or (given.base, given.layers) == (
        wanted.base,
        wanted.layers,
    ):
        return True
    kind = machine.kind_of(given)
    return kind in ("number", "sequence", "array") and kind == machine.kind_of(wanted)


def carried_out(machine: Machine, frame: Frame, given: list[Bound], world: World) -> list[tuple[World, Value]]:
    """The worlds after a function, each with what it returns."""
    machine.frames.append(frame)
    machine.walked.add(key_of(frame.known))
    try:
        bind(machine, given, world)
        return machine.semantics.body(machine, world)
    finally:
        machine.frames.pop()


def bind(machine: Machine, given: list[Bound], world: World) -> None:
    """The parameters of the innermost call get what it passes."""
    for (value, places), (parameter, _, type) in zip(given, machine.units.parameters_of(machine.frame.known)):
        machine.semantics.bind(machine, parameter, type, value, places, world)
