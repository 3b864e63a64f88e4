"""Arrays that are declared `const` with their elements: what every element is, whoever reads it (C11 6.7.3p6)."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.constants import constant_of
from loopwright.lang.fragments import expression
from loopwright.lang.numbers import literal
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type, integer_range, is_integer
from loopwright.source.nodes import text_of

MOST_ELEMENTS = 64
_DESIGNATORS = frozenset(("subscript_designator", "subscript_range_designator"))
_OF_INT = (-(1 << 31), (1 << 31) - 1, 32)


def elements_of(scopes: Scopes, type: Type, length: int | None, text: str) -> tuple[int, ...]:
    """The elements of an array of integers (also `std::array`) of a known ``length`` (``None``: as many as are written) that begins with
    ``text``; none where something in it cannot be told."""
    base = type.element().base if type.sequence == "array" else type.base
    is_row = type.layers == ("[]",) or type.sequence == "array"
    if type.volatile or not is_row or not is_integer(base):
        return ()
    is_string = text[:1] == '"'
    found = _of_string(scopes, text) if is_string else _of_list(scopes, type, text)
    if found is None:
        return ()
    size = max(found, default=-1) + 1 if length is None else length
    if is_string and size == len(found) - 1:
        del found[size]  # there is no place for the nought (C11 6.7.9p14)
    low, high, _ = integer_range(base) or _OF_INT
    is_whole = size <= MOST_ELEMENTS and max(found, default=-1) < size
    return (
        tuple(found.get(at, 0) for at in range(size))
        if is_whole and all(low <= value <= high for value in found.values())
        else ()
    )


def _of_list(scopes: Scopes, type: Type, text: str) -> dict[int, int] | None:
    """The elements that `{…}` tells, by their places; ``None`` where one of them cannot be told."""
    node = (
        expression(f"(int[]){text}", "c" if scopes.outline.source.language == "c" else "cpp")
        if text[:1] == "{"
        else None
    )
    listed = node.child_by_field_name("value") if node is not None else None
    if listed is None or listed.type != "initializer_list":
        return None
    inner = [child for child in listed.named_children if child.type != "comment"]
    if type.sequence == "array" and len(inner) == 1 and inner[0].type == "initializer_list":
        inner = [child for child in inner[0].named_children if child.type != "comment"]
    found: dict[int, int] = {}
    place = 0
    for child in inner:
        is_pair = child.type == "initializer_pair"
        places = _designated(scopes, child) if is_pair else range(place, place + 1)
        value = child.child_by_field_name("value") if is_pair else child
        constant = constant_of(scopes, value) if value is not None else None
        if not places or constant is None or not constant.is_integer:
            return None
        found.update(dict.fromkeys(places, int(constant.value)))
        place = places.stop
    return found


def _of_string(scopes: Scopes, text: str) -> dict[int, int] | None:
    """The characters of a string and the nought behind them; ``None`` where one of them cannot be told."""
    language = scopes.outline.source.language
    node = expression(text, "c" if language == "c" else "cpp")
    if node is None or node.type != "string_literal":
        return None
    found: list[int] = []
    for part in node.named_children:
        said = text_of(part)
        for sign in (said,) if part.type == "escape_sequence" else said:
            constant = literal("'" + ("\\'" if sign == "'" else sign) + "'", language)
            if constant is None or not sign.isascii():
                return None
            found.append(int(constant.value))
    return dict(enumerate((*found, 0)))


def _designated(scopes: Scopes, pair: Node) -> range | None:
    """Which elements `[2] = 1` or `[2 ... 4] = 1` says; ``None`` where that cannot be told."""
    designators = pair.children_by_field_name("designator")
    if len(designators) != 1 or designators[0].type not in _DESIGNATORS or not designators[0].named_children:
        return None
    ends = [constant_of(scopes, end) for end in designators[0].named_children]
    places = [int(end.value) for end in ends if end is not None and end.is_integer]
    is_told = len(places) == len(ends) and 0 <= places[0] <= places[-1] < MOST_ELEMENTS
    return range(places[0], places[-1] + 1) if is_told else None
