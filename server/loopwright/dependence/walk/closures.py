"""Lambdas that are not called by the name of the variable that holds them: copies, references, what a call is handed."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.walk.state import State
from loopwright.lang.classes import descendants
from loopwright.lang.declarators import declared, parameter_nodes, read_declarator
from loopwright.lang.library import library
from loopwright.source.nodes import text_of
from loopwright.source.text import names_in

_STORES = {"assignment_expression": "left", "update_expression": "argument"}


def is_changing(closure: Node) -> bool:
    """Whether the text of a lambda stores in something that is not its own: a capture, a variable of the file, a container."""
    heads = (parameter.child_by_field_name("declarator") for parameter in parameter_nodes(closure))
    own = {read_declarator(head).name for head in heads if head is not None}
    own |= {said.name for node in descendants(closure) if node.type == "declaration" for said, _, _ in declared(node)}
    return any(name not in own for node in descendants(closure) for name in _changed(node))


def _changed(node: Node) -> list[str]:
    """The first name of what a node stores in."""
    target = node.child_by_field_name(_STORES[node.type]) if node.type in _STORES else None
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    if function is not None and function.type == "field_expression":
        is_change = text_of(function.child_by_field_name("field")) in library().change
        target = function.child_by_field_name("argument") if is_change else None
    return names_in(text_of(target))[:1]


def hands_over(state: State, value: Node) -> bool:
    """Whether a value leads to a lambda that changes something: one that stands there, one that a variable holds, or one that a function
    in sight returns."""
    return any(_hands_over(state, node) for node in (value, *descendants(value)))


def _hands_over(state: State, node: Node) -> bool:
    if node.type == "lambda_expression":
        return is_changing(node)
    if node.type != "identifier":
        return False
    binding = state.lookup(text_of(node))
    closure = state.closures.get(binding.root) if binding is not None else None
    parent = node.parent
    is_called = (
        parent is not None and parent.type == "call_expression" and parent.child_by_field_name("function") == node
    )
    if not is_called:
        return (closure is not None and is_changing(closure.node)) or (
            binding is not None and binding.root in state.not_followed
        )
    bodies = [closure.node] if closure is not None else []
    if binding is None:
        bodies = [found.node for found in state.outline.definitions(text_of(node))]
    return any(
        inner.type == "lambda_expression" and is_changing(inner) for body in bodies for inner in descendants(body)
    )
