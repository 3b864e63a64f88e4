"""`std::span`: where its elements begin, and how many there are. A variable of it is followed as a pointer is: its cell holds that place.

What is not listed here may show anything.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.pointsto.library import argument_nodes, is_lvalue, is_row, is_view, kind_of
from loopwright.dependence.pointsto.machine import Machine
from loopwright.dependence.pointsto.memory import NUMBER, Value, World
from loopwright.lang.callees import name_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.library import library
from loopwright.lang.places import Place, Places, element_of, further
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, is_arrow, text_of

_LISTS = ("initializer_list", "argument_list")
_PARTS = frozenset(("first", "last", "subspan"))


def begins_at(machine: Machine, value: Node, world: World) -> Value | None:
    """Where a view begins that is made of ``value``: `(p, n)`, `{v}`, ` = v`, ` = s.first(n)`. ``None``, and nothing done, of what is not listed."""
    value = bare(value)
    if value.type in _LISTS:
        return _made_of(machine, [child for child in value.named_children if child.type != "comment"], world)
    if value.type != "call_expression":
        return _shown(machine, value, world)
    function = value.child_by_field_name("function")
    return made_by_call(machine, value, bare(function), world) if function is not None else None


def value_for(machine: Machine, type: Type, node: Node, world: World) -> Value:
    """What something of a type gets of an expression: of a container a view gets where its elements begin."""
    begin = begins_at(machine, node, world) if is_view(machine, type) else None
    return machine.value_of(node, world) if begin is None else begin


def made_by_call(machine: Machine, node: Node, function: Node, world: World) -> Value | None:
    """`std::span<int>(p, n)`, `std::span(v)`, `s.subspan(k)`."""
    if function.type == "field_expression":
        return _part(machine, node, function, world)
    return _made_of(machine, argument_nodes(node), world) if _is_maker(function) else None


def _is_maker(function: Node) -> bool:
    return text_of(function).removeprefix("::").startswith("std::") and name_of(function) == "span"


def _made_of(machine: Machine, given: list[Node], world: World) -> Value | None:
    """Of an array, a container or another view; of an address and a number, or two addresses."""
    if len(given) == 1:
        return _shown(machine, given[0], world)
    if len(given) != 2 or not _is_address(machine, given[0]):
        return None
    if kind_of(machine, given[1]) != "number" and not _is_address(machine, given[1]):
        return None
    begin = machine.value_of(given[0], world)
    machine.value_of(given[1], world)
    return Value(begin.targets)


def _is_address(machine: Machine, node: Node) -> bool:
    """Whether an expression is an address, or one that a container or view gives: `v.data()`, `v.begin()`."""
    if kind_of(machine, node) in ("array", "pointer"):
        return True
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    owner = function.child_by_field_name("argument") if function is not None else None
    if function is None or owner is None or is_arrow(function) or not is_lvalue(owner):
        return False
    about, name = library().containers, text_of(function.child_by_field_name("field"))
    return is_row(machine, owner) and name in about.first | about.ends


def made_of_names(machine: Machine, variables: list[Declaration], world: World) -> Value | None:
    """The same of `std::span<int> s(v);` and `s(p, n);`, which look like declarations of functions."""
    types = [machine.scopes.expanded(variable.type) for variable in variables]
    kinds = [machine.kind_of(type) for type in types]
    places = frozenset((Place(machine.variable(variables[0])),)) if variables else None
    if kinds in (["array"], ["sequence"], ["array", "number"]):
        return Value(element_of(places))
    is_led = kinds == ["pointer", "number"] or (kinds == ["pointer"] and is_view(machine, types[0]))
    return Value(world.load(places)) if is_led else None


def _shown(machine: Machine, node: Node, world: World) -> Value | None:
    """Where the elements of an array, a container or a view begin."""
    if not is_lvalue(node):
        return None
    kind = kind_of(machine, node)
    if kind == "sequence":
        return Value(element_of(machine.place_of(node, world)))
    is_of_view = kind == "array" or is_view(machine, machine.type_of(node))
    return machine.value_of(node, world) if is_of_view else None


def _part(machine: Machine, node: Node, function: Node, world: World) -> Value | None:
    """`s.subspan(k)`, of a view that is named or just made."""
    owner, name = function.child_by_field_name("argument"), text_of(function.child_by_field_name("field"))
    if owner is None or name not in _PARTS or not _are_numbers(machine, node):
        return None
    named = is_lvalue(owner) and is_view(machine, machine.type_of(owner))
    begin = begins_at(machine, owner, world) if named or bare(owner).type == "call_expression" else None
    if begin is None:
        return None
    for argument in argument_nodes(node):
        machine.value_of(argument, world)
    return begin if name == "first" else Value(further(begin.targets))


def _are_numbers(machine: Machine, node: Node) -> bool:
    return all(kind_of(machine, argument) == "number" for argument in argument_nodes(node))


def asked(machine: Machine, node: Node, owner: Node, name: str, world: World) -> Value | None:
    """What a member gives that only looks at a view: `s.size()`, `s.data()`, `s.front()`."""
    about = library().containers
    if not _are_numbers(machine, node):
        return None
    if name in about.counts:
        machine.value_of(owner, world)
        return NUMBER
    if name in ("data", *about.ends):
        begin = machine.value_of(owner, world)
        return begin if name == "data" else Value(further(begin.targets))
    is_number = machine.kind_of(machine.type_of(owner).element()) == "number"
    return NUMBER if is_number and element_asked(machine, node, owner, name, world) is not None else None


def element_asked(machine: Machine, node: Node, owner: Node, name: str, world: World) -> Places:
    """The place of `s.front()`, `None` for every other member."""
    if name not in library().containers.one:
        return None
    for argument in argument_nodes(node):
        machine.value_of(argument, world)
    return further(machine.value_of(owner, world).targets)
