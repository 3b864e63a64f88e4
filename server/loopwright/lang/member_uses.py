"""Where a piece of a file calls a member of an object, or asks for one of its elements, as names and offsets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.source.nodes import text_of, within
from loopwright.source.text import Span


@dataclass(frozen=True)
class MemberUse:
    """``variable`` is the object if it is one by name, else empty; ``member`` is empty where an element is asked for; ``text`` is what
    is written, without arguments."""

    at: int
    variable: str
    member: str
    text: str


def member_uses(root: Node, span: Span) -> Iterator[MemberUse]:
    """Those that begin in ``span``."""
    for node in within(root, span):
        if node.type == "call_expression":
            function = node.child_by_field_name("function")
            if function is not None and function.type == "field_expression":
                owner = function.child_by_field_name("argument")
                member = text_of(function.child_by_field_name("field"))
                yield MemberUse(node.start_byte, _name(owner), member, f"{text_of(function)}()")
        elif node.type == "subscript_expression":
            yield MemberUse(node.start_byte, _name(node.child_by_field_name("argument")), "", text_of(node))


def _name(owner: Node | None) -> str:
    return text_of(owner) if owner is not None and owner.type == "identifier" else ""
