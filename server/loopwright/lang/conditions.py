"""The conditions of a file's `if` statements, found piece by piece, so that a keystroke costs one piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Query, QueryCursor

from loopwright.bounded import keep
from loopwright.source.nodes import LONGEST_KEPT, TopLevel
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, grammar

_CONDITIONS = "(if_statement condition: (_) @condition)"
_MOST_REMEMBERED = 20_000
_known: dict[tuple[bytes, str, Language], tuple[bytes, ...]] = {}


def conditions_in(outline: Outline) -> Iterator[bytes]:
    """The conditions of all `if` statements, with the parentheses around them."""
    for conditions in outline.source.top_level.each(_conditions_of, outline.source.language):
        yield from conditions


def _conditions_of(piece: TopLevel, language: Language) -> tuple[bytes, ...]:
    if b"if" not in piece.text:
        return ()
    key = (piece.text, piece.form, language)
    known = _known.get(key)
    if known is None:
        found = QueryCursor(_query(language)).captures(piece.node).get("condition", ())
        known = tuple(node.text or b"" for node in found)
        if len(piece.form) <= LONGEST_KEPT:
            keep(_known, key, known, _MOST_REMEMBERED)
    return known


@lru_cache
def _query(language: Language) -> Query:
    query: Query = Query(grammar(language), _CONDITIONS)
    return query
