"""Objects of classes whose code is in sight: constructors, methods and operators are carried out as calls with `this`.

Only classes that are what their text says: no bases, nothing virtual, no template, no member that is a reference or lies over another one. Of
every other class nothing is known here, and whoever uses an object of it takes it for code that nobody sees.
"""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.pointsto.carrying import Bound, bind, bound, carried_out, chain_at, takes
from loopwright.dependence.pointsto.library import argument_nodes, is_lvalue, kind_of
from loopwright.dependence.pointsto.machine import Frame, Machine
from loopwright.dependence.pointsto.memory import NUMBER, UNKNOWN, Value, World, one_of
from loopwright.dependence.pointsto.units import Known, key_of
from loopwright.lang.classes import Class, Member, method_name
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import Declarator, parameter_nodes, read_type
from loopwright.lang.places import Place, Places, either, element_of, member
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, subtree, text_of

_DEEPEST = 4  # classes in classes
_MOST_BODIES = 3  # of one name that a call may mean
_RECORDS = frozenset(("class_specifier", "struct_specifier"))
# What a destructor may do so that nothing but memory is given back.
_OF_ENDS = frozenset(
    ("compound_statement", "expression_statement", "delete_expression", "identifier", "this", "field_expression", "field_identifier",
     "if_statement", "condition_clause", "parenthesized_expression", "assignment_expression", "binary_expression", "call_expression",
     "argument_list", "null", "nullptr", "number_literal", "comment", "qualified_identifier", "namespace_identifier")
)  # fmt: skip
_FREEING = frozenset(("free", "std::free"))
_NOTHING = frozenset(("0", "nullptr", "NULL", "0.0", "false"))  # what a member may begin with
_STRINGS = frozenset(("std::string", "string"))


class Outcome(NamedTuple):
    """One way out of a method: what it returns, or of a reference the places that it names."""

    world: World
    value: Value
    places: Places
    is_reference: bool


def class_of(machine: Machine, type: Type, deep: int = 0) -> Class | None:
    """The class of an object whose code can be carried out."""
    if machine.in_c or type.layers or not type.base or deep > _DEEPEST:
        return None
    if type.base in machine.scopes.classes.template_parameters:
        return None  # another class in each instance
    key = (machine.frame.known.unit, type.base)
    if key not in machine.units.instances:
        machine.units.instances[key] = None  # of a class that holds itself in an array of its own
        known = machine.scopes.classes.of(type.base)
        machine.units.instances[key] = known if known is not None and _is_told(machine, known, deep) else None
    return machine.units.instances[key]


def _is_told(machine: Machine, known: Class, deep: int) -> bool:
    if known.node.type not in _RECORDS or known.disputed or known.hides_code or known.is_remade or known.is_template:
        return False
    if known.bases or known.virtual or known.brought or "virtual" in known.special:
        return False
    if any(machine.units.is_plain(each) for each in machine.units.definitions.get(known.name, ())):
        return False  # a function hides the class
    return all(_is_plain_member(machine, each, deep) for each in known.members.values() if not each.static)


def _is_plain_member(machine: Machine, each: Member, deep: int) -> bool:
    type = machine.scopes.expanded(each.type)
    if each.shared or type.volatile or type.layers[:1] in (("&",), ("&&",)):
        return False
    while type.is_array:  # its elements are made by no constructor
        type = machine.scopes.expanded(type.element())
        if not machine.kind_of(type):
            return False
    return bool(machine.kind_of(type)) or type.base in _STRINGS or class_of(machine, type, deep + 1) is not None


def ends_quietly(machine: Machine, known: Class) -> bool:
    """Whether the end of an object does nothing but give memory back."""
    held = [class_of(machine, machine.scopes.expanded(each.type)) for each in known.members.values()]
    if not all(each is None or ends_quietly(machine, each) for each in held):
        return False
    if "destructor" not in known.special:
        return True
    bodies = machine.scopes.classes.methods(known, f"~{known.name}")
    return len(bodies) == 1 and all(_is_quiet(machine, known, node) for node in _body_of(bodies[0]))


def _body_of(function: Node) -> list[Node]:
    body = function.child_by_field_name("body")
    return list(subtree(body)) if body is not None else []


