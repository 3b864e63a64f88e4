"""All that what is said of a function depends on: its text, the functions that it may call, what it can see of the file.

A function sees by name. What shares no name with it, with what it calls or with what these names stand for is no matter to it, so that
an edit of another function's head, of a comment or of a macro that it does not use leaves everything that is kept of it. Where a name
can mean more than it says (members and bases of classes, directives, includes, names that macros put together) everybody sees it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from loopwright.source.outline import Function, Outline
from loopwright.source.text import listed_words, words_in

_MACROS = frozenset(("preproc_def", "preproc_function_def"))
_BY_NAME = _MACROS | {"declaration", "type_definition"}
_SEEN_BY_NOBODY = frozenset(("comment", "function_definition"))
_FILE_LEVEL = frozenset(("", "translation_unit", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"))
# Words of declarations that bring nothing into sight: a macro of that name is seen by its own definition.
_KEYWORDS = frozenset(
    b"auto bool char class const constexpr double enum extern float inline int long restrict short signed static struct "
    b"typedef union unsigned void volatile".split()
)
_MOST_REMEMBERED = 20_000


@dataclass(frozen=True)
class _Sights:
    """What stands in a file outside of functions: by each name in it, and what everybody sees, with the names in that; functions by
    their names, and all names that bring something into sight."""

    by_name: dict[bytes, list[bytes]]
    by_all: int
    words: frozenset[bytes]
    defined: dict[bytes, tuple[bytes, ...]]
    names: frozenset[bytes]
    pastes: bool


def surroundings(outline: Outline, function: Function) -> Hashable:
    """A key of ``function``: equal keys mean that everything which is worked out from the function alone is equal."""
    place = ("surroundings", function.span.start)
    if place not in outline.kept:
        outline.kept[place] = _surroundings(outline, function)
    kept: Hashable = outline.kept[place]
    return kept


def _surroundings(outline: Outline, function: Function) -> Hashable:
    sights = _sights(outline)
    own = outline.source.data[function.span.start : function.span.end]
    language = outline.source.language
    if sights.pastes:
        names = outline.functions_by_name
        return own, outline.heads, language, tuple(_texts(outline, name) for name in names)
    waiting = (_words(own) & sights.names) | sights.words
    met = set(waiting)
    texts = {own}
    while waiting:
        new = {
            text for word in waiting for text in (*sights.by_name.get(word, ()), *sights.defined.get(word, ()))
        } - texts
        texts |= new
        waiting = (frozenset[bytes]().union(*map(_words, new)) & sights.names) - met
        met |= waiting
    return own, frozenset(texts), sights.by_all, language


def _texts(outline: Outline, name: str) -> tuple[bytes, ...]:
    data = outline.source.data
    return tuple(data[other.span.start : other.span.end] for other in outline.functions_by_name[name])


def _sights(outline: Outline) -> _Sights:
    if "sights" not in outline.kept:
        outline.kept["sights"] = _read_sights(outline)
    kept: _Sights = outline.kept["sights"]
    return kept


def _read_sights(outline: Outline) -> _Sights:
    by_name: dict[bytes, list[bytes]] = {}
    by_all: list[bytes] = []
    pastes = False
    for piece in outline.pieces:
        if piece.kind in _SEEN_BY_NOBODY and piece.head is not piece.text:
            continue
        if piece.kind in _BY_NAME and piece.around in _FILE_LEVEL and b"operator" not in piece.text:
            is_macro = piece.kind in _MACROS
            pastes = pastes or (is_macro and b"##" in piece.text)
            for word in listed_words(piece.text)[1:2] if is_macro else _words(piece.text) - _KEYWORDS:
                by_name.setdefault(word, []).append(piece.text)
        else:
            by_all.append(piece.text)
    pastes = pastes or any(b"##" in header.source.data for header in outline.headers)
    names = outline.functions_by_name
    defined = {name.encode(): _texts(outline, name) for name in names}
    # Operators, conversions, destructors, specialisations: they are called by no name.
    nameless = frozenset(name.encode() for name in names if not name.isidentifier())
    known = frozenset((*by_name, *defined))
    words = frozenset(nameless.union(*map(_words, by_all))) & known
    headers = tuple(header.source.data for header in outline.headers)
    return _Sights(by_name, hash((tuple(by_all), headers)), words, defined, known, pastes)


@lru_cache(maxsize=_MOST_REMEMBERED)
def _words(text: bytes) -> frozenset[bytes]:
    return words_in(text)
