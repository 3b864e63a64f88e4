"""Arrays that are declared `const` with their elements: what every element is, whoever reads it (C11 6.7.3p6)."""

from __future__ import annotations

from loopwright.lang.constants import constant_of
from loopwright.lang.fragments import expression
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type, integer_range, is_integer

MOST_ELEMENTS = 64
_OF_INT = (-(1 << 31), (1 << 31) - 1, 32)


def elements_of(scopes: Scopes, type: Type, length: int | None, text: str) -> tuple[int, ...]:
    """The elements of an array of integers of a known ``length`` (``None``: as many as are written) that begins with ``text``; none where
    something in it cannot be told."""
    if type.volatile or type.layers != ("[]",) or not is_integer(type.base) or text[:1] != "{":
        return ()
    node = expression(f"(int[]){text}", "c" if scopes.outline.source.language == "c" else "cpp")
    listed = node.child_by_field_name("value") if node is not None else None
    if listed is None or listed.type != "initializer_list" or listed.named_child_count > MOST_ELEMENTS:
        return ()
    found = []
    for child in listed.named_children:
        constant = constant_of(scopes, child) if child.type != "comment" else None
        if child.type != "comment" and (constant is None or not constant.is_integer):
            return ()
        found += [int(constant.value)] if constant is not None else []
    if length is not None and len(found) < length <= MOST_ELEMENTS:
        found += [0] * (length - len(found))
    low, high, _ = integer_range(type.base) or _OF_INT
    is_whole = length is None or len(found) == length
    return tuple(found) if is_whole and all(low <= value <= high for value in found) else ()
