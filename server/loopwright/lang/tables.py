"""Arrays that are declared `const` with their elements: what every element is, whoever reads it (C11 6.7.3p6)."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.constants import constant_of
from loopwright.lang.fragments import expression
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type, integer_range, is_integer

MOST_ELEMENTS = 64
_OF_INT = (-(1 << 31), (1 << 31) - 1, 32)


def elements_of(scopes: Scopes, type: Type, length: int | None, text: str) -> tuple[int, ...]:
    """The elements of an array of integers (also `std::array`) of a known ``length`` (``None``: as many as are written) that begins with
    ``text``; none where something in it cannot be told."""
    base = type.element().base if type.sequence == "array" else type.base
    is_row = type.layers == ("[]",) or type.sequence == "array"
    if type.volatile or not is_row or not is_integer(base) or text[:1] != "{":
        return ()
    node = expression(f"(int[]){text}", "c" if scopes.outline.source.language == "c" else "cpp")
    listed = node.child_by_field_name("value") if node is not None else None
    if listed is None or listed.type != "initializer_list":
        return ()
    inner = [child for child in listed.named_children if child.type != "comment"]
    if type.sequence == "array" and len(inner) == 1 and inner[0].type == "initializer_list":
        inner = [child for child in inner[0].named_children if child.type != "comment"]
    found: dict[int, int] = {}
    place = 0
    for child in inner:
        designated = _designated(scopes, child) if child.type == "initializer_pair" else (place, child)
        constant = constant_of(scopes, designated[1]) if designated is not None and designated[1] is not None else None
        if designated is None or constant is None or not constant.is_integer:
            return ()
        found[designated[0]] = int(constant.value)
        place = designated[0] + 1
    size = max(found, default=-1) + 1 if length is None else length
    low, high, _ = integer_range(base) or _OF_INT
    is_whole = size <= MOST_ELEMENTS and max(found, default=-1) < size
    return (
        tuple(found.get(at, 0) for at in range(size))
        if is_whole and all(low <= value <= high for value in found.values())
        else ()
    )


def _designated(scopes: Scopes, pair: Node) -> tuple[int, Node | None] | None:
    """Which element `[2] = 1` is, and what it is; ``None`` where that cannot be told."""
    designators = pair.children_by_field_name("designator")
    if len(designators) != 1 or designators[0].type != "subscript_designator" or not designators[0].named_children:
        return None
    constant = constant_of(scopes, designators[0].named_children[0])
    is_place = constant is not None and constant.is_integer and 0 <= int(constant.value) < MOST_ELEMENTS
    return (int(constant.value), pair.child_by_field_name("value")) if is_place and constant is not None else None
