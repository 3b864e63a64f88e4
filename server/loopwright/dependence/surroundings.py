"""All that what is said of a function depends on: its text, the functions that it may call, what it can see of the file.

A function sees by name. What shares no name with it, with what it calls or with what these names stand for is no matter to it, so that
an edit of another function's head, of a comment or of a macro that it does not use leaves everything that is kept of it. Where a name
can mean more than it says (members and bases of classes, directives, includes, names that macros put together) everybody sees it.
"""

from __future__ import annotations

import bisect
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from loopwright.lang.classes import CLASSES
from loopwright.lang.macros import DECIDING
from loopwright.lang.own_templates import takes_name
from loopwright.lang.types import SEQUENCES
from loopwright.source.kept import kept
from loopwright.source.masking import conditional_lines
from loopwright.source.outline import Function, Outline
from loopwright.source.text import listed_words, words_in

_MACROS = frozenset(("preproc_def", "preproc_function_def"))
_BY_NAME = _MACROS | {"declaration", "type_definition"}
_FILE_LEVEL = frozenset(("", "translation_unit", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"))
# Words of declarations that bring nothing into sight: a macro of that name is seen by its own definition.
_KEYWORDS = frozenset(
    b"auto bool char class const constexpr double enum extern float inline int long restrict short signed static struct "
    b"typedef union unsigned void volatile".split()
)
_MOST_REMEMBERED = 20_000
_MOST_SEEN = 200  # what is seen in a chain of calls is seen again from each function of it


class _Seen(NamedTuple):
    """Something that names bring into sight: where it stands, how many of the things that everybody sees are before it, what stands around
    it, its text."""

    start: int
    rank: int
    around: str
    text: bytes


@dataclass(frozen=True)
class _Sights:
    """What stands in a file outside of functions: what each name brings into sight, functions with it (where all of that begins, and a
    hash of it), and what everybody sees, with the names in that; ``taken`` are names of the library's classes that the file's own
    have."""

    by_name: dict[bytes, list[_Seen]]
    named_starts: list[int]
    by_any_name: int
    starts: list[int]
    by_all: int
    words: frozenset[bytes]
    pastes: bool
    taken: tuple[str, ...]


def surroundings(outline: Outline, function: Function) -> Hashable:
    """A key of ``function``: equal keys mean that everything which is worked out from the function alone is equal."""
    start = function.span.start
    index = outline.piece_index(start)
    return surroundings_of_piece(outline, index), start - outline.pieces[index].start


@kept
def surroundings_of_piece(outline: Outline, index: int) -> Hashable:
    """The same of all that stands in a top-level piece of the file."""
    piece = outline.pieces[index]
    start = piece.start
    sights = _sights(outline)
    shown = outline.source.parsed[slice(*piece.span)] if outline.source.parsed is not outline.source.data else b""
    return (
        piece.text,
        shown if shown != piece.text else b"",
        piece.form,
        piece.around,
        bisect.bisect_right(sights.starts, start),
        _seen_from(sights, piece.text, start),
        sights.by_all,
        sights.taken,
        outline.source.language,
    )


def _seen_from(sights: _Sights, own: bytes, start: int) -> Hashable:
    """What the names in a text bring into sight, and the names in that, in the order of the file; whether each comes before ``start``.
    Where that is much it is all that any name brings into sight."""
    waiting = set(sights.by_name if sights.pastes else (_words(own) & sights.by_name.keys()) | sights.words)
    met = set(waiting)
    seen: set[_Seen] = set()
    while waiting:
        new = {each for word in waiting for each in sights.by_name[word]} - seen
        seen |= new
        if len(seen) > _MOST_SEEN:
            return sights.by_any_name, bisect.bisect_left(sights.named_starts, start)
        waiting = (set[bytes]().union(*(_words(each.text) for each in new)) & sights.by_name.keys()) - met
        met |= waiting
    return tuple((each.start < start, *each[1:]) for each in sorted(seen))


@kept
def _sights(outline: Outline) -> _Sights:
    everybody, some, pastes = _read_pieces(outline)
    everybody.sort()
    starts = [start for start, _, _ in everybody]
    by_name: dict[bytes, list[_Seen]] = {}
    for words, start, around, text in some:
        seen = _Seen(start, bisect.bisect_right(starts, start), around, text)
        for word in words:
            by_name.setdefault(word, []).append(seen)
    headers = tuple(header.source.data for header in outline.headers)
    pastes = pastes or any(b"##" in header for header in headers)
    # Operators, conversions, destructors, specialisations: they are called by no name.
    nameless = frozenset(name.encode() for name in outline.functions_by_name if not name.isidentifier())
    words = nameless.union(*(_words(text) for _, _, text in everybody)) & by_name.keys()
    named = sorted({each for group in by_name.values() for each in group})
    by_any_name = hash(tuple(each[1:] for each in named))
    return _Sights(
        by_name,
        [each.start for each in named],
        by_any_name,
        starts,
        hash((tuple(each[1:] for each in everybody), headers)),
        words,
        pastes,
        _taken(outline),
    )


def _taken(outline: Outline) -> tuple[str, ...]:
    """Pieces do not tell which of them stand in which namespace, and these names depend on that."""
    called = {p.text.split(b"<")[0].strip().decode("utf-8", "replace") for p in outline.pieces if p.around in CLASSES}
    return tuple(sorted(name for name in called & SEQUENCES if takes_name(outline, name)))


def _read_pieces(
    outline: Outline,
) -> tuple[list[tuple[int, str, bytes]], list[tuple[Iterable[bytes], int, str, bytes]], bool]:
    """What everybody sees, what is seen by names, and whether macros put names together."""
    data, parsed = outline.source.data, outline.source.parsed
    everybody: list[tuple[int, str, bytes]] = []
    some: list[tuple[Iterable[bytes], int, str, bytes]] = []
    pastes = False
    for piece in outline.pieces:
        if piece.kind == "comment":
            continue
        if piece.kind == "function_definition" and piece.head is not piece.text:
            continue
        if piece.kind in _BY_NAME and piece.around in _FILE_LEVEL and b"operator" not in piece.text:
            is_macro = piece.kind in _MACROS
            pastes = pastes or (is_macro and b"##" in piece.text)
            words = listed_words(piece.text)[1:2] if is_macro else _words(piece.text) - _KEYWORDS
            some.append((words, piece.start, piece.around, piece.text))
            if is_macro and any(word.decode("utf-8", "replace") in DECIDING for word in words):
                everybody.append((piece.start, piece.around, piece.text))
        else:
            everybody.append((piece.start, piece.around, piece.text))
    for name, functions in outline.functions_by_name.items():
        for function in functions:
            piece = outline.pieces[outline.piece_index(function.span.start)]
            text = data[slice(*function.span)]
            if parsed is not data and parsed[slice(*function.span)] != text:
                text += parsed[slice(*function.span)]
            some.append(((name.encode(),), function.span.start, piece.form + " " + piece.around, text))
    for start, end in conditional_lines(data):
        if not outline.is_in_function(start):
            everybody.append((start, "", data[start:end]))
    return everybody, some, pastes


@lru_cache(maxsize=_MOST_REMEMBERED)
def _words(text: bytes) -> frozenset[bytes]:
    return words_in(text)
