"""Which place an `atomic` construct protects: the one that is read, written or updated, not the variable that takes its value
(OpenACC 3.4, section 2.12; OpenMP 5.2, section 15.8.4)."""

from __future__ import annotations

import re

from tree_sitter import Node

from loopwright.source.nodes import text_of

ATOMIC = re.compile(r"#[ \t]*pragma[ \t]+(?:acc|omp)[ \t]+atomic\b[ \t]*(\w*)")


def protected_place(clause: str, statement: Node) -> str:
    """Text of the place that ``statement`` under `atomic` with ``clause`` protects, empty if it has another form."""
    whole = [statement] if statement.type != "compound_statement" else statement.named_children
    parts = [part.named_children[0] for part in whole if part.type == "expression_statement" and part.named_children]
    if clause == "read":
        return spelling(parts[0].child_by_field_name("right")) if len(parts) == 1 else ""
    if clause != "capture":
        return spelling(_target(parts[0])) if len(parts) == 1 else ""
    if len(parts) == 1:
        return spelling(_target(_bare(parts[0].child_by_field_name("right"))))
    if len(parts) == 2:
        for takes, changes in (parts, parts[::-1]):
            place = spelling(_target(changes))
            if place and spelling(takes.child_by_field_name("right")) == place:
                return place
    return ""


def spelling(node: Node | None) -> str:
    """Text of a place, the same for ways of writing it that differ in blanks and parentheses."""
    text = "".join(text_of(node).split())
    while text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    return text


def _target(node: Node | None) -> Node | None:
    if node is None:
        return None
    field = {"update_expression": "argument", "assignment_expression": "left"}.get(node.type)
    return node.child_by_field_name(field) if field else None


def _bare(node: Node | None) -> Node | None:
    while node is not None and node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    return node
