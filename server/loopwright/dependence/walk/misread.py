"""Declarations that the parser takes for expressions: `T (&r)[8] = a;`, `T (*p)(int) = f;`."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import Place, Spot
from loopwright.dependence.walk.callees import argument_nodes
from loopwright.dependence.walk.declarations import bind_reference, declaration
from loopwright.dependence.walk.dispatch import value_of
from loopwright.dependence.walk.spots import write
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.unread import covered, names_of
from loopwright.lang.fragments import block
from loopwright.lang.macros import named_by_macro
from loopwright.lang.misread import declared_to_array
from loopwright.lang.types import Type
from loopwright.source.nodes import text_of


def declared_instead(state: State, node: Node) -> bool:
    """Whether an expression that is a statement is a declaration; then its names are bound."""
    return _to_array(state, node) or _pointers_to_functions(state, node)


def _to_array(state: State, node: Node) -> bool:
    """`int (&r)[8] = a;` and `int (*p)[8];` are declarations, which the parser takes for elements of what a call gives. Whether it is one;
    then the name is bound."""
    said = declared_to_array(node)
    if said is None or not _is_type(state, said.type):
        return False
    kind = state.expanded(Type(text_of(said.type), said.layers, (None,) * len(said.layers)))
    covered(state, said.declarator)
    if said.layers[0] == "&":
        bind_reference(state, text_of(said.name), kind, said.value)
        return True
    value = value_of(state, said.value) if said.value is not None else None
    binding = state.declare(text_of(said.name), "local", kind)
    if value is not None:
        write(state, Spot(Place(binding.root), kind, binding.root), value, said.name)
    return True


def _pointers_to_functions(state: State, node: Node) -> bool:
    """`T (*p)(T) = f, (*q)(T);` is one, too, which the parser takes for calls of what calls give. Whether it is one; then it is read with a type
    that the parser knows: its names may hide functions."""
    first = node
    while first.type == "comma_expression":
        first = first.named_children[0]
    called = first.child_by_field_name("left") if first.type == "assignment_expression" else first
    inner = called.child_by_field_name("function") if called is not None and called.type == "call_expression" else None
    type = inner.child_by_field_name("function") if inner is not None and inner.type == "call_expression" else None
    if inner is None or type is None or not _is_type(state, type):
        return False
    given = argument_nodes(inner)
    # With `int` alone it still could be an expression in C++: a number that is made of `*p`.
    made = block("const int" + text_of(node).removeprefix(text_of(type)), lambda name: state.lookup(name) is not None)
    meant = made.named_children[0] if made is not None and made.named_children else None
    if len(given) != 1 or given[0].type != "pointer_expression" or meant is None or meant.type != "declaration":
        return False
    around, state.here = state.here, state.here or node
    with names_of(state, meant):
        declaration(state, meant)
    state.here = around
    covered(state, node)
    return True


def _is_type(state: State, node: Node) -> bool:
    """Whether what seems to be called is a type."""
    name = text_of(node)
    known = state.declarations.names.get(name)
    is_meant = known is not None and known.kind == "type" and state.lookup(name) is None
    return is_meant or node.type == "primitive_type" or named_by_macro(state.macro(name)) is not None
