"""Variables, references and parameters as they begin: what they are made of, and what their first values are."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.pointsto import calls, instances, making, values, views
from loopwright.dependence.pointsto.beginnings import keeps_for_its_end
from loopwright.dependence.pointsto.library import is_of_library, is_view, may_be_named, named_in, type_given_by
from loopwright.dependence.pointsto.machine import Machine, Ways
from loopwright.dependence.pointsto.memory import UNKNOWN, Value, World, merged
from loopwright.dependence.pointsto.running import brings_no_code, comes_and_goes_quietly, runs_alone
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import Declarator, read_declarator, stored_as, type_of_declarator
from loopwright.lang.misread import ToArray
from loopwright.lang.places import Place, Places, element_of
from loopwright.lang.places import member as member_of
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, subtree, text_of
from loopwright.source.text import Span, names_in

_LISTS = ("initializer_list", "argument_list")
# What a static variable begins with so that no code of the program runs.
_CONSTANT = frozenset(
    ("number_literal", "char_literal", "string_literal", "string_content", "escape_sequence", "true", "false", "null", "nullptr",
     "initializer_list", "argument_list", "parenthesized_expression", "pointer_expression", "unary_expression", "binary_expression",
     "comment")
)  # fmt: skip


def made_with_arguments(machine: Machine, node: Node, said: Declarator, worlds: list[World]) -> list[World] | None:
    """`std::ifstream file(name);` looks like the declaration of a function; ``None``, and nothing done, where that is not known."""
    type = type_of_declarator(said, node)
    own = machine.declared(said.node, type) if said.node is not None else None
    made = frozenset((Place(machine.variable(own)),)) if own is not None and own.kind == "variable" else None
    words = set(names_in(text_of(said.parameters)))
    visible = [d for d in machine.scopes.visible(node.start_byte) if d.name in words]
    view = machine.scopes.expanded(Type(type.base))
    if made is not None and is_view(machine, view):
        begins = [views.made_of_names(machine, _variables(machine, node, said), world) for world in worlds]
        if all(begin is not None for begin in begins):
            for world, begin in zip(worlds, begins):
                values.assign(machine, view, made, begin or UNKNOWN, world)
            return worlds
    owner = instances.class_of(machine, view)
    if owner is not None and made is not None and said.node is not None:
        found = [making.made_of_names(machine, said, owner, made, world.copy()) for world in worlds]
        if all(one is not None for one in found):
            if not instances.ends_quietly(machine, owner):
                machine.frame.objects += 1
            return [way for one in found for way in one or ()]
    types = [machine.scopes.expanded(declaration.type).referred() for declaration in visible]
    if not is_of_library(machine, type.base) or not all(brings_no_code(machine, each) for each in types):
        return None
    for world in worlds:
        given = [Value(_named(machine, declaration)) for declaration in visible]
        calls.unknown(machine, node, world, given, library=True)
        world.spoil(made or frozenset())
    return worlds


def _variables(machine: Machine, node: Node, said: Declarator) -> list[Declaration]:
    """The variables that stand where parameters would, none where one of them is something else."""
    listed = said.parameters.named_children if said.parameters is not None else []
    found = [machine.scopes.lookup(text_of(each), node.start_byte) for each in listed]
    plain = [each for each in found if each is not None and each.kind in ("variable", "parameter")]
    return plain if len(plain) == len(found) else []


def _named(machine: Machine, declaration: Declaration) -> Places:
    """The places that a variable is, or those that a reference names."""
    if machine.scopes.expanded(declaration.type).layers[:1] == ("&",):
        return machine.frame.references.get((machine.frame.known.unit, declaration.span.start))
    return frozenset((Place(machine.variable(declaration)),))


def is_prototype(machine: Machine, name: str) -> bool:
    return machine.in_c or name in machine.units.declared


def declare(machine: Machine, node: Node, name: Node, type: Type, value: Node | None, world: World) -> list[World]:
    declaration = machine.declared(name, type)
    lasting = bool(stored_as(node) & {"static", "extern", "thread_local", "_Thread_local", "__thread"})
    if declaration is None:
        # A name of a macro's text, or one that no reader of names knows.
        if value is not None:
            world.leak_value(values.value_of(machine, value, world))
        if machine.kind_of(type) != "number":
            world.havoc()
        return [world]
    if type.layers[:1] == ("&",):
        return [_refer(machine, declaration.span.start, value, world)]
    if "decltype" in type.base and value is not None:  # it may be a reference
        world.leak(named_in(machine, value))
    if type.base == "auto":
        type = machine.type_of(name)
        if not type.base and value is not None and machine.frame.at is None:
            type = type_given_by(machine, value)
            if not machine.frame.numbers:  # in another call of a template it may be something else
                machine.units.deduced[(machine.frame.known.unit, declaration.span.start)] = type
    kind = machine.kind_of(type)
    owner = instances.class_of(machine, type) if not kind else None
    is_quiet = owner is not None and instances.ends_quietly(machine, owner)
    if not machine.in_c and not is_quiet and _may_end_in_code(machine, type):
        machine.frame.objects += 1
    number = machine.variable(declaration)
    if lasting:
        return [_lasting(machine, node, type, value, world)]
    if kind != "number":
        world.forget(number)
    places: Places = frozenset((Place(number),))
    if owner is not None:
        before = world.copy()
        made = making.declared(machine, name, owner, places, value, world)
        if made is not None:
            return made
        world.become(before)
    if value is None:
        if machine.in_c:
            return [world]
        if not kind or (kind in ("array", "sequence") and not _is_plain_array(machine, type)):
            # A constructor.
            calls.unknown(machine, node, world, [Value(places)], library=is_of_library(machine, type.base))
        return [world]
    begin = views.begins_at(machine, value, world) if is_view(machine, type) else None
    if begin is not None:
        values.assign(machine, type, places, begin, world)
        return [world]
    listed = [child for child in value.named_children if child.type != "comment"]
    if kind in ("pointer", "number") and value.type in _LISTS and len(listed) == 1 and listed[0].type not in _LISTS:
        value = listed[0]  # `T *p{q}`
    if value.type in _LISTS:
        return [_initialised(machine, node, type, value, places, world)]
    inner = bare(value)
    ways = (
        calls.ways_of_call(machine, inner, world)
        if inner.type == "call_expression"
        else [(world, values.value_of(machine, value, world))]
    )
    for way, held in ways:
        if kind == "sequence":
            calls.moved(machine, value, places, way)
        values.assign(machine, type, places, held, way)
        if not kind and not machine.in_c:
            calls.unknown(machine, node, way, [Value(places)], library=is_of_library(machine, type.base))
    return [way for way, _ in ways]


def _may_end_in_code(machine: Machine, type: Type) -> bool:
    """Whether code of the program may run where a variable ends: a destructor, or what an object of a library keeps for its end."""
    type = _innermost(machine, type)
    if machine.kind_of(type):
        return False
    return not is_of_library(machine, type.base) or keeps_for_its_end(type.base)


def _lasting(machine: Machine, node: Node, type: Type, value: Node | None, world: World) -> World:
    """A static variable gets its first value once: nobody follows what it keeps, and in C++ code may run for it."""
    parts = list(subtree(value))
    if value is not None:
        world.leak(named_in(machine, value))
    if any(part.type == "identifier" and text_of(part) in machine.scopes.macros for part in parts):
        world.leaked |= machine.lasting  # it may stand for the address of any
    is_given = value is not None or "extern" not in stored_as(node)
    runs = not all(_is_constant(machine, part) for part in parts) or not comes_and_goes_quietly(machine, type)
    if not machine.in_c and is_given and runs:
        calls.unknown(machine, node, world, [])
    return world


def _is_constant(machine: Machine, part: Node) -> bool:
    """Whether no code of the program runs for a part of a first value: no operator or conversion of a class either."""
    if part.type == "identifier":
        return machine.kind_of(machine.type_of(part)) in ("number", "pointer", "array")
    return part.type in _CONSTANT


def is_declared(machine: Machine, said: ToArray) -> bool:
    """Whether what may declare a name is no expression."""
    if machine.frame.at is not None:
        return said.type.type == "primitive_type"
    found = machine.scopes.lookup(text_of(said.name), said.name.end_byte)
    place = Span(said.declarator.start_byte, said.declarator.end_byte)
    return found is not None and found.span == place


def to_array(machine: Machine, node: Node, said: ToArray, worlds: list[World]) -> Ways:
    """`T (*p)[8] = a;` in C++."""
    type = machine.scopes.expanded(Type(text_of(said.type), said.layers, (None,) * len(said.layers)))
    return Ways(merged(way for world in worlds for way in declare(machine, node, said.name, type, said.value, world)))


def _is_plain_array(machine: Machine, type: Type) -> bool:
    """Whether the elements of an array or container are made by no constructor."""
    while type.is_array or machine.kind_of(type) == "sequence":
        type = type.element()
    return machine.kind_of(type) != ""


def _initialised(machine: Machine, node: Node, type: Type, value: Node, places: Places, world: World) -> World:
    """`{a, b}`: of an array of addresses every element is one of them."""
    kind = machine.kind_of(type)
    items = [child for child in value.named_children if child.type != "comment"]
    if kind == "object" and value.type == "initializer_list" and _members_set(machine, type, items, places, world):
        return world
    plain = kind == "array" and machine.kind_of(type.element()) == "pointer"
    if plain and not any(child.type.endswith(("_list", "_pair")) for child in items):
        for item in items:
            held = values.value_of(machine, item, world)
            machine.keep(element_of(places), False)
            world.store(element_of(places), held)
        return world
    for item in items:
        values.leak_initializer(machine, item, world)
    numbers = kind == "sequence" and machine.kind_of(type.element()) == "number"
    made = kind == "array" and not machine.in_c and not comes_and_goes_quietly(machine, _innermost(machine, type))
    if made or (kind in ("", "sequence") and not numbers):
        calls.unknown(machine, node, world, [Value(places)], library=runs_alone(machine, type.base, items))
    if not numbers:
        world.spoil(places)
    return world


def _innermost(machine: Machine, type: Type) -> Type:
    """The type of the elements of an array, or of those of its rows."""
    while type.is_array:
        type = machine.scopes.expanded(type.element())
    return type


def _members_set(machine: Machine, type: Type, items: list[Node], places: Places, world: World) -> bool:
    """`{a, b}` and `{.x = a}` of a class: each member gets its own, the others nothing. ``False`` where that is not so plain."""
    listed = list((machine.scopes.members(type.base) or {}).values())
    kinds = [machine.kind_of(machine.scopes.expanded(member.type)) for member in listed]
    if not listed or not set(kinds) <= {"number", "pointer"} or machine.overlaid & {member.name for member in listed}:
        return False
    given: list[tuple[str, Node]] = []
    for position, item in enumerate(items):
        designator = item.child_by_field_name("designator") if item.type == "initializer_pair" else None
        inner = item.child_by_field_name("value") if designator is not None else item
        if designator is not None and designator.type == "field_designator":
            name = text_of(designator).removeprefix(".").strip()
        elif designator is None and position < len(listed):
            name = listed[position].name
        else:
            return False
        if (
            inner is None
            or inner.type.endswith(("_list", "_pair"))
            or (given and (designator is None) != (items[0].type != "initializer_pair"))
        ):
            return False
        given.append((name, inner))
    types = {member.name: machine.scopes.expanded(member.type) for member in listed}
    held = [(name, views.value_for(machine, types[name], inner, world)) for name, inner in given]
    for name, one in held:
        values.assign(machine, types[name], member_of(places, name), one, world)
    return True


def _refer(machine: Machine, start: int, value: Node | None, world: World) -> World:
    key = (machine.frame.known.unit, start)
    places: Places = None
    if value is not None and may_be_named(value):
        places = values.place_of(machine, value, world)
    elif value is not None:
        world.leak_value(values.value_of(machine, value, world))
    before = machine.frame.references.get(key, places)
    # Another world or iteration may have given it to something else.
    machine.frame.references[key] = None if before is None or places is None else before | places
    return world


def bind(machine: Machine, parameter: Node, type: Type, value: Value | None, places: Places, world: World) -> None:
    """A parameter gets what a call passes."""
    declarator = parameter.child_by_field_name("declarator")
    said = read_declarator(declarator) if declarator is not None else None
    if said is None or said.node is None:
        return
    declaration = machine.declared(said.node, type)
    if declaration is None:
        world.havoc()
        return
    if value is None:
        machine.frame.references[(machine.frame.known.unit, declaration.span.start)] = places
        return
    number = machine.variable(declaration)
    if not machine.kind_of(type) and not machine.in_c:
        machine.frame.objects += 1
        for frame in machine.frames[-2:-1]:
            frame.unnamed += 1  # it may end later, with the expression that calls
        calls.unknown(machine, parameter, world, [value])
    if machine.kind_of(type) != "number":
        world.forget(number)
    values.assign(machine, type.decayed(), frozenset((Place(number),)), value, world)
