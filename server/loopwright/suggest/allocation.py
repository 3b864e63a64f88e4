"""Allocations: how many elements."""

from __future__ import annotations

from collections.abc import Iterator

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


def length_of(value: Node) -> str:
    """The number of elements that an allocation makes, as text; empty for what does not tell. Of `sizeof(float) * n * m` it is the
    product of the other factors."""
    known = allocated(value)
    while known is not None and known.type == "parenthesized_expression" and known.named_children:
        known = known.named_children[0]
    if known is not None:
        return "".join(text_of(known).split())
    size = bytes_of(value)
    return count_of_bytes(size) if size is not None else ""


def bytes_of(value: Node) -> Node | None:
    """What an allocation is given as its only argument."""
    value = uncast(value)
    listed = value.child_by_field_name("arguments") if value.type == "call_expression" else None
    arguments = listed.named_children if listed is not None else []
    called = text_of(value.child_by_field_name("function")).replace("std::", "") if listed is not None else ""
    return arguments[0] if len(arguments) == 1 and effect_of(called).gives == "fresh" else None


def count_of_bytes(size: Node) -> str:
    """`n*m` of `sizeof(float) * n * m`; empty for what is no such product."""
    factors = list(_factors(size))
    counts = [factor for factor in factors if factor.type != "sizeof_expression"]
    if len(counts) != len(factors) - 1 or any("sizeof" in text_of(count) for count in counts):
        return ""
    return "*".join("".join(text_of(count).split()) for count in counts)


def _factors(node: Node) -> Iterator[Node]:
    """Those of a product that is written without parentheses."""
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == "*":
        for side in ("left", "right"):
            child = node.child_by_field_name(side)
            if child is not None:
                yield from _factors(child)
    else:
        yield node
