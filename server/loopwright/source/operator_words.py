"""Operators of C++ that are written as words (C++20 [lex.digraph]): `a and not b`, `operator or`.

None of the signs is longer than its word: the parser is shown the sign with blanks behind it, and who reads the tree knows one spelling.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Language, Query, QueryCursor

from loopwright.source.carried import Carried, told_by_text
from loopwright.source.nodes import TopLevel
from loopwright.source.text import listed_words
from loopwright.source.zeros import Shown

_SIGNS = {
    b"and": b"&&", b"or": b"||", b"not": b"!", b"xor": b"^", b"bitand": b"&", b"bitor": b"|", b"compl": b"~",
    b"not_eq": b"!=", b"and_eq": b"&=", b"or_eq": b"|=", b"xor_eq": b"^=",
}  # fmt: skip
# `(a) and (b)` may be read as a call of `and` that is cast to `a`.
_CALLED = "(call_expression function: (identifier) @called arguments: (argument_list . (_) .))"
_found: dict[tuple[bytes, str, Language], tuple[Shown, ...]] = {}


def signs_of_words(nodes: Carried, language: Language) -> Iterator[Shown]:
    """What the parser is to be shown in place of such words, in the top-level nodes of a file."""
    if _query(language) is None:
        return
    for piece, found in zip(nodes.nodes, nodes.each(_signs_of, language), strict=True):
        yield from (Shown(piece.start + at, text) for at, text in found)


def _signs_of(piece: TopLevel, language: Language) -> tuple[Shown, ...]:
    if _SIGNS.keys().isdisjoint(listed_words(piece.text)):
        return ()
    return told_by_text(_found, piece, language, lambda *read: tuple(_signs_in(*read)))


def _signs_in(piece: TopLevel, language: Language) -> Iterator[Shown]:
    query = _query(language)
    found = QueryCursor(query).captures(piece.node) if query is not None else {}
    for node in (*found.get("word", ()), *found.get("called", ())):
        word = node.text or b""
        if word in _SIGNS:
            yield Shown(node.start_byte - piece.start, _SIGNS[word].ljust(len(word)))


@lru_cache(maxsize=32)
def _query(language: Language) -> Query | None:
    """The parser of C takes none of them for an operator."""
    words = [word.decode() for word in _SIGNS if language.id_for_node_kind(word.decode(), False) is not None]
    quoted = " ".join(f'"{word}"' for word in words)
    return Query(language, f"[{quoted}] @word {_CALLED}") if words else None
