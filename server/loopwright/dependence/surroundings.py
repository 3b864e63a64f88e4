"""All that what is said of a function depends on: its text, the functions that it may call, what it can see of the file.

A function sees by name. What shares no name with it, with what it calls or with what these names stand for is no matter to it, so that
an edit of another function's head, of a comment or of a macro that it does not use leaves everything that is kept of it. Where a name
can mean more than it says (members and bases of classes, directives, includes, names that macros put together) everybody sees it.

From one version of a file to the next most pieces see what they saw before: their keys are taken over, so that an edit costs the pieces that
see it.

Keys outlive the versions that they were made for, in every table of verdicts, hints and findings, and code that is broken for a moment makes
one long function of many: they are digests, so that no text of a version stays because something was found in it.
"""

from __future__ import annotations

import bisect
import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from loopwright.bounded import keep
from loopwright.lang.declarations import NO_NAMES
from loopwright.lang.effective_types import are_typed
from loopwright.lang.macros import DECIDING
from loopwright.lang.made_names import made_by_macros
from loopwright.lang.missing import lacks_bool
from loopwright.lang.own_templates import takes_name
from loopwright.lang.scopes import scopes_of
from loopwright.lang.second_names import replaceable, second_names
from loopwright.lang.types import RESTRICT, SEQUENCES
from loopwright.lang.types_given import numbers_given
from loopwright.lazily import cached_property
from loopwright.source.kept import kept
from loopwright.source.masking import conditional_lines, words_for_restrict
from loopwright.source.nodes import CLASSES, TopLevel
from loopwright.source.outline import Function, Outline
from loopwright.source.pieces import Piece, alone
from loopwright.source.syntax import Language
from loopwright.source.text import listed_words, words_in

