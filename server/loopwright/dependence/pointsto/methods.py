"""Methods and operators of classes whose code is in sight, carried out as calls with `this`."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.pointsto import ends
from loopwright.dependence.pointsto.carrying import bound, carried_out, chain_at, takes
from loopwright.dependence.pointsto.instances import class_of
from loopwright.dependence.pointsto.machine import Machine, method_frame
from loopwright.dependence.pointsto.memory import NUMBER, UNKNOWN, Value, World
from loopwright.dependence.pointsto.units import Known
from loopwright.lang.classes import Class, method_name
from loopwright.lang.declarators import parameter_nodes, read_type
from loopwright.lang.places import Places, either
from loopwright.lang.types import Type

MOST_BODIES = 3  # of one name that a call may mean


class Outcome(NamedTuple):
    """One way out of a method: what it returns, or of a reference the places that it names."""

    world: World
    value: Value
    places: Places
    is_reference: bool


def bodies(machine: Machine, known: Class, name: str) -> list[Known] | None:
    """All functions of one name in a class; ``None`` where one of them is not in sight."""
    units, nodes = machine.units, machine.scopes.classes.methods(known, name)
    found = [each for each in units.definitions.get(name, ()) if each.node in nodes]
    if not nodes or len(found) != len(nodes):
        return None
    if any(units.outlines[each.unit].source.hides_code_in(each.function.span) for each in found):
        return None
    return found


def are_told_by_count(machine: Machine, known: Class, name: str, every: list[Known]) -> bool:
    """Whether no function of a name takes fewer arguments than its definition shows: the class may say what is not passed."""
    body = known.node.child_by_field_name("body")
    said = [child for child in body.named_children if method_name(child) == name] if body is not None else []
    plain = all(parameter.type == "parameter_declaration" for child in said for parameter in parameter_nodes(child))
    return plain and all(_is_told_by_count(machine, each) for each in every)


def _is_told_by_count(machine: Machine, function: Known) -> bool:
    """Whether a function takes so many arguments and no fewer, of any types but lists."""
    parent = function.node.parent
    return (parent is None or parent.type != "template_declaration") and all(
        parameter.node.type == "parameter_declaration" and "initializer_list" not in parameter.type.base
        for parameter in machine.units.parameters_of(function)
    )


def called(
    machine: Machine, node: Node, known: Class, name: str, this: Places, arguments: list[Node], world: World
) -> list[Outcome] | None:
    """The ways out of a call of a method with an object at ``this``; ``None`` where it cannot be carried out. Of several functions of a name
    that take as many arguments each is a way."""
    every = bodies(machine, known, name)
    if every is None or not are_told_by_count(machine, known, name, every):
        return None
    chosen = [each for each in every if len(machine.units.parameters_of(each)) == len(arguments)]
    if not chosen or len(chosen) > MOST_BODIES or not all(takes(machine, each, len(arguments)) for each in chosen):
        return None
    chain = chain_at(machine, node)
    found: list[Outcome] = []
    for at, each in enumerate(chosen):
        way = world if at == len(chosen) - 1 else world.copy()
        given = bound(machine, each, arguments, way)
        is_reference = _gives_places(machine, each.node)
        if is_reference is None:
            return None
        frame = method_frame(each, chain, this, known, is_reference)
        for left, value in carried_out(machine, frame, given, way):
            places = value.targets if is_reference else None
            found.append(Outcome(left, UNKNOWN if is_reference else value, places, is_reference))
    return found


def _gives_places(machine: Machine, function: Node) -> bool | None:
    """Whether a function returns another name for something, ``None`` where that is not told."""
    declarator = function.child_by_field_name("declarator")
    said = read_type(declarator, function)[1] if declarator is not None else Type()
    if said.layers[:1] != ("()",):
        return None
    type = machine.scopes.expanded(said.element())
    if type.layers[:1] in (("&",), ("&&",)):
        return True
    return None if type.base in ("", "auto") or "decltype" in type.base else False


def one_outcome(world: World, ways: list[Outcome]) -> tuple[Places, Value | None]:
    """One world for all ways out of a method: the places that its reference may name, or its value."""
    if not ways:
        return None, UNKNOWN
    whole, *others = ways
    joined, places, value = whole.world, whole.places, whole.value
    for other in others:
        joined = joined.joined(other.world)
        places = either(places, other.places)
        if value != other.value:
            joined.leak_value(value)
            joined.leak_value(other.value)
            value = UNKNOWN
    world.become(joined)
    if all(way.is_reference for way in ways):
        return places, None
    world.leak(places)
    return None, UNKNOWN if any(way.is_reference for way in ways) else value


def held_at(machine: Machine, node: Node, places: Places, world: World) -> Value:
    """The value of what a method returned another name for at ``node``."""
    machine.touch(node, places)
    kind = machine.kind_of(machine.type_of(node))
    if kind == "number":
        return NUMBER
    if kind == "pointer":
        return Value(world.load(places))
    world.leak(places)
    world.leak(world.reached(places))
    ends.made(machine)
    world.clobber(machine.lasting)  # it may be copied or converted
    return UNKNOWN


def method_of_this(machine: Machine, function: Node, name: str) -> Class | None:
    """The class of the method around, where a plain name means one of its methods."""
    if function.type != "identifier" or machine.in_c:
        return None
    around = machine.scopes.classes.around(machine.frame.known.node)
    if around is None or name not in around.declared:
        return None
    within = machine.frame.within
    if within is not None and within.node == around.node:
        return within
    return around if class_of(machine, Type(around.name)) is around else None