def _is_quiet(machine: Machine, known: Class, node: Node) -> bool:
    if node.is_named and node.type not in _OF_ENDS:
        return False
    if node.type == "identifier" and text_of(node) in machine.scopes.macros:
        return text_of(node) == "NULL"
    if node.type == "call_expression":
        name = text_of(node.child_by_field_name("function"))
        return name in _FREEING and not machine.units.definitions.get("free")
    if node.type == "binary_expression":
        return text_of(node.child_by_field_name("operator")) in ("==", "!=")
    if node.type == "assignment_expression":
        right, left = node.child_by_field_name("right"), node.child_by_field_name("left")
        is_nothing = right is not None and right.type in ("null", "nullptr", "number_literal")
        return is_nothing and left is not None and _named_member(known, left) is not None
    if node.type == "delete_expression":
        each = _named_member(known, node.named_children[-1])
        type = machine.scopes.expanded(each.type) if each is not None else Type()
        return type.is_pointer and machine.kind_of(type.element()) in ("number", "pointer", "object")
    return True


def _named_member(known: Class, node: Node) -> Member | None:
    """The member that a destructor names, as it is or behind `this`."""
    node = bare(node)
    if node.type == "field_expression" and text_of(node.child_by_field_name("argument")) != "this":
        return None
    found = known.members.get(text_of(node.child_by_field_name("field") or node))
    return found if found is not None and not found.static else None


# Constructors


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
        found = [each for each in found if machine.units.parameters_of(each)[0].type.base != known.name]
    if not found:
        return [] if not types else None
    plain = len(found) <= _MOST_BODIES and all(takes(machine, each, len(types)) for each in found)
    return found if plain else None


def _constructors_of(machine: Machine, known: Class) -> list[Known] | None:
    """All that a class has bodies of, ``None`` where one is out of sight, a template or one that takes a list."""
    if known.name not in known.methods and known.name not in known.bodiless:
        return []
    every = bodies(machine, known, known.name)
    return every if every is not None and _are_told_by_count(machine, known, known.name, every) else None


def _are_told_by_count(machine: Machine, known: Class, name: str, every: list[Known]) -> bool:
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


def run_constructor(
    machine: Machine, node: Node, known: Class, constructor: Known, places: Places, given: list[Bound], world: World
) -> list[World] | None:
    """The same, of one constructor with its arguments."""
    initializers = _initializers(constructor.node)
    if initializers is None or not initializers.keys() <= known.members.keys():
        return None  # another constructor is asked
    # Members of one object are made where the object is.
    object = -1 - machine.spots.setdefault(("object", places), len(machine.spots))
    machine.frames.append(Frame(constructor, (*chain_at(machine, node), object), this=places))
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
        made = [_member_made(machine, node, type, member(places, name), arguments, way) for way in worlds]
        if any(one is None for one in made):
            return None
        worlds = [way for one in made for way in one or ()]
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
    value = machine.value_of(argument, world)
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
    if value.type == "call_expression" and text_of(value.child_by_field_name("function")) == known.name:
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


# Methods and operators


def bodies(machine: Machine, known: Class, name: str) -> list[Known] | None:
    """All functions of one name in a class; ``None`` where one of them is not in sight."""
    units, nodes = machine.units, machine.scopes.classes.methods(known, name)
    found = [each for each in units.definitions.get(name, ()) if each.node in nodes]
    if not nodes or len(found) != len(nodes):
        return None
    if any(units.outlines[each.unit].source.hides_code_in(each.function.span) for each in found):
        return None
    return found


def called(
    machine: Machine, node: Node, known: Class, name: str, this: Places, arguments: list[Node], world: World
) -> list[Outcome] | None:
    """The ways out of a call of a method with an object at ``this``; ``None`` where it cannot be carried out. Of several functions of a name
    that take as many arguments each is a way."""
    every = bodies(machine, known, name)
    if every is None or not _are_told_by_count(machine, known, name, every):
        return None
    chosen = [each for each in every if len(machine.units.parameters_of(each)) == len(arguments)]
    if not chosen or len(chosen) > _MOST_BODIES or not all(takes(machine, each, len(arguments)) for each in chosen):
        return None
    chain = chain_at(machine, node)
    found: list[Outcome] = []
    for at, each in enumerate(chosen):
        way = world if at == len(chosen) - 1 else world.copy()
        given = bound(machine, each, arguments, way)
        is_reference = _gives_places(machine, each.node)
        if is_reference is None:
            return None
        frame = Frame(each, chain, this=this, gives_places=is_reference)
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
    world.clobber(machine.lasting)  # it may be copied or converted
    return UNKNOWN


def method_of_this(machine: Machine, function: Node, name: str) -> Class | None:
    """The class of the method around, where a plain name means one of its methods."""
    if function.type != "identifier" or machine.in_c:
        return None
    around = machine.scopes.classes.around(machine.frame.known.node)
    if around is None or name not in around.declared or class_of(machine, Type(around.name)) is not around:
        return None
    return around
