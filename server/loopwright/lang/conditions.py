"""The conditions of a file's `if` statements, found piece by piece, so that a keystroke costs one piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Query, QueryCursor

from loopwright.source.carried import told_by_text
from loopwright.source.nodes import TopLevel
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, grammar

_CONDITIONS = "(if_statement condition: (_) @condition)"
_known: dict[tuple[bytes, str, Language], tuple[bytes, ...]] = {}


def conditions_in(outline: Outline) -> Iterator[bytes]:
    """The conditions of all `if` statements, with the parentheses around them."""
    for conditions in outline.source.top_level.each(_conditions_of, outline.source.language):
        yield from conditions


def _conditions_of(piece: TopLevel, language: Language) -> tuple[bytes, ...]:
    if b"if" not in piece.text:
        return ()
    return told_by_text(_known, piece, language, _read_conditions)


def _read_conditions(piece: TopLevel, language: Language) -> tuple[bytes, ...]:
    found = QueryCursor(_query(language)).captures(piece.node).get("condition", ())
    return tuple(node.text or b"" for node in found)


@lru_cache
def _query(language: Language) -> Query:
    query: Query = Query(grammar(language), _CONDITIONS)
    return query
