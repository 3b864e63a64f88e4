"""What a lambda holds of the variables around it: the list in its brackets, and whether it stores in what it holds."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.declarators import declared, parameter_nodes, read_declarator
from loopwright.lang.library import library
from loopwright.lang.scopes import Scopes
from loopwright.source.nodes import nearest, stored, subtree, text_of
from loopwright.source.text import names_in

_SPECIFIERS = frozenset(("lambda_specifier", "type_qualifier", "mutable"))
_NAMES = frozenset(("identifier", "type_identifier", "namespace_identifier"))


@dataclass(frozen=True)
class Capture:
    """A name in the list. ``value``: what it is made of, where the lambda makes it for itself (``[c = v + 1]``); ``whole``: all that
    the list says of it."""

    name: str
    reference: bool
    named: Node
    whole: Node
    value: Node | None = None


@dataclass(frozen=True)
class Captures:
    """The list. ``every``: variables that it does not name are copied (``[=]``); ``mutable``: the lambda may change its copies."""

    every: bool
    mutable: bool
    listed: tuple[Capture, ...]

    def by_reference(self, name: str) -> bool:
        """Whether the lambda means the variable of this name around it, and not a copy."""
        found = [capture for capture in self.listed if capture.value is None and capture.name == name]
        return found[-1].reference if found else not self.every

    @property
    def renewed(self) -> tuple[Capture, ...]:
        """Values that the lambda makes for itself."""
        return tuple(capture for capture in self.listed if capture.value is not None)


def captures_of(made: Node) -> Captures:
    """What a lambda expression holds."""
    listed = made.child_by_field_name("captures")
    parts = listed.named_children if listed is not None else []
    every = any(part.type == "lambda_default_capture" and text_of(part) == "=" for part in parts)
    return Captures(every, _may_change(made), tuple(c for part in parts if (c := _capture(part)) is not None))


def _may_change(made: Node) -> bool:
    """Whether `mutable` stands between the list and the body; a lambda inside has its own."""
    head = made.child_by_field_name("declarator")
    parts = (*made.children, *(head.children if head is not None else ()))
    return any(part.type in _SPECIFIERS and text_of(part) == "mutable" for part in parts)


def _capture(part: Node) -> Capture | None:
    before = part.prev_sibling
    reference = before is not None and before.type == "&"
    if part.type == "identifier":
        return Capture(text_of(part), reference, part, part)
    if part.type == "lambda_capture_initializer":
        named = part.children[0]
        return Capture(text_of(named), reference or named.type == "&", named, part, part.named_children[-1])
    return None


def captured_by_reference(initializer: Node) -> bool:
    """Whether `[&r = k]` binds a reference: what stands in the list for one capture with a value."""
    found = _capture(initializer)
    return found is not None and found.reference


def is_changing(closure: Node) -> bool:
    """Whether the text of a lambda stores in something that is not its own: a capture, a variable of the file, a container."""
    heads = (parameter.child_by_field_name("declarator") for parameter in parameter_nodes(closure))
    own = {read_declarator(head).name for head in heads if head is not None}
    own |= {said.name for node in descendants(closure) if node.type == "declaration" for said, _, _ in declared(node)}
    return any(name not in own for node in descendants(closure) for name in _changed(node))


def _changed(node: Node) -> list[str]:
    """The first name of what a node stores in."""
    target = stored(node)
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    if function is not None and function.type == "field_expression":
        is_change = text_of(function.child_by_field_name("field")) in library().change
        target = function.child_by_field_name("argument") if is_change else None
    return names_in(text_of(target))[:1]


def is_one_address(name: str, made: Node, scopes: Scopes) -> bool:
    """Whether a pointer is what a lambda copied of it wherever its function goes on: no mention of the name there may set it, only what it
    leads to."""
    function = nearest(made, ("function_definition",))
    said = [macro.value or "" for macro in scopes.macros.values()]
    if function is None or any("##" in text or name in names_in(text) for text in said):
        return False
    named = [node for node in subtree(function) if node.type in _NAMES and text_of(node) == name]
    return all(node.type == "identifier" and _leaves_it(node) for node in named)


def _leaves_it(name: Node) -> bool:
    """Whether a mention of a pointer follows it, copies it to another pointer, or declares it. Operators and functions may take it by reference."""
    parent = name.parent
    if parent is None:
        return False
    if parent.type in ("subscript_expression", "field_expression"):
        return parent.child_by_field_name("argument") == name
    if parent.type == "pointer_expression":
        return parent.children[0].type == "*"
    if parent.type == "init_declarator" and parent.child_by_field_name("value") == name:
        declarator = parent.child_by_field_name("declarator")
        return declarator is not None and read_declarator(declarator).layers == ("*",)
    if parent.type == "lambda_capture_specifier":
        return name.prev_sibling is None or name.prev_sibling.type != "&"
    return parent.type in ("pointer_declarator", "init_declarator")
