"""Whole statements around a part of a text, and what is done with a variable before and behind them."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.source.nodes import at_or_around, definition_around, leaves, text_of
from loopwright.source.text import Span

_LOOPS = frozenset(("for_statement", "while_statement", "do_statement", "for_range_loop"))


def statements_around(root: Node, span: Span) -> Span:
    """The whole statements of one block that hold ``span``."""
    node = root.descendant_for_byte_range(span.start, span.end - 1)
    while node is not None and node.type not in _LOOPS and not node.type.endswith("_statement"):
        node = node.parent
    if node is None:
        return span
    if node.type != "compound_statement":
        return Span(node.start_byte, node.end_byte)
    parts = [child for child in node.children if child.end_byte > span.start and child.start_byte < span.end]
    return Span(parts[0].start_byte, parts[-1].end_byte) if parts else span


def declaration_before(root: Node, span: Span, name: str) -> int | None:
    """Where the statement before ``span`` in its block begins that declares ``name``; ``None`` where none does."""
    node = at_or_around(root.descendant_for_byte_range(span.start, span.end - 1), ("compound_statement",))
    for child in node.named_children if node is not None else ():
        if child.type == "declaration" and child.end_byte <= span.start:
            if any(
                text_of(leaf) == name and _is_set(leaf)
                for leaf in leaves(child, Span(child.start_byte, child.end_byte))
            ):
                return child.start_byte
    return None


def is_used_behind(root: Node, span: Span, name: str) -> bool:
    """Whether what first names a variable behind ``span`` does more than set it. In a loop around it, what stands before comes behind too."""
    function = definition_around(root, span)
    if function is None:
        return True
    parts = [Span(span.end, function.end_byte)]
    if _is_in_a_loop(function, span):
        parts.append(Span(function.start_byte, span.start))
    for part in parts:
        for leaf in leaves(function, part):
            if leaf.type == "identifier" and text_of(leaf) == name:
                return not _is_set(leaf)
    return False


def _is_in_a_loop(function: Node, span: Span) -> bool:
    node = function.descendant_for_byte_range(span.start, span.end - 1)
    while node is not None and node.id != function.id:
        if node.type in _LOOPS and node.start_byte < span.start and node.end_byte > span.end:
            return True
        node = node.parent
    return False


def _is_set(leaf: Node) -> bool:
    """Whether a name is declared there, or given a value and not asked for its own."""
    parent = leaf.parent
    if parent is None or parent.type == "declaration":
        return True
    if parent.type == "init_declarator":
        declarator = parent.child_by_field_name("declarator")
        return declarator is not None and declarator.id == leaf.id
    left = parent.child_by_field_name("left") if parent.type == "assignment_expression" else None
    return left is not None and left.id == leaf.id and text_of(parent.child_by_field_name("operator")) == "="
