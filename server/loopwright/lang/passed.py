"""What the calls of a function pass for its parameters: those of its file and, where they are known, of the program's other files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.callees import called_by_name
from loopwright.lang.declarators import name_node, parameter_nodes, stored_as
from loopwright.source.nodes import definition_around, subtree, text_of
from loopwright.source.outline import Function, Outline


class Call(NamedTuple):
    """A call in the function ``caller`` of ``file``; ``arguments`` are in the order of the parameters."""

    file: Outline
    caller: Function
    node: Node
    arguments: tuple[Node, ...]


def parameters_of(outline: Outline, function: Function) -> list[str]:
    """The names of a function's parameters, empty for one without a name."""
    definition = definition_around(outline.source.tree.root_node, function.span)
    listed = parameter_nodes(definition) if definition is not None else []
    return [text_of(name_node(parameter.child_by_field_name("declarator"))) for parameter in listed]


def is_static(outline: Outline, function: Function) -> bool:
    """Whether no other file can call a function by its name."""
    definition = definition_around(outline.source.tree.root_node, function.span)
    return definition is not None and "static" in stored_as(definition)


def calls_of(outline: Outline, function: Function) -> Iterator[Call]:
    """The calls of a function, but for those in itself."""
    name = function.name.rpartition("::")[2]
    others = () if is_static(outline, function) else outline.units
    for file in (outline, *(other for other in others if name not in other.functions_by_name)):
        for caller in file.functions:
            is_itself = file is outline and caller.span == function.span
            if is_itself or name.encode() not in file.source.data[caller.body.start : caller.body.end]:
                continue
            root = definition_around(file.source.tree.root_node, caller.span)
            for node in subtree(root) if root is not None else ():
                if node.type == "call_expression":
                    listed = node.child_by_field_name("arguments")
                    if called_by_name(node) == name and listed is not None:
                        yield Call(file, caller, node, tuple(listed.named_children))