_MACROS = frozenset(("preproc_def", "preproc_function_def"))
_BY_NAME = _MACROS | {"declaration", "type_definition"}
_FILE_LEVEL = frozenset(("", "translation_unit", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"))
# Words of declarations that bring nothing into sight: a macro of that name is seen by its own definition.
_KEYWORDS = frozenset(word.encode() for word in NO_NAMES) | {
    b"auto",
    b"bool",
    b"class",
    b"constexpr",
    b"inline",
    b"restrict",
}
_SEEN_BY_ALL = frozenset(word.encode() for word in DECIDING | RESTRICT)
_CALLED_BY_LOOPS = frozenset((b"begin", b"end"))  # `for (auto &x : grid)` names neither (C++17 9.5.4)
_MOST_REMEMBERED = 4_000  # texts of which the names are known
_MOST_VERSIONS = 8
_MOST_SEEN = 200  # what is seen in a chain of calls is seen again from each function of it


class _Seen(NamedTuple):
    """Something that names bring into sight: the number of its piece and where it stands in it, how many of the things that everybody sees
    are before it, what stands around it, its text as a digest and how long that is."""

    piece: int
    offset: int
    rank: int
    around: str
    digest: bytes
    length: int


class _Named(NamedTuple):
    """What ``words`` bring into sight: where it stands in its piece, what stands around it, its text as a digest and how long that is."""

    words: Iterable[bytes]
    offset: int
    around: str
    digest: bytes
    length: int


@dataclass(frozen=True)
class _Sights:
    """What stands in a file outside of functions: what each name brings into sight, functions with it, and what everybody sees, with the
    names in that; ``taken`` are names of the library's classes that the file's own have,
    and names of types that mean another one in some function."""

    by_name: dict[bytes, list[_Seen]]
    starts: list[int]
    by_all: int
    words: frozenset[bytes]
    pastes: bool
    taken: tuple[str, ...]

    @cached_property
    def _named(self) -> list[_Seen]:
        return sorted({each for group in self.by_name.values() for each in group})

    @cached_property
    def named_pieces(self) -> list[int]:
        """The pieces of all that names bring into sight."""
        return [each.piece for each in self._named]

    @cached_property
    def by_any_name(self) -> int:
        """A hash of all that."""
        return hash(tuple((each.rank, each.around, each.digest) for each in self._named))


def surroundings(outline: Outline, function: Function) -> Hashable:
    """A key of ``function``: equal keys mean that everything which is worked out from the function alone is equal."""
    start = function.span.start
    index = outline.piece_index(start)
    given = numbers_given(outline, function.span)
    return surroundings_of_piece(outline, index), start - outline.pieces[index].start, given


def surroundings_of_piece(outline: Outline, index: int) -> Hashable:
    """The same of all that stands in a top-level piece of the file."""
    version = _version(outline)
    view = version.views.get(index)
    if view is None:
        view = version.views[index] = _view(outline, version.sights, index)
    return view.key


class _View(NamedTuple):
    """How a piece sees its file: its key, and all names in what it says and sees, ``None`` where any name may count."""

    piece: Piece
    shown: bytes
    rank: int
    key: bytes
    names: frozenset[bytes] | None


class _Version(NamedTuple):
    """A version of a file and what its pieces see, as far as they were asked for or see what they saw before."""

    pieces: list[Piece]
    sights: _Sights
    views: dict[int, _View]


# Of files by their name and what everybody sees in them. They are compared with what a file has become, so that any of them is right.
_latest: OrderedDict[Hashable, _Version] = OrderedDict()
_lock = threading.Lock()


@kept
def _version(outline: Outline) -> _Version:
    sights = _sights(outline)
    key = outline.source.name, outline.source.language, sights.by_all, sights.taken, sights.words
    before = _latest.get(key)
    version = _Version(outline.pieces, sights, _taken_over(outline, sights, before) if before is not None else {})
    with _lock:
        _latest[key] = version
        _latest.move_to_end(key)
        if len(_latest) > _MOST_VERSIONS:
            _latest.popitem(last=False)
    return version


def _taken_over(outline: Outline, sights: _Sights, before: _Version) -> dict[int, _View]:
    """The views of pieces that see what they saw in the version before."""
    if sights.pastes or before.sights.pastes:
        return {}
    first, last = _unchanged(before.pieces, outline.pieces)
    shift = len(outline.pieces) - len(before.pieces)
    behind = len(before.pieces) - last

    def now(index: int) -> int:
        return index if index < first else index + shift if index >= behind else -1

    old, new = before.sights.by_name, sights.by_name
    if shift:
        old = {name: [seen._replace(piece=now(seen.piece)) for seen in each] for name, each in old.items()}
    is_masked = outline.source.parsed is not outline.source.data
    changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    found: dict[int, _View] = {}
    for index, view in list(before.views.items()):
        place = now(index) if shift else index
        if place < 0 or view.names is None or not changed.isdisjoint(view.names):
            continue
        piece = outline.pieces[place]
        is_outside = place < first or index >= behind
        if (
            (is_outside or _are_alike(piece, view.piece))
            and bisect.bisect_right(sights.starts, piece.start) == view.rank
            and (_shown(outline, piece) if is_masked else b"") == view.shown
        ):
            found[place] = view
    return found


def _unchanged(before: list[Piece], after: list[Piece]) -> tuple[int, int]:
    """How many pieces at the beginning and at the end of a file are as they were."""
    most = min(len(before), len(after))
    first = next((n for n in range(most) if not _are_alike(before[n], after[n])), most)
    left = most - first
    return first, next((n for n in range(left) if not _are_alike(before[-1 - n], after[-1 - n])), left)


def _are_alike(piece: Piece, other: Piece) -> bool:
    return piece.text == other.text and piece.form == other.form and piece.around == other.around


def _shown(outline: Outline, piece: Piece) -> bytes:
    """What the parser was shown of a piece where that is not its text."""
    if outline.source.parsed is outline.source.data:
        return b""
    shown = outline.source.parsed[slice(*piece.span)]
    return shown if shown != piece.text else b""


def _view(outline: Outline, sights: _Sights, index: int) -> _View:
    piece = outline.pieces[index]
    shown, rank = _shown(outline, piece), bisect.bisect_right(sights.starts, piece.start)
    own = _digest(piece.text)
    seen, names = _seen_from(outline, sights, own, index)
    key = (
        own,
        _digest(shown),
        piece.form,
        piece.around,
        rank,
        seen,
        sights.by_all,
        sights.taken,
        outline.source.language,
    )
    return _View(piece, shown, rank, _digest(repr(key).encode()), names)


def _seen_from(outline: Outline, sights: _Sights, own: bytes, index: int) -> tuple[Hashable, frozenset[bytes] | None]:
    """What the names in a text bring into sight, and the names in that, in the order of the file; whether each comes before the text's
    piece. Where that is much it is all that any name brings into sight. With it the names that were looked for."""
    names = _words(own, outline.pieces[index].text)
    waiting: frozenset[bytes] | set[bytes] = set(sights.by_name if sights.pastes else names & sights.by_name.keys())
    waiting |= sights.words
    met = set(waiting)
    seen: set[_Seen] = set()
    while waiting:
        new = {each for word in waiting for each in sights.by_name[word]} - seen
        seen |= new
        if len(seen) > _MOST_SEEN:
            return (sights.by_any_name, bisect.bisect_left(sights.named_pieces, index)), None
        names = names.union(*(_words_seen(outline, each) for each in new))
        waiting = (names & sights.by_name.keys()) - met
        met |= waiting
    in_order = tuple((each.piece < index, each.rank, each.around, each.digest) for each in sorted(seen))
    return in_order, None if sights.pastes else names | sights.words


@kept
def _sights(outline: Outline) -> _Sights:
    everybody, some, nameless, pastes = _read_pieces(outline)
    everybody.sort()
    starts = [start for start, _, _ in everybody]
    by_name: dict[bytes, list[_Seen]] = {}
    for index, (words, offset, around, digest, length) in some:
        rank = bisect.bisect_right(starts, outline.pieces[index].start + offset)
        seen = _Seen(index, offset, rank, around, digest, length)
        for word in words:
            by_name.setdefault(word, []).append(seen)
    headers = tuple(header.source.data for header in outline.headers)
    pastes = pastes or any(b"##" in header for header in headers)
    # What attributes say that the parser is not shown: they stand in no piece.
    hidden = (
        *(are_typed(outline), second_names(outline), replaceable(outline)),
        *(lacks_bool(outline), made_by_macros(outline)),
    )
    words = frozenset(nameless.union(*(_words(_digest(text), text) for _, _, text in everybody)) & by_name.keys())
    return _Sights(
        by_name,
        starts,
        hash((tuple(each[1:] for each in everybody), headers, hidden)),
        words,
        pastes,
        _taken(outline),
    )


def _taken(outline: Outline) -> tuple[str, ...]:
    """Pieces do not tell which of them stand in which namespace, and these names depend on that."""
    called = {p.text.split(b"<")[0].strip().decode("utf-8", "replace") for p in outline.pieces if p.around in CLASSES}
    classes = sorted(name for name in called & SEQUENCES if takes_name(outline, name))
    return (*classes, *sorted(scopes_of(outline).hidden))


def _read_pieces(
    outline: Outline,
) -> tuple[list[tuple[int, str, bytes]], list[tuple[int, _Named]], frozenset[bytes], bool]:
    """What everybody sees, what is seen by names, functions that are called by no name (operators, conversions, destructors,
    specialisations, the ends of ranges), and whether macros put names together."""
    data, pieces = outline.source.data, outline.pieces
    restricting = words_for_restrict(data)
    everybody: list[tuple[int, str, bytes]] = [(0, "", b" ".join(sorted(restricting)))] if restricting else []
    some: list[tuple[int, _Named]] = []
    functions: list[tuple[int, _Named]] = []
    nameless: set[bytes] = set()
    pastes = False
    for index, told in enumerate(outline.source.top_level.each(_told, outline.source.language)):
        functions += [(index, each) for each in told.functions]
        nameless |= told.nameless
        pastes = pastes or told.pastes
        is_for_all = told.is_for_all
        if told.named is not None:
            some.append((index, told.named))
            is_macro = pieces[index].kind in _MACROS
            is_for_all = is_macro and any(word in _SEEN_BY_ALL or word in restricting for word in told.named.words)
        if is_for_all:
            piece = pieces[index]
            everybody.append((piece.start, piece.around, piece.text))
    for start, end in conditional_lines(data):
        if not outline.is_in_function(start):
            everybody.append((start, "", data[start:end]))
    return everybody, [*some, *functions], frozenset(nameless), pastes


class _Told(NamedTuple):
    """What a piece tells the others: its functions, those names of them that no call says, what else is seen ``named``, whether all see it
    whatever they name, and whether it is a macro that puts names together."""

    functions: tuple[_Named, ...]
    nameless: frozenset[bytes]
    named: _Named | None
    is_for_all: bool
    pastes: bool


def _told(node: TopLevel, language: Language) -> _Told:
    piece = alone(node, language)
    functions = tuple(_functions_of(node, piece))
    names = (name for each in functions for name in each.words)
    nameless = frozenset(name for name in names if name in _CALLED_BY_LOOPS or not name.decode().isidentifier())
    if piece.kind == "comment" or (piece.kind == "function_definition" and piece.head is not piece.text):
        return _Told(functions, nameless, None, False, False)
    if piece.kind not in _BY_NAME or piece.around not in _FILE_LEVEL or b"operator" in piece.text:
        return _Told(functions, nameless, None, True, False)
    is_macro = piece.kind in _MACROS
    words = listed_words(piece.text)[1:2] if is_macro else words_in(piece.text) - _KEYWORDS
    named = _Named(words, 0, piece.around, _digest(_both(piece.text, node.text)), len(piece.text))
    return _Told(functions, nameless, named, False, is_macro and b"##" in piece.text)


def _functions_of(node: TopLevel, piece: Piece) -> Iterator[_Named]:
    """What others see of the functions of a piece."""
    # A form is as long as its piece: all functions of a piece share what stands for it.
    around = _digest(f"{piece.form} {piece.around}".encode()).hex() if piece.shape.functions else ""
    for shape in piece.shape.functions:
        first, last = shape.span
        name = shape.name.split("::")[-1].encode()
        yield _Named((name,), first, around, _digest(_both(node.said[first:last], node.text[first:last])), last - first)


def _text_at(outline: Outline, start: int, end: int) -> bytes:
    return _both(outline.source.data[start:end], outline.source.parsed[start:end])


def _both(text: bytes, shown: bytes) -> bytes:
    """A part of a file, and after it what the parser was shown of that where it is something else."""
    return text if shown == text else text + shown


def _words_seen(outline: Outline, seen: _Seen) -> frozenset[bytes]:
    """The names in what names bring into sight."""
    known = _names.get(seen.digest)
    if known is not None:
        return known
    start = outline.pieces[seen.piece].start + seen.offset
    return _words(seen.digest, _text_at(outline, start, start + seen.length))


def _digest(text: bytes) -> bytes:
    """What stands for a text in keys."""
    return blake2b(text, digest_size=16).digest()


_names: dict[bytes, frozenset[bytes]] = {}


def _words(digest: bytes, text: bytes) -> frozenset[bytes]:
    """The names in a text, kept by its digest."""
    known = _names.get(digest)
    return keep(_names, digest, words_in(text), _MOST_REMEMBERED) if known is None else known
