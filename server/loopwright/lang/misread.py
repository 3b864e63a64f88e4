"""What a variable is made of between brackets, which the parser takes for the parameters of a function."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.source.nodes import subtree, text_of
from loopwright.source.syntax import parse


def reparsed(parameters: str) -> Node | None:
    """The arguments of `T x(a[i])`; nothing where what stands there can be no expressions."""
    tree = parse(f"void f(void) {{ x{parameters}; }}", language="cpp").tree.root_node
    call = next((node for node in subtree(tree) if node.type == "call_expression"), None)
    return call.child_by_field_name("arguments") if call is not None and not tree.has_error else None


def calls_in_parameter(function: Node) -> Iterator[Node]:
    """The calls in `T x(f(a))`, where `f(a)` looks like a parameter that is a function."""
    if function.parent is not None and function.parent.type == "parameter_declaration":
        arguments = reparsed(f"({text_of(function.parent)})")
        yield from (node for node in subtree(arguments) if node.type == "call_expression")
