"""Small readings of syntax nodes."""

from __future__ import annotations

from tree_sitter import Node


def text_of(node: Node | None) -> str:
    """The text of a node, empty for none."""
    return (node.text or b"").decode("utf-8", errors="replace") if node is not None else ""


def bare(node: Node) -> Node:
    """``node`` without parentheses around it."""
    while node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
    return node
