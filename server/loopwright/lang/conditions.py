"""The conditions of a file's `if` statements, found piece by piece, so that a keystroke costs one piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node, Query, QueryCursor

from loopwright.source.nodes import form_of, top_level_nodes
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, grammar

_CONDITIONS = "(if_statement condition: (_) @condition)"
_MOST_REMEMBERED = 20_000
_known: dict[tuple[bytes, str, Language], tuple[bytes, ...]] = {}


def conditions_in(outline: Outline) -> Iterator[bytes]:
    """The conditions of all `if` statements, with the parentheses around them."""
    parsed, language = outline.source.parsed, outline.source.language
    for piece, _ in top_level_nodes(outline.source.tree.root_node):
        text = parsed[piece.start_byte : piece.end_byte]
        if b"if" in text:
            yield from _conditions_of(piece, text, language)


def _conditions_of(piece: Node, text: bytes, language: Language) -> tuple[bytes, ...]:
    key = (text, form_of(piece), language)
    known = _known.get(key)
    if known is None:
        if len(_known) >= _MOST_REMEMBERED:
            _known.clear()
        found = QueryCursor(_query(language)).captures(piece).get("condition", ())
        known = _known[key] = tuple(node.text or b"" for node in found)
    return known


@lru_cache
def _query(language: Language) -> Query:
    query: Query = Query(grammar(language), _CONDITIONS)
    return query
