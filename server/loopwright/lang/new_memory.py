"""Memory that a piece of a function makes itself, and whether anybody else gets to know it there.

Whatever is not understood on the way (a copy of the pointer, a function that is given it) makes nothing certain.
"""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from loopwright.lang.declarators import read_declarator
from loopwright.lang.effects import effect_of
from loopwright.source.nodes import text_of, uncast, within
from loopwright.source.text import Span

_QUIET = frozenset(
    ("subscript_expression", "pointer_declarator", "array_declarator", "declaration", "sizeof_expression")
)


class Piece:
    """The nodes of a file that begin in ``span``, without those inside of ``without``."""

    def __init__(self, root: Node, span: Span, without: Span) -> None:
        self._nodes: Sequence[Node] = [
            node for node in within(root, span) if not without.contains(Span(node.start_byte, node.end_byte))
        ]

    def is_allocated(self, name: str) -> bool:
        """Whether every value that a pointer gets is new memory of the host, and it gets one."""
        values: list[Node | None] = []
        for node in self._nodes:
            declarator = node.child_by_field_name("declarator") if node.type == "init_declarator" else None
            if declarator is not None and read_declarator(declarator).name == name:
                values.append(node.child_by_field_name("value"))
            elif node.type == "assignment_expression" and text_of(node.child_by_field_name("left")) == name:
                values.append(node.child_by_field_name("right"))
        return bool(values) and all(value is not None and _is_new(value) for value in values)

    def keeps_to_itself(self, name: str) -> bool:
        """Whether nobody gets to know the memory behind a name by any use of it."""
        return all(_is_quiet(node) for node in self._nodes if node.type == "identifier" and text_of(node) == name)

    def calls_strangers(self) -> bool:
        """Whether a function is called of which it is not known what it does."""
        return any(not effect_of(_called(node)).known for node in self._nodes if node.type == "call_expression")


def _called(call: Node) -> str:
    return text_of(call.child_by_field_name("function")).split("<")[0].rpartition("::")[2].strip()


def _is_new(value: Node) -> bool:
    value = uncast(value)
    return value.type == "new_expression" or (
        value.type == "call_expression" and effect_of(_called(value)).makes_memory
    )


def _is_quiet(use: Node) -> bool:
    parent = use.parent
    if parent is None:
        return False
    if parent.type == "argument_list" and parent.parent is not None and parent.parent.type == "call_expression":
        called = _called(parent.parent)
        return effect_of(called).keeps_nothing and not called.startswith(("acc_", "cuda", "omp_"))
    if parent.type == "init_declarator":
        return parent.child_by_field_name("declarator") == use
    if parent.type == "assignment_expression":
        return parent.child_by_field_name("left") == use
    if parent.type == "binary_expression":
        return text_of(parent.child_by_field_name("operator")) in ("==", "!=")
    if parent.type == "parenthesized_expression":
        return parent.parent is not None and parent.parent.type == "sizeof_expression"
    return parent.type in _QUIET or (parent.type == "pointer_expression" and parent.children[0].type == "*")
