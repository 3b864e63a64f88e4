"""Allocations: how many elements."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.effects import effect_of
from loopwright.source.nodes import text_of, uncast


def allocated(value: Node) -> Node | None:
    """The number of elements that an allocation makes, ``None`` for what is none or does not tell."""
    value = uncast(value)
    if value.type == "new_expression":
        declarator = value.child_by_field_name("declarator")
        return declarator.child_by_field_name("length") if declarator is not None else None
    if value.type != "call_expression":
        return None
    called = text_of(value.child_by_field_name("function")).replace("std::", "")
    listed = value.child_by_field_name("arguments")
    arguments = listed.named_children if listed is not None else []
    gives = effect_of(called).gives
    if gives == "zeroed" and len(arguments) == 2 and arguments[1].type == "sizeof_expression":
        return arguments[0]
    return _without_size(arguments[0]) if gives == "fresh" and len(arguments) == 1 else None


def _without_size(node: Node) -> Node | None:
    """`n` of `n * sizeof(double)`."""
    if node.type != "binary_expression" or text_of(node.child_by_field_name("operator")) != "*":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    for size, count in ((left, right), (right, left)):
        if (
            size is not None
            and count is not None
            and size.type == "sizeof_expression"
            and "sizeof" not in text_of(count)
        ):
            return count
    return None
