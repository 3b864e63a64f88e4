"""How objects of classes whose code is in sight are made: constructors, copies, members as the class says."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.pointsto import ends
from loopwright.dependence.pointsto.carrying import Bound, bind, bound, chain_at, takes
from loopwright.dependence.pointsto.instances import class_of
from loopwright.dependence.pointsto.library import argument_nodes, is_lvalue, kind_of
from loopwright.dependence.pointsto.machine import Machine, method_frame
from loopwright.dependence.pointsto.memory import NUMBER, UNKNOWN, Value, World, one_of
from loopwright.dependence.pointsto.methods import MOST_BODIES, are_told_by_count, bodies
from loopwright.dependence.pointsto.units import Known, key_of
from loopwright.dependence.pointsto.views import value_for
from loopwright.lang.classes import Class, Member, plain
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import Declarator
from loopwright.lang.places import Place, Places, element_of, member
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, text_of

_NOTHING = frozenset(("0", "nullptr", "NULL", "0.0", "false"))  # what a member may begin with


def constructed(
    machine: Machine, node: Node, known: Class, places: Places, arguments: list[Node], world: World
) -> list[World] | None:
    """The worlds after an object was made of ``arguments`` at ``places``; ``None`` where its constructor cannot be carried out. ``node``
    tells this object from others."""
    types = [machine.type_of(argument) for argument in arguments]
    if len(arguments) == 1 and class_of(machine, types[0]) is known:
        return _copied(machine, known, places, arguments[0], world)
    chosen = constructors(machine, known, types)
    if chosen is None:
        return None
    if not chosen:
        return _members_made(machine, node, known, places, {}, world)
    found: list[World] = []
    for at, each in enumerate(chosen):
        way = world if at == len(chosen) - 1 else world.copy()
        made = run_constructor(machine, node, known, each, places, bound(machine, each, arguments, way), way)
        if made is None:
            return None
        found += made
    return found


def constructors(machine: Machine, known: Class, types: list[Type]) -> list[Known] | None:
    """Those that may be meant by arguments of such types, none where the members are only made as they say themselves; ``None`` where that
    cannot be told."""
    every = _constructors_of(machine, known)
    if every is None:
        return None
    found = [each for each in every if len(machine.units.parameters_of(each)) == len(types)]
    if len(types) == 1 and types[0].base:  # no copy
        found = [each for each in found if plain(machine.units.parameters_of(each)[0].type.base) != known.name]
    if not found:
        return [] if not types else None
    is_plain = len(found) <= MOST_BODIES and all(takes(machine, each, len(types)) for each in found)
    return found if is_plain else None


def _constructors_of(machine: Machine, known: Class) -> list[Known] | None:
    """All that a class has bodies of, ``None`` where one is out of sight, a template or one that takes a list."""
    if known.name not in known.methods and known.name not in known.bodiless:
        return []
    every = bodies(machine, known, known.name)
    return every if every is not None and are_told_by_count(machine, known, known.name, every) else None


def run_constructor(
    machine: Machine, node: Node, known: Class, constructor: Known, places: Places, given: list[Bound], world: World
) -> list[World] | None:
    """The same, of one constructor with its arguments."""
    initializers = _initializers(constructor.node)
    if initializers is None or not initializers.keys() <= known.members.keys():
        return None  # another constructor is asked
    # Members of one object are made where the object is.
    object = -1 - machine.spots.setdefault(("object", places), len(machine.spots))
    machine.frames.append(method_frame(constructor, (*chain_at(machine, node), object), places, known))
    machine.walked.add(key_of(constructor))
    try:
        bind(machine, given, world)
        made = _members_made(machine, node, known, places, initializers, world)
        if made is None:
            return None
        return [after for way in made for after, _ in machine.semantics.body(machine, way)]
    finally:
        machine.frames.pop()


def _initializers(constructor: Node) -> dict[str, list[Node]] | None:
    """What a constructor gives members by name; ``None`` where it does not say so plainly."""
    listed = next((child for child in constructor.named_children if child.type == "field_initializer_list"), None)
    found: dict[str, list[Node]] = {}
    for each in listed.named_children if listed is not None else ():
        if each.type == "comment":
            continue
        parts = [child for child in each.named_children if child.type != "comment"]
        if (
            len(parts) != 2
            or parts[0].type != "field_identifier"
            or parts[1].type not in ("argument_list", "initializer_list")
        ):
            return None
        found[text_of(parts[0])] = [child for child in parts[1].named_children if child.type != "comment"]
    return found


def _members_made(
    machine: Machine, node: Node, known: Class, places: Places, given: dict[str, list[Node]], world: World
) -> list[World] | None:
    """Every member in its order gets what stands for it, or what its class says, or nothing."""
    worlds = [world]
    for name, each in known.members.items():
        if each.static:
            continue
        arguments = given.get(name)
        if arguments is None and each.initialized and (each.declaration.value or "") not in _NOTHING:
            return None
        type = machine.scopes.expanded(each.type)
        made = list[World]()
        with ends.full_expression(machine, made):
            for way in worlds:
                one = _member_made(machine, node, type, member(places, name), arguments, way)
                if one is None:
                    return None
                made += one
        worlds = made
    return worlds


def _member_made(
    machine: Machine, node: Node, type: Type, places: Places, arguments: list[Node] | None, world: World
) -> list[World] | None:
    owner = class_of(machine, type)
    if owner is not None:
        return constructed(machine, arguments[0] if arguments else node, owner, places, arguments or [], world)
    if not arguments:
        return [world]
    kind = machine.kind_of(type)
    if kind == "number" or (kind == "sequence" and machine.kind_of(type.element()) == "number"):
        for argument in arguments:
            if kind_of(machine, argument) not in ("number", "sequence"):
                return None
            machine.value_of(argument, world)
        return [world]
    if kind != "pointer" or len(arguments) != 1:
        return None
    argument = arguments[0]
    value = value_for(machine, type, argument, world)
    is_fresh = bare(argument).type == "new_expression" and bare(argument).child_by_field_name("placement") is None
    machine.keep(places, is_fresh)
    world.store(places, UNKNOWN if value is NUMBER else value)
    return [world]


def _copied(machine: Machine, known: Class, places: Places, source: Node, world: World) -> list[World] | None:
    """Each member gets what that of another object has, where the class has no constructor for it."""
    if "copy" in known.special or not is_lvalue(source) or _constructors_of(machine, known) is None:
        return None
    if any(_holds_class(machine, each) for each in known.members.values()):
        return None
    inside = world.inside(machine.place_of(source, world))
    if inside is None:
        return None
    for path, _ in inside:
        machine.keep(frozenset(place.inside(*path) for place in places or ()), False)
    world.store_object(places, inside)
    return [world]


def _holds_class(machine: Machine, each: Member) -> bool:
    return machine.kind_of(machine.scopes.expanded(each.type)) not in ("number", "pointer")


def declared(
    machine: Machine, name: Node, known: Class, places: Places, value: Node | None, world: World
) -> list[World] | None:
    """A variable of a class begins: `M x;`, `M x(n);`, `M x{n};`, `M x = M(n);`, `M x = y;`."""
    if value is None:
        return constructed(machine, name, known, places, [], world)
    if value.type in ("argument_list", "initializer_list"):
        arguments = [child for child in value.named_children if child.type != "comment"]
        if value.type == "initializer_list" and known.name not in known.declared and arguments:
            return _aggregate(machine, value, known, places, arguments, world)
        return constructed(machine, value, known, places, arguments, world)
    if (
        value.type == "call_expression"
        and class_of(machine, Type(text_of(value.child_by_field_name("function")))) is known
    ):
        return constructed(machine, value, known, places, argument_nodes(value), world)
    if is_lvalue(value) and class_of(machine, machine.type_of(value)) is known:
        return _copied(machine, known, places, value, world)
    return None


def allocated(machine: Machine, node: Node, known: Class, world: World) -> Value | None:
    """`new M(n)`; ``None``, and nothing done, where that cannot be carried out."""
    if "operatornew" in known.declared:
        return None
    places = frozenset((Place(machine.allocated(node)),))
    before = world.copy()
    made = constructed(machine, node, known, places, argument_nodes(node), world)
    if not made:
        world.become(before)
        return None
    world.become(one_of(made))
    return Value(places)


def _aggregate(
    machine: Machine, node: Node, known: Class, places: Places, arguments: list[Node], world: World
) -> list[World] | None:
    """`{a, n}` of a class without constructors: each member in its order gets its own."""
    names = [name for name, each in known.members.items() if not each.static]
    if any(argument.type.endswith(("_list", "_pair")) for argument in arguments) or len(arguments) > len(names):
        return None
    given = {name: [argument] for name, argument in zip(names, arguments)}
    return _members_made(machine, node, known, places, given, world)


def made_of_names(machine: Machine, said: Declarator, known: Class, places: Places, world: World) -> list[World] | None:
    """`M x(a, n);`, which looks like the declaration of a function."""
    if said.node is None or said.parameters is None:
        return None
    offset, variables = said.node.start_byte, list[Declaration]()
    for each in said.parameters.named_children:
        found = machine.scopes.lookup(text_of(each), offset)
        if found is None or found.kind not in ("variable", "parameter"):
            return None
        variables.append(found)
    types = [machine.scopes.expanded(variable.type) for variable in variables]
    chosen = constructors(machine, known, [type.referred() for type in types])
    if not chosen or len(chosen) != 1 or any(type.layers[:1] == ("&",) for type in types):
        return None
    given = []
    for variable, type, (_, _, wanted) in zip(variables, types, machine.units.parameters_of(chosen[0])):
        named = frozenset((Place(machine.variable(variable)),))
        kind = machine.kind_of(type)
        if wanted.layers[:1] == ("&",):
            given.append(Bound(None, named))
        elif kind in ("number", "array", "pointer"):
            held = NUMBER if kind == "number" else Value(element_of(named) if kind == "array" else world.load(named))
            given.append(Bound(held))
        else:
            return None
    return run_constructor(machine, said.node, known, chosen[0], places, given, world)
