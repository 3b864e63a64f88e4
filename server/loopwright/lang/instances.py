"""The numbers that a template is used with, where its uses say them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.callees import name_of
from loopwright.lang.constants import constant_of_text
from loopwright.lang.declarators import name_node, name_of_function
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.nodes import CLASSES, definition_around, subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_USES = frozenset(("template_function", "template_type", "template_method"))
_MOST = 16

Instance = tuple[tuple[str, int], ...]


class _Template(NamedTuple):
    """Its name, and its parameters in order: the name of one that is a number, empty for a type, with the default."""

    name: str
    parameters: tuple[tuple[str, Node | None], ...]


@kept
def instances_of(outline: Outline, function: Span) -> tuple[Instance, ...]:
    """What the parameters that are numbers are in each instance of the template that a function is, or is a method of; nothing
    where there is no such template, where it is not used in sight, or where some use does not tell."""
    node = definition_around(outline.source.tree.root_node, function)
    template = _template_of(node) if node is not None else None
    if template is None:
        return ()
    found: dict[Instance, None] = {}
    for file in dict.fromkeys((outline, *outline.units, *outline.headers)):
        for use in _uses(file, template.name):
            numbers = _numbers(file, template, use)
            if numbers is None:
                return ()
            found[numbers] = None
    return tuple(found) if len(found) <= _MOST else ()


def told(instances: tuple[Instance, ...]) -> str:
    """The instances, for people."""
    each = [" and ".join(f"{name} = {number}" for name, number in instance) for instance in instances]
    return " or ".join(each)


def _template_of(function: Node) -> _Template | None:
    """The one template around a function."""
    around: Node | None = function
    found: list[Node] = []
    owner = ""
    while around is not None:
        if around.type in CLASSES and not found:
            owner = owner or text_of(around.child_by_field_name("name"))
        if around.type == "template_declaration":
            found.append(around)
        around = around.parent
    if len(found) != 1:
        return None
    listed = found[0].child_by_field_name("parameters")
    parameters = tuple(_parameter(child) for child in listed.named_children) if listed is not None else ()
    path = name_of_function(function).split("::")
    name = owner or (path[-2] if len(path) > 1 else path[-1]).split("<")[0]
    is_of_numbers = any(parameter for parameter, _ in parameters)
    return _Template(name, parameters) if is_of_numbers and "variadic" not in text_of(listed) else None


def _parameter(node: Node) -> tuple[str, Node | None]:
    if node.type not in ("parameter_declaration", "optional_parameter_declaration"):
        return "", None
    said = name_node(node.child_by_field_name("declarator"))
    return text_of(said), node.child_by_field_name("default_value")


def _uses(file: Outline, name: str) -> Iterator[Node]:
    """Where arguments are given to a template, or it is called without any."""
    if name.encode() not in file.source.data:
        return
    for node in subtree(file.source.tree.root_node):
        if node.type in _USES:
            if text_of(node.child_by_field_name("name")) == name and not _is_head(node):
                yield node
        elif node.type == "call_expression":
            function = node.child_by_field_name("function")
            if function is not None and function.type in ("identifier", "qualified_identifier"):
                # One with arguments stands as a template above.
                if name_of(function) == name and not text_of(function).endswith(">"):
                    yield node


def _is_head(node: Node) -> bool:
    """Whether `S<N>` is part of the name of what is defined: of a method, or of a specialisation."""
    parent = node.parent
    while parent is not None and parent.type in ("qualified_identifier", "function_declarator", "pointer_declarator"):
        node, parent = parent, parent.parent
    return (
        parent is not None
        and parent.type in ("function_definition", "declaration", *CLASSES)
        and node.type in ("function_declarator", "template_type")
        and (parent.type != "declaration" or node.type == "function_declarator")
        and not (parent.type == "function_definition" and node == parent.child_by_field_name("type"))
    )


def _numbers(file: Outline, template: _Template, use: Node) -> Instance | None:
    listed = use.child_by_field_name("arguments")
    given = listed.named_children if listed is not None and listed.type == "template_argument_list" else []
    found = []
    for position, (name, default) in enumerate(template.parameters):
        if not name:
            continue
        text = given[position] if position < len(given) else default
        # A name among the arguments reads like a type.
        constant = constant_of_text(scopes_of(file), text_of(text), text.start_byte) if text is not None else None
        if constant is None or not isinstance(constant.value, int):
            return None
        found.append((name, constant.value))
    return tuple(found)
