"""Calls: functions of the program are walked with their arguments; of others the table of effects tells what they do."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.pointsto import ends, instances, macros, methods, views
from loopwright.dependence.pointsto.carrying import bound, call_from, carried_out, takes
from loopwright.dependence.pointsto.library import (
    BYTES,
    CALLED,
    allocates,
    argument_nodes,
    gives_number,
    is_lvalue,
    is_view,
    is_whole_number,
    is_zero,
    kind_of,
    may_be_named,
    named_in,
    names_number,
    said_alike,
    template_types,
)
from loopwright.dependence.pointsto.machine import Frame, Given, Machine
from loopwright.dependence.pointsto.memory import (
    EVERYTHING,
    NUMBER,
    UNKNOWN,
    Value,
    World,
    value_of_ways,
)
from loopwright.dependence.pointsto.running import (
    comes_and_goes_quietly,
    elements_run_nothing,
    gives_no_code,
    runs_alone,
)
from loopwright.dependence.pointsto.shapes import seen_as
from loopwright.dependence.pointsto.units import Known
from loopwright.lang.callees import library_name, name_of
from loopwright.lang.classes import Class
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.effects import Effect, effect_of
from loopwright.lang.library import library
from loopwright.lang.places import ANYWHERE, ELEMENT, Place, Places, anywhere, either, element_of, further
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, text_of, uncast

_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration")
_GIVING_AWAY = frozenset(("move", "forward", "exchange"))  # what a container has
_LITERALS = ("number_literal", "char_literal", "true", "false", "null")


def value_of_call(machine: Machine, node: Node, world: World) -> Value:
    """A call within an expression: its ways out become one."""
    ways = ways_of_call(machine, node, world)
    return value_of_ways(world, ways) if ways else UNKNOWN


def ways_of_call(machine: Machine, node: Node, world: World) -> list[tuple[World, Value]]:
    """The worlds after a call, each with what it returns."""
    function = node.child_by_field_name("function")
    if function is None:
        return [(world, unmodelled(machine, world))]
    function = bare(function)
    if function.type == "field_expression":
        return [(world, _member_call(machine, node, function, world))]
    if function.type == "primitive_type":
        return [(world, _all_numbers(machine, node, world))]
    if function.type not in CALLED:
        given = [machine.value_of(function, world), *_given(machine, node, world)]
        return [(world, unknown(machine, node, world, given))]
    name = name_of(function)
    if function.type == "template_function" and name.endswith("_cast"):
        return [(world, _cast(machine, node, function, world))]
    declaration = machine.declaration_of(function) if function.type != "template_function" else None
    macro = machine.scopes.macros.get(name)
    if names_number(machine, declaration, macro):  # `(REAL)(x)` is read as a call
        return [(world, _all_numbers(machine, node, world))]
    if macro is not None:
        return macros.ways_of(machine, node, macro, world)
    asked = _asked(machine, function, world)
    if asked is not None:
        return [(world, _method(machine, node, asked, world))]
    if declaration is not None and declaration.kind != "function":
        return [(world, unknown(machine, node, world, _given(machine, node, world)))]
    view = views.made_by_call(machine, node, function, world) if _is_std(function) else None
    if view is not None:
        return [(world, view)]
    known = None if _is_std(function) else machine.units.definition(machine.frame.known.unit, name)
    if known is not None:
        ways = _walked(machine, node, known, world)
        if machine.frame.at is None:
            (machine.refused if ways is None else machine.visited).add(_mention(machine, node))
        if ways is not None:
            return ways
        return [(world, unknown(machine, node, world, _given(machine, node, world)))]
    if machine.units.definitions.get(name) and not _is_std(function):
        return [(world, unknown(machine, node, world, _given(machine, node, world)))]
    return [(world, _library(machine, node, function, name, world))]


def _mention(machine: Machine, call: Node) -> tuple[int, int]:
    """The file of a call and where the name of its function begins."""
    function = call.child_by_field_name("function")
    return machine.frame.known.unit, _name_node(bare(function if function is not None else call)).start_byte


def _name_node(function: Node) -> Node:
    inner = function.child_by_field_name("name")
    return function if inner is None else _name_node(inner)


def _is_std(function: Node) -> bool:
    return text_of(function).startswith(("std::", "::std::"))


def _given(machine: Machine, node: Node, world: World) -> list[Value]:
    """Arguments of a call that is not followed."""
    return _values_of(machine, argument_nodes(node), world)


def _values_of(machine: Machine, arguments: list[Node], world: World) -> list[Value]:
    """What somebody is given who may take it by reference."""
    given = []
    for argument in arguments:
        if not machine.in_c and may_be_named(argument) and kind_of(machine, argument) != "array":
            given.append(Value(machine.place_of(argument, world)))
        given.append(machine.value_of(argument, world))
    return given


def _all_numbers(machine: Machine, node: Node, world: World) -> Value:
    for argument in argument_nodes(node):
        world.leak_value(machine.value_of(argument, world))
    return NUMBER


def unknown(machine: Machine, node: Node, world: World, given: list[Value], library: bool = False) -> Value:
    """Code that nobody sees is called: of a library, or of the project."""
    ends.made(machine)
    if not machine.in_c and node.type == "call_expression":
        _may_be_emptied(machine, argument_nodes(node), world)
    for value in given:
        world.leak_value(value)
    world.clobber(0 if library else machine.lasting)
    return UNKNOWN


def _may_be_emptied(machine: Machine, arguments: list[Node], world: World) -> None:
    """Containers are given away by name or address, as `std::move` does: others may have their elements afterwards."""
    for argument in arguments:
        kind = kind_of(machine, argument)
        if kind == "sequence" and is_lvalue(argument):
            world.lose(machine.place_of(argument, world))
        elif kind == "pointer" and machine.kind_of(machine.type_of(argument).element()) == "sequence":
            world.lose(machine.value_of(argument, world).targets)


def _cast(machine: Machine, node: Node, function: Node, world: World) -> Value:
    arguments, named = argument_nodes(node), function.child_by_field_name("arguments")
    if len(arguments) != 1 or named is None or named.named_child_count != 1:
        return unmodelled(machine, world)
    type = type_of_descriptor(named.named_children[0])
    return converted(machine, machine.scopes.expanded(type), arguments[0], world)


def unmodelled(machine: Machine, world: World) -> Value:
    """A form of which nothing is known."""
    ends.made(machine)
    world.havoc()
    return UNKNOWN


def converted(machine: Machine, type: Type, inner: Node, world: World) -> Value:
    """``inner`` cast to a type. An object that is seen as one of another class may be hit anywhere."""
    before = machine.type_of(inner)
    kind, held = machine.kind_of(type), machine.kind_of(before)
    value = machine.value_of(inner, world)
    if kind == "number":
        world.leak_value(value)
        return NUMBER
    if kind != "pointer" or value.inside:
        world.leak_value(value)
        if not comes_and_goes_quietly(machine, type.referred()):
            unknown(machine, inner, world, _values_of(machine, [inner], world))  # it is made of that
        return UNKNOWN
    if text_of(inner) in ("0", "NULL", "nullptr"):
        return value
    if allocates(machine, uncast(inner)):
        return seen_as(machine, type, value)
    if held not in ("pointer", "array"):
        world.leak_value(value)
        return UNKNOWN
    same = before.base == type.base and before.layers[1:] == type.layers[1:]
    plain = machine.kind_of(type.element()) == "number" or type.base == "void"
    if before.base == "void" or plain:
        return seen_as(machine, type, value)
    if same or value.targets is None:
        return value
    return Value(frozenset(anywhere(place) for place in value.targets))


# Functions of the program


def _walked(machine: Machine, node: Node, known: Known, world: World) -> list[tuple[World, Value]] | None:
    """The call carried out; ``None`` where that cannot be done."""
    arguments = argument_nodes(node)
    defaults = [_default(parameter.node) for parameter in machine.units.parameters_of(known)[len(arguments) :]]
    every = [*arguments, *(default for default in defaults if default is not None)]
    if not takes(machine, known, len(every), _PARAMETERS):
        return None
    frame = Frame(known, call_from(machine, known, node), numbers=_numbers_given(machine, node, known))
    given = bound(machine, known, every, world)
    if machine.frame.at is None:
        led = tuple(None if value is None or value.inside else value.targets for value, _ in given)
        machine.passed.setdefault(_mention(machine, node), set[Given]()).add(Given(led, said_alike(machine, every)))
    ways = carried_out(machine, frame, given, world)
    type = machine.type_of(node)
    if ways is None or not machine.in_c or machine.kind_of(type) != "pointer":
        return ways
    return [(way, seen_as(machine, type, value)) for way, value in ways]


def _default(parameter: Node) -> Node | None:
    """What a parameter is without an argument, where that means the same wherever it stands."""
    value = parameter.child_by_field_name("default_value")
    return value if value is not None and value.type in _LITERALS else None


def _numbers_given(machine: Machine, node: Node, known: Known) -> frozenset[str]:
    """The parameters of a template that are numbers where it is called: it says so, or passes such (C++17 17.8.2)."""
    names = machine.units.type_parameters(known)
    function = node.child_by_field_name("function") if names else None
    while function is not None and function.type == "qualified_identifier":
        function = function.child_by_field_name("name")
    listed = function.child_by_field_name("arguments") if function is not None else None
    said = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
    types: dict[str, list[Type]] = {name: [] for name in names if name}
    for name, argument in zip(names, said):
        if name:
            types[name] = [type_of_descriptor(argument) if argument.type == "type_descriptor" else Type()]
    for (_, _, type), argument in zip(machine.units.parameters_of(known), argument_nodes(node)):
        if type.base in names[len(said) :]:
            layers = type.layers[1:] if type.layers[:1] == ("&",) else type.layers
            given = machine.type_of(argument).decayed()
            types[type.base].append(Type(given.base) if given.layers == layers else Type())
    return frozenset(
        name for name, given in types.items() if given and all(is_whole_number(machine, one) for one in given)
    )


# Functions of libraries


def _library(machine: Machine, node: Node, function: Node, name: str, world: World) -> Value:
    effect = effect_of(library_name(function))
    arguments = argument_nodes(node)
    if name == "swap" and len(arguments) == 2 and not machine.in_c:
        return _swap(machine, arguments, world, node)
    hands_out = name in library().hand_out
    given = [machine.value_of(_without_cast(argument) if hands_out else argument, world) for argument in arguments]
    if name in _GIVING_AWAY and not machine.in_c:
        _may_be_emptied(machine, arguments, world)
    if effect.gives == "moved" and given:
        fresh = frozenset((Place(machine.allocated(node), (ELEMENT,)),))
        world.leak(world.reached(given[0].targets))
        world.spoil(fresh)
        return UNKNOWN if given[0].targets is None else Value(given[0].targets | fresh)
    if effect.allocates:
        single = len(arguments) == 1 and _is_one(machine, arguments[0])
        return Value(frozenset((Place(machine.allocated(node), () if single else (ELEMENT,)),)))
    if hands_out and given and given[0].targets:
        before, fresh = world.load(given[0].targets), frozenset((Place(machine.allocated(node), (ELEMENT,)),))
        machine.keep(given[0].targets, True)
        world.store(given[0].targets, Value(either(before, fresh)))  # nothing is put there where memory is short
        return NUMBER
    if effect.copies is not None and len(given) > max(effect.copies):
        world.leak(world.reached(given[effect.copies.source].targets))
        world.spoil(given[effect.copies.into].targets)
        return given[effect.copies.into]
    if effect.keeps_nothing:
        return _looked(machine, node, name, effect, arguments, given, world)
    if name in library().algorithms and all(kind_of(machine, a) in ("number", "pointer", "array") for a in arguments):
        if all(_points_at_numbers(machine, argument) for argument in arguments):
            _move_bytes(machine, arguments, given, world)
            return UNKNOWN
    if not machine.in_c and (function.type != "identifier" or machine.units.may_refer(machine.frame.known.unit, name)):
        given += _values_of(machine, arguments, world)
    is_library = name not in machine.units.declared or _is_std(function)
    return unknown(machine, node, world, given, library=is_library and _is_alone(machine, function, name, arguments))


def _without_cast(argument: Node) -> Node:
    """`(void **)&x` is where an address is kept that has the type of `x`."""
    inner = uncast(argument)
    function = inner.child_by_field_name("function") if inner.type == "call_expression" else None
    is_cast = function is not None and function.type == "template_function" and name_of(function).endswith("_cast")
    return argument_nodes(inner)[0] if is_cast and len(argument_nodes(inner)) == 1 else inner


def _is_alone(machine: Machine, function: Node, name: str, arguments: list[Node]) -> bool:
    """Whether a function of a library runs no code of the program: it makes no object of a class of it, and copies and compares none."""
    if machine.in_c:
        return True
    if not all(comes_and_goes_quietly(machine, type) for type in template_types(machine, function)):
        return False
    is_template = function.type != "identifier" or name in library().algorithms
    if not is_template and not machine.units.may_refer(machine.frame.known.unit, name):
        return True
    return all(gives_no_code(machine, each) and elements_run_nothing(machine, each) for each in arguments)


def _looked(
    machine: Machine, node: Node, name: str, effect: Effect, arguments: list[Node], given: list[Value], world: World
) -> Value:
    """A function that keeps no address; what it may write is not what it was."""
    clears = name == "memset" and len(arguments) == 3 and is_zero(arguments[1])  # addresses stay or become null
    for position, value in enumerate(given):
        if effect.may_write(position) and not clears:
            world.spoil(value.targets)
    if name == "memset":
        return given[0] if given else UNKNOWN
    if gives_number(machine, node):
        return NUMBER
    for value in (*given, *_values_of(machine, [] if machine.in_c else arguments, world)):
        world.leak_value(value)  # what is returned may hold them
    return UNKNOWN


def _move_bytes(machine: Machine, arguments: list[Node], given: list[Value], world: World) -> None:
    """`std::copy` of bytes, or of what an object is seen as: it may keep addresses."""
    for argument, value in zip(arguments, given):
        is_bytes = machine.type_of(argument).base in BYTES
        if value.targets and (is_bytes or any(ANYWHERE in place.path for place in value.targets)):
            world.spoil(value.targets)


def _points_at_numbers(machine: Machine, node: Node) -> bool:
    type = machine.type_of(node)
    kind = machine.kind_of(type)
    return kind == "number" or (kind in ("pointer", "array") and machine.kind_of(type.element()) == "number")


def _is_one(machine: Machine, size: Node) -> bool:
    """`malloc(sizeof(T))`"""
    return bare(size).type == "sizeof_expression"


def _swap(machine: Machine, arguments: list[Node], world: World, node: Node) -> Value:
    kinds = [kind_of(machine, argument) for argument in arguments]
    places = [machine.place_of(argument, world) for argument in arguments]
    if kinds == ["number", "number"]:
        return NUMBER
    if kinds == ["pointer", "pointer"]:
        held = [world.load(place) for place in places]
        for place in places:
            machine.keep(place, False)
        world.store(places[0], Value(held[1]))
        world.store(places[1], Value(held[0]))
        return NUMBER
    if kinds == ["sequence", "sequence"]:
        _exchange(world, places[0], places[1])
        return NUMBER
    return unknown(machine, node, world, [Value(place) for place in places])


def moved(machine: Machine, node: Node, into: Places, world: World) -> None:
    """`into = std::move(x)`: what led to the elements of ``x`` leads to those of ``into``."""
    node = bare(node)
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    if function is None or name_of(function) != "move":
        return
    for argument in argument_nodes(node):
        if is_lvalue(argument):
            _exchange(world, machine.place_of(argument, world), into)


def _exchange(world: World, first: Places, second: Places) -> None:
    """Two containers exchange their elements: addresses of one's may be of the other's."""
    if first is None or second is None:
        world.havoc()
        return
    world.objects.asked.objects = EVERYTHING  # whoever keeps an address of an element
    elements = [frozenset(place.inside(ELEMENT) for place in places) for places in (first, second)]
    for cell, held in list(world.cells.items()):
        for one, other in (elements, reversed(elements)):
            if any(place in one for place in held):
                world.cells[cell] = world.cells[cell] | other
    if any(cell.object == place.object for cell in world.cells for places in (first, second) for place in places):
        world.spoil(first | second)


def _member_call(machine: Machine, node: Node, function: Node, world: World) -> Value:
    owner, field = function.child_by_field_name("argument"), function.child_by_field_name("field")
    if owner is None or field is None:
        return unmodelled(machine, world)
    kind = kind_of(machine, owner)
    name = text_of(field)
    is_value = any(child.type == "." for child in function.children)
    view = views.made_by_call(machine, node, function, world)
    if view is None and is_value and is_lvalue(owner) and is_view(machine, machine.type_of(owner)):
        view = views.asked(machine, node, owner, name, world)
    if view is not None:
        return view
    if kind == "sequence" and is_value and is_lvalue(owner):
        places = machine.place_of(owner, world)
        elements = element_of(places)
        arguments = argument_nodes(node)
        given = [machine.value_of(argument, world) for argument in arguments]
        about = library().containers
        if name in about.counts:
            return NUMBER
        if name in about.first:
            return Value(elements)
        if name in about.ends | about.one:
            numbers = machine.kind_of(machine.type_of(owner).element()) == "number"
            return NUMBER if numbers and name in about.one else Value(further(elements))
        may_change = name in about.grow or name == "fill"
        if may_change and all(kind_of(machine, argument) == "number" for argument in arguments):
            if machine.kind_of(machine.type_of(owner).element()) != "number":
                world.spoil(places)
            return NUMBER
        if name == "swap" and len(arguments) == 1 and is_lvalue(arguments[0]):
            _exchange(world, places, machine.place_of(arguments[0], world))
            return NUMBER
        return unknown(machine, node, world, [Value(places), *given])
    asked = _asked(machine, function, world)
    if asked is not None:
        return _method(machine, node, asked, world)
    held = [Value(machine.place_of(owner, world))] if may_be_named(owner) else []
    is_alone = runs_alone(machine, machine.type_of(owner).base, argument_nodes(node))
    given = [*held, machine.value_of(owner, world), *_given(machine, node, world)]
    return unknown(machine, node, world, given, library=is_alone)


# Methods of classes in sight


def _method(machine: Machine, node: Node, asked: _Asked, world: World) -> Value:
    places, value = _carried_out(machine, node, asked, argument_nodes(node), world)
    return methods.held_at(machine, node, places, world) if value is None else value


def place_of_call(machine: Machine, node: Node, world: World) -> Places:
    """What a call of a method returns another name for, or a macro stands for; ``None`` for every other call."""
    asked = _asked(machine, bare(node.child_by_field_name("function") or node), world)
    if asked is None:
        named = macros.place_of_call(machine, node, world)
        if named is not False:
            return named
        world.leak_value(machine.value_of(node, world))
        if not machine.in_c:
            world.leak(named_in(machine, node))
        return None
    places, value = _carried_out(machine, node, asked, argument_nodes(node), world)
    if value is not None:
        world.leak_value(value)
        world.leak(named_in(machine, node))
    return places


class _Asked(NamedTuple):
    """The method that a call names, and where its object is."""

    owner: Class
    name: str
    this: Places


def _asked(machine: Machine, function: Node, world: World) -> _Asked | None:
    """What a called expression means where it is a method or operator of a class in sight."""
    object = function.child_by_field_name("argument") if function.type == "field_expression" else None
    if object is not None:
        is_value = any(child.type == "." for child in function.children)
        owner, name = _owner_of(machine, object, is_value), text_of(function.child_by_field_name("field"))
        if owner is not None and name not in owner.members:
            this = machine.place_of(object, world) if is_value else machine.value_of(object, world).targets
            return _Asked(owner, name, this)
    elif function.type != "identifier" or text_of(function) in machine.scopes.macros:
        return None
    declaration = machine.declaration_of(function) if function.type == "identifier" else None
    if object is None and (declaration is None or declaration.kind == "function"):
        owner = methods.method_of_this(machine, function, text_of(function))
        return _Asked(owner, text_of(function), machine.frame.this) if owner is not None else None
    if declaration is not None and declaration.kind not in ("variable", "parameter", "member"):
        return None
    owner = instances.class_of(machine, machine.type_of(function))
    return _Asked(owner, "operator()", machine.place_of(function, world)) if owner is not None else None


def _owner_of(machine: Machine, object: Node, is_value: bool) -> Class | None:
    """The class of the object in front of `.` or `->`."""
    type = machine.type_of(object)
    if is_value:
        return instances.class_of(machine, type) if is_lvalue(object) else None
    return instances.class_of(machine, type.element()) if type.layers == ("*",) else None


def place_by_operator(machine: Machine, node: Node, known: Class, array: Node, index: Node, world: World) -> Places:
    """What the class's own `[]` names."""
    this = machine.place_of(array, world)
    places, value = _carried_out(machine, node, _Asked(known, "operator[]", this), [index], world)
    if value is not None:
        world.leak_value(value)
    return places


def _carried_out(
    machine: Machine, node: Node, asked: _Asked, arguments: list[Node], world: World
) -> tuple[Places, Value | None]:
    """What a method returns: the places that a reference names, or a value."""
    before = world.copy()
    ways = methods.called(machine, node, asked.owner, asked.name, asked.this, arguments, world)
    if ways is not None:
        return methods.one_outcome(world, ways)
    world.become(before)
    given = [Value(asked.this), *_values_of(machine, arguments, world)]
    return None, unknown(machine, node, world, given)
