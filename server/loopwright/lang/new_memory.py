"""Memory that a piece of a function makes itself, and whether anybody else gets to know it: by which uses it gets other names.

Whatever is not understood on the way (a copy of the pointer, a function that is given it) makes nothing certain.
"""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from loopwright.lang.callees import called_function, library_name
from loopwright.lang.declarators import read_declarator
from loopwright.lang.effects import effect_of
from loopwright.source.nodes import bare, is_arrow, text_of, uncast, within
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
        return any(
            not effect_of(library_name(node.child_by_field_name("function"))).known
            for node in self._nodes
            if node.type == "call_expression"
        )


def _is_new(value: Node) -> bool:
    value = uncast(value)
    return value.type == "new_expression" or (
        value.type == "call_expression" and effect_of(library_name(value.child_by_field_name("function"))).makes_memory
    )


def _is_quiet(use: Node) -> bool:
    parent = use.parent
    if parent is None:
        return False
    if parent.type == "argument_list" and parent.parent is not None and parent.parent.type == "call_expression":
        called = called_function(parent.parent)
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


def reached(node: Node) -> Node | None:
    """What stands before the brackets, the arrow or behind the star, or has a method called: where memory is reached from."""
    if node.type == "subscript_expression" or (node.type == "pointer_expression" and text_of(node).startswith("*")):
        base = node.child_by_field_name("argument")
    elif node.type == "field_expression":
        call = node.parent
        method = call is not None and call.type == "call_expression" and call.child_by_field_name("function") == node
        arrow = is_arrow(node)
        base = node.child_by_field_name("argument") if method or arrow else None
    else:
        return None
    while base is not None and base.type in ("subscript_expression", "parenthesized_expression"):
        base = bare(base) if base.type == "parenthesized_expression" else base.child_by_field_name("argument")
        if base is not None and base.type == "parenthesized_expression" and bare(base).id == base.id:
            return base
    return base


def is_bound(element: Node) -> bool:
    """Whether a reference or a pointer is made of an element: its address, or what a reference is declared with."""
    parent = element.parent
    while parent is not None and parent.type in (
        "subscript_expression",
        "field_expression",
        "parenthesized_expression",
    ):
        parent = parent.parent
    if parent is None:
        return True
    if parent.type == "pointer_expression":
        return text_of(parent).startswith("&")
    declarator = parent.child_by_field_name("declarator") if parent.type == "init_declarator" else None
    if declarator is not None:
        return (
            "&" in text_of(declarator) or "*" in text_of(declarator) or "auto" in text_of(parent.parent).split("=")[0]
        )
    return parent.type in ("argument_list", "initializer_list", "return_statement", "for_range_loop") and not (
        parent.parent is not None
        and called_function(parent.parent) in ("printf", "fprintf", "sqrt", "fabs", "abs", "fabsf")
    )


def keeps(use: Node) -> bool:
    """Whether a pointer may go on under another name from here."""
    parent = use.parent
    if parent is None or parent.type == "binary_expression":
        return parent is None or not any(child.type in ("==", "!=") for child in parent.children)
    return parent.type in (
        "assignment_expression",
        "init_declarator",
        "return_statement",
        "initializer_list",
        "conditional_expression",
    )
