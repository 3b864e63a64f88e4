"""Which part of a conditional inside a kernel stays. Where it declares something the rest is blanked.

Variables of both parts would have one name in one scope, and those that live across a barrier are declared elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.preprocessor import condition_value
from loopwright.cuda.spec import predefined
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse

_DECLARES = frozenset(("declaration", "type_definition", "alias_declaration"))
_PARTS = frozenset(("preproc_else", "preproc_elif", "preproc_elifdef"))


def chosen_part(node: Node, macros: Mapping[str, str | None]) -> list[Node] | None:
    """The statements that stay of ``#if``, ``#ifdef`` or ``#ifndef``; ``None`` where its condition cannot be told."""
    names: dict[str, str | None] = {**predefined().always, **predefined().device, **macros}
    alternative = node.child_by_field_name("alternative")
    if node.type == "preproc_else":
        return list(node.named_children)
    name = node.child_by_field_name("name")
    condition = node.child_by_field_name("condition")
    if name is not None:
        holds: bool | None = (text_of(name) in names) == (node.children[0].type != "#ifndef")
        head = name
    elif condition is not None:
        value = condition_value(text_of(condition), names)
        holds = None if value is None else bool(value)
        head = condition
    else:
        return None
    if holds is None:
        return None
    if holds:
        return [n for n in node.named_children if n.id != head.id and (alternative is None or n.id != alternative.id)]
    return chosen_part(alternative, macros) if alternative is not None else []


def with_chosen_parts(source: Source, code: DeviceCode) -> Source:
    """``source`` with such conditionals decided where their condition can be told; every line keeps its number."""
    data = bytearray(source.data)
    for function in code.functions:
        if function.kind != "kernel" and not code.function_synchronises(function):
            continue  # the host may have it too
        for node in function.inside:
            if node.type in ("preproc_if", "preproc_ifdef") and _declares(node):
                _decide(node, function.file_macros, data)
    return source if data == source.data else parse(bytes(data), source.name, source.language)


def _declares(node: Node) -> bool:
    """Whether a part of a conditional declares a name beside it."""
    return any(child.type in _DECLARES or (child.type in _PARTS and _declares(child)) for child in node.children)


def _decide(node: Node, macros: Mapping[str, str | None], data: bytearray) -> None:
    chosen = chosen_part(node, macros)
    if chosen is None:
        return
    kept = range(0)
    if chosen and (part := chosen[0].parent) is not None:
        inside = [c for c in part.children if c.start_byte >= chosen[0].start_byte]
        kept = range(
            chosen[0].start_byte, max(c.end_byte for c in inside if c.type not in _PARTS and c.type != "#endif")
        )
    for at in range(node.start_byte, node.end_byte):
        if at not in kept and data[at] not in b"\r\n":
            data[at] = 32
