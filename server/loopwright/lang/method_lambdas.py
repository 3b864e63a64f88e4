"""A method of a class as a lambda of its name, for a text that has the members of the class as variables, and no object."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.classes import Class
from loopwright.lang.declarators import function_declarator, is_constant_method
from loopwright.lang.scopes import Scopes
from loopwright.source.nodes import leaves, text_of
from loopwright.source.text import Span

_NOT_OF_A_TYPE = frozenset(("static", "inline", "virtual", "explicit", "friend"))


class MethodLambda(NamedTuple):
    """The lambda, empty where it cannot be one; the method's definition, and what of it is written."""

    text: str
    node: Node
    parts: tuple[Node, ...] = ()


def method_lambda(scopes: Scopes, owner: Class, function: Node, name: str, offset: int) -> MethodLambda | None:
    """The method ``name`` of ``owner`` that is called at ``offset`` in its method ``function``; ``None`` where it has none. It is no lambda
    where its names would be other variables there."""
    nodes = scopes.classes.methods(owner, name)
    if len(nodes) > 1:  # one for objects that stay as they are, and one for others
        nodes = [node for node in nodes if is_constant_method(node) == is_constant_method(function)] or nodes
    if not nodes:
        return None
    node = nodes[0]
    declarator, body, outer = (
        function_declarator(node),
        node.child_by_field_name("body"),
        node.child_by_field_name("declarator"),
    )
    is_one = len(nodes) == 1 and not scopes.classes.is_virtual(owner, name)
    if not is_one or declarator is None or outer is None or body is None or not _means_the_same(scopes, node, offset):
        return MethodLambda("", node)
    before = [child for child in node.children if child.end_byte <= outer.start_byte]
    returned = " ".join(part for part in map(text_of, before) if part not in _NOT_OF_A_TYPE)
    layers = (outer.text or b"")[: declarator.start_byte - outer.start_byte].decode("utf-8", "replace")
    parameters = declarator.child_by_field_name("parameters")
    text = f"auto {name} = [&]{text_of(parameters)} -> {returned} {layers}{text_of(body)};"
    return MethodLambda(text, node, (*before, *filter(None, (parameters, body))))


def _means_the_same(scopes: Scopes, function: Node, offset: int) -> bool:
    """Whether no name of ``function`` means a local variable at ``offset``, but for its own."""
    span = Span(function.start_byte, function.end_byte)
    own = {each.name for each in scopes.locals_of(function)}
    for leaf in leaves(function, span):
        if leaf.type == "this":
            return False
        found = scopes.lookup(text_of(leaf), offset) if leaf.type == "identifier" else None
        if found is not None and not found.is_global and found.name not in own:
            return False
    return True
