"""What the grammar of C++ takes for a pure virtual function and is none: `u(i, j) = 0;` in a block sets what a call gives.

No function is defined in a block, so that such a statement is an assignment. The parser reads it as one as soon as what stands behind the
`=` is more than `0`: it is shown `+0` where a blank makes room, else a `0,` before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tree_sitter import Language, Node, Query, QueryCursor

from loopwright.source.carried import Carried, told_by_text
from loopwright.source.nodes import TopLevel

_PATTERN = "(compound_statement (function_definition !type (pure_virtual_clause)) @statement)"
# Behind another name than these the parser looks for parameters of a function all the same.
_NAMES = ("identifier", "qualified_identifier", "template_function", "function_declarator")
_BLANKS = b" \t"


class Shown(NamedTuple):
    """What the parser is shown at a place, as long as what stands there."""

    at: int
    text: bytes


_found: dict[tuple[bytes, str, Language], tuple[Shown, ...]] = {}


def zeros_of_no_function(nodes: Carried, language: Language) -> Iterator[Shown]:
    """What the parser is to be shown in place of assignments that it did not read, in the top-level nodes of a file."""
    for piece, found in zip(nodes.nodes, nodes.each(_zeros_of, language), strict=True):
        yield from (Shown(piece.start + at, text) for at, text in found)


def _zeros_of(piece: TopLevel, language: Language) -> tuple[Shown, ...]:
    return told_by_text(_found, piece, language, lambda *read: tuple(_zeros_in(*read)))


def _zeros_in(piece: TopLevel, language: Language) -> Iterator[Shown]:
    query = _query(language) if b"0" in piece.text else None
    for node in QueryCursor(query).captures(piece.node).get("statement", ()) if query is not None else ():
        function = node.child_by_field_name("declarator")
        name = function.child_by_field_name("declarator") if function is not None else None
        shown = _behind(piece, node) if name is not None and name.type in _NAMES else None
        shown = shown or _before(piece.text, node.start_byte - piece.start)
        if shown is not None:
            yield shown


def _behind(piece: TopLevel, statement: Node) -> Shown | None:
    clause = next(child for child in statement.children if child.type == "pure_virtual_clause")
    first, last = clause.start_byte - piece.start, clause.end_byte - piece.start  # from `=` to behind `;`
    while piece.text[first - 1 : first].strip(_BLANKS) == b"":
        first -= 1
    between = piece.text[first:last]
    has_room = between.translate(None, _BLANKS) == b"=0;" and len(between) > len(b"=0;")
    return Shown(first, b"=+0;".rjust(len(between))) if has_room else None


def _before(text: bytes, statement: int) -> Shown | None:
    first = statement - len(b"0,")
    return Shown(first, b"0,") if first >= 0 and text[first:statement].strip(_BLANKS) == b"" else None


@lru_cache(maxsize=32)
def _query(language: Language) -> Query | None:
    is_cpp = language.id_for_node_kind("pure_virtual_clause", True) is not None
    return Query(language, _PATTERN) if is_cpp else None
