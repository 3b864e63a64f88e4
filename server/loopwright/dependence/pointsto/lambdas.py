"""Functions without a name: whoever has one may run it, with all that it names and all that it calls."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.pointsto import ends
from loopwright.dependence.pointsto.library import comes_and_goes_quietly, is_of_library, is_stream, kind_of, runs_alone
from loopwright.dependence.pointsto.machine import Machine
from loopwright.dependence.pointsto.memory import UNKNOWN, Value, World
from loopwright.lang.callees import library_name, name_of
from loopwright.lang.declarators import parameter_nodes, read_type
from loopwright.lang.effects import is_known
from loopwright.lang.macros import is_number_alone
from loopwright.lang.places import Place
from loopwright.source.nodes import subtree, text_of

_BUILT_IN = frozenset(("number", "pointer", "array"))
_OPERATORS = frozenset(
    ("binary_expression", "unary_expression", "update_expression", "assignment_expression", "subscript_expression")
)
# What makes objects, or calls, in ways that are not asked further.
_MORE = frozenset(
    ("compound_literal_expression", "new_expression", "delete_expression", "cast_expression", "lambda_expression", "throw_statement",
     "co_await_expression", "try_statement", "for_range_loop", "init_statement")
)  # fmt: skip


def made(machine: Machine, node: Node, world: World) -> Value:
    """A lambda is made: whatever it names may be used whenever somebody calls it."""
    ends.made(machine)
    for inner in subtree(node):
        if inner.type == "this":
            world.havoc()
        if inner.type != "identifier":
            continue
        declaration = machine.declaration_of(inner)
        if declaration is not None and declaration.kind == "member":
            world.leak(machine.frame.this)
        if declaration is not None and declaration.kind in ("variable", "parameter"):
            world.leak(machine.place_of(inner, world))
            if declaration.type.layers[:1] == ("&",) or declaration.type.base == "auto":
                world.havoc()
    if not machine.in_c and not _is_alone(machine, node):
        world.leak(frozenset(Place(number) for number in machine.numbers_of(machine.lasting)))
    return UNKNOWN


def _is_alone(machine: Machine, node: Node) -> bool:
    """Whether a lambda runs no code of the program but its own."""
    body = node.child_by_field_name("body")
    if body is None or not all(_is_plain_parameter(machine, each) for each in parameter_nodes(node)):
        return False
    captured = node.child_by_field_name("captures")
    names = [inner for inner in subtree(captured) if inner.type == "identifier"] if captured is not None else []
    if not all(comes_and_goes_quietly(machine, machine.type_of(name).referred()) for name in names):
        return False
    return all(_calls_nothing(machine, inner) for inner in subtree(body))


def _is_plain_parameter(machine: Machine, parameter: Node) -> bool:
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None:
        return False
    type = machine.scopes.expanded(read_type(declarator, parameter)[1])
    return machine.kind_of(type.referred()) in _BUILT_IN


def _calls_nothing(machine: Machine, node: Node) -> bool:
    if node.type in _MORE:
        return False
    if node.type == "identifier" and (macro := machine.scopes.macros.get(text_of(node))) is not None:
        return is_number_alone(machine.scopes.macros, macro.value)
    if node.type == "identifier" and not _is_never_converted(machine, node):
        return False
    if node.type == "call_expression":
        return _is_of_library(machine, node)
    if node.type == "declaration":
        return all(
            not said.is_function and (machine.kind_of(said_type) in _BUILT_IN or is_of_library(machine, said_type.base))
            for said, said_type, _ in machine.said_by(node)
        )
    if node.type in _OPERATORS:
        sides = [child for child in node.named_children if child.type not in ("comment", "subscript_argument_list")]
        return is_stream(machine, node) or all(kind_of(machine, side) in (*_BUILT_IN, "sequence") for side in sides)
    return True


def _is_never_converted(machine: Machine, node: Node) -> bool:
    """Whether a name stands for nothing that code of the program converts or copies."""
    declaration = machine.declaration_of(node)
    if declaration is None or declaration.kind not in ("variable", "parameter", "member"):
        return True
    type = machine.scopes.expanded(declaration.type).referred()
    return machine.kind_of(type) != "" or is_of_library(machine, type.base) or type.base == "auto"


def _is_of_library(machine: Machine, node: Node) -> bool:
    function = node.child_by_field_name("function")
    if function is None:
        return False
    arguments = node.child_by_field_name("arguments")
    given = [child for child in arguments.named_children if child.type != "comment"] if arguments is not None else []
    owner = function.child_by_field_name("argument") if function.type == "field_expression" else None
    if owner is not None:
        return runs_alone(machine, machine.type_of(owner).base, given)
    if function.type not in ("identifier", "qualified_identifier"):
        return False
    name = name_of(function)
    plain = all(kind_of(machine, each) in _BUILT_IN for each in given)
    return plain and is_known(library_name(function)) and name not in machine.units.declared
