"""A parsed file: text, language and tree, immutable, re-parsed incrementally from its predecessor."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePath
from typing import Literal, NamedTuple

import tree_sitter
import tree_sitter_c
import tree_sitter_cpp
import tree_sitter_cuda

from loopwright.bounded import keep
from loopwright.lazily import cached_property
from loopwright.source.carried import Carried
from loopwright.source.casts import brackets_of_no_cast
from loopwright.source.directive_macros import Definitions, DirectiveMacros, Use, definitions_in, together
from loopwright.source.excess import excessive
from loopwright.source.masking import hidden_branches, masked, with_line_feeds, without_open_comments
from loopwright.source.nodes import LONGEST_KEPT, MOST_DEPTH, Kinds, TopLevel, is_too_deep, top_level
from loopwright.source.operator_words import signs_of_words
from loopwright.source.text import LineIndex, Span, encode
from loopwright.source.zeros import Shown, zeros_of_no_function

Language = Literal["c", "cpp", "cuda"]

_GRAMMARS = {"c": tree_sitter_c, "cpp": tree_sitter_cpp, "cuda": tree_sitter_cuda}
_SUFFIXES: dict[str, Language] = {
    ".c": "c",
    ".cu": "cuda",
    ".cuh": "cuda",
    **dict.fromkeys((".cc", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp"), "cpp"),
}
_LANGUAGE_IDS: dict[str, Language] = {"c": "c", "cpp": "cpp", "cuda-cpp": "cuda", "cuda": "cuda"}
_CUDA_MARKS = (b"__global__", b"__device__", b"<<<", b"__shared__")
_local = threading.local()
_BLANKS = bytes(byte if byte in b"\r\n" else 32 for byte in range(256))
_DEPTHS_KEPT = 20_000
MOST_BYTES = 8 * 1024 * 1024
COMMAND_LINE = "<command line>"  # the name of the header that says what a compiler's options define
_MOST_MENDED = 4  # casts, one in another


@cache
def grammar(language: Language) -> tree_sitter.Language:
    """The tree-sitter grammar of ``language``."""
    return tree_sitter.Language(_GRAMMARS[language].language())


def language_of(name: str, data: bytes = b"", language_id: str | None = None) -> Language:
    """Language of a file, from the editor's language id, else its name and what it contains.

    A file called C or C++ that holds CUDA keywords is parsed as CUDA, a superset of C++.
    """
    named = _LANGUAGE_IDS.get(language_id or "") or (
        "cpp" if name.endswith(".C") else _SUFFIXES.get(PurePath(name).suffix.lower(), "cpp")
    )
    return "cuda" if any(mark in data for mark in _CUDA_MARKS) else named


@dataclass(frozen=True)
class Change:
    """Replace the bytes of ``span`` by ``text``."""

    span: Span
    text: bytes


class Unseen(NamedTuple):
    """A part of a file that was not looked at, and why, as the end of a sentence."""

    span: Span
    reason: str


@dataclass(frozen=True)
class _Edited:
    """What an incremental parse begins with: an earlier tree with the edits since, what it is of, how many bytes before
    and after all edits are as they were, and its top-level nodes."""

    tree: tree_sitter.Tree
    parsed: bytes
    first: int
    last: int
    top_level: Carried


class _Reading(NamedTuple):
    """A tree, the text it is of, and what the parser was not shown because nobody could look at it."""

    tree: tree_sitter.Tree
    parsed: bytes
    unseen: tuple[Unseen, ...]
    root: tree_sitter.Node
    top_level: Carried


@dataclass(frozen=True, eq=False)
class Source:
    """One version of one file. Made by :func:`parse`, followed by :meth:`edited`; parsed when its tree is first asked for."""

    data: bytes
    language: Language
    name: str = "<memory>"
    version: int | None = None
    _before: _Edited | None = None
    _macros: DirectiveMacros | None = None
    _lines: LineIndex | None = None

    @cached_property
    def _reading(self) -> _Reading:
        return _read(self.data, self.language, self._before, self.uses)

    @cached_property
    def definitions(self) -> Definitions:
        """The macros that the text defines."""
        return definitions_in(self.data) if len(self.data) <= MOST_BYTES else {}

    @cached_property
    def macros(self) -> DirectiveMacros:
        """The macros that may stand for directives: its own, unless it was told of more."""
        if self._macros is not None:
            return self._macros
        return DirectiveMacros(self.definitions if b"_Pragma" in self.data else {})

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """Macros in the code that stand for directives."""
        if len(self.data) > MOST_BYTES or not self.macros.names:
            return ()
        return tuple(self.macros.uses_in(without_open_comments(self.data)))

    def among(self, others: Iterable[Definitions]) -> Source:
        """The same text where the macros ``others`` are defined too; itself if it uses none of them for directives."""
        macros = DirectiveMacros(together((self.definitions, *others)))
        if not macros.names:
            return self
        read = replace(self, _before=None, _macros=macros)
        return self if read.uses == self.uses else read

    @property
    def tree(self) -> tree_sitter.Tree:
        """The syntax tree; the same as that of a file that is opened with this text."""
        return self._reading.tree

    @property
    def root(self) -> tree_sitter.Node:
        """The root of the tree, the same object each time: nodes below it that were asked for once are there."""
        return self._reading.root

    @property
    def top_level(self) -> Carried:
        """The top-level nodes of the tree, with what is read of each alone."""
        return self._reading.top_level

    @cached_property
    def kinds(self) -> Kinds:
        """The nodes of the tree by what they are."""
        return Kinds(self.root)

    @property
    def parsed(self) -> bytes:
        """What the tree is of, as long as ``data`` (see :mod:`masking`)."""
        return self._reading.parsed

    @property
    def unseen(self) -> tuple[Unseen, ...]:
        """Parts that are too large or too deep to look at; the tree has blanks there."""
        return self._reading.unseen

    @property
    def is_too_large(self) -> bool:
        """Whether nothing of the file was looked at."""
        return len(self.data) > MOST_BYTES

    @property
    def layout(self) -> Hashable:
        """What decides where its lines are, beside the text."""
        return ()

    @cached_property
    def lines(self) -> LineIndex:
        """Line index of the text."""
        return self._lines or LineIndex(self.data)

    @cached_property
    def hides_pragmas(self) -> bool:
        """Whether the parser was not shown some pragma."""
        return self.hides(b"pragma", Span(0, len(self.data)))

    @cached_property
    def hidden_code(self) -> tuple[Span, ...]:
        """Code that the parser was not shown: parts that nobody could look at, branches of conditional lines."""
        spans = [part.span for part in self.unseen]
        if self.parsed is not self.data:
            spans += (
                Span(*branch) for branch in hidden_branches(self.data, self.parsed, (use.span for use in self.uses))
            )
        return tuple(spans)

    @property
    def hides_code(self) -> bool:
        """Whether the parser was not shown some code of the file."""
        return bool(self.hidden_code)

    def hides_code_in(self, span: Span) -> bool:
        """Whether the parser was not shown some code inside ``span``."""
        return any(hidden.start < span.end and span.start < hidden.end for hidden in self.hidden_code)

    def hides(self, text: bytes, within: Span) -> bool:
        """Whether the parser was not shown ``text`` somewhere in a span (see :mod:`masking`)."""
        return self.parsed is not self.data and self.data.count(text, *within) > self.parsed.count(text, *within)

    @property
    def text(self) -> str:
        """The text as ``str``."""
        return self.data.decode("utf-8", errors="replace")

    def slice(self, span: Span) -> str:
        """Text of ``span``."""
        return self.data[span.start : span.end].decode("utf-8", errors="replace")

    def edited(self, changes: Iterable[Change], version: int | None = None) -> Source:
        """The file after ``changes``, applied in order, each to the result of the one before."""
        data, lines = self.data, self.lines
        before = self._as_it_was if self._is_read else self._before
        for change in changes:
            start, old_end = change.span.start, change.span.end
            edited = data[:start] + change.text + data[old_end:]
            if before is not None:
                before = _follow(before, data, edited, change)
            lines = lines.edited(edited, start, len(data) - old_end)
            data = edited
        return Source(data, self.language, self.name, version, before, _lines=lines)

    @property
    def _as_it_was(self) -> _Edited:
        length = len(self.data)
        return _Edited(self.tree.copy(), self.parsed, length, length, self.top_level)

    @property
    def _is_read(self) -> bool:
        return "_reading" in self.__dict__ and not self.unseen


def _follow(before: _Edited, data: bytes, edited: bytes, change: Change) -> _Edited:
    """``before`` after one more change, which made ``edited`` of ``data``."""
    (start, old_end), new_end = change.span, change.span.start + len(change.text)
    tree = before.tree.copy()
    tree.edit(
        start_byte=start,
        old_end_byte=old_end,
        new_end_byte=new_end,
        start_point=_point(data, start),
        old_end_point=_point(data, old_end),
        new_end_point=_point(edited, new_end),
    )
    first, last = min(before.first, start), min(before.last, len(data) - old_end)
    return replace(before, tree=tree, first=first, last=last)


def parse(
    text: str | bytes,
    name: str = "<memory>",
    language: Language | None = None,
    version: int | None = None,
) -> Source:
    """Parse ``text``. Never raises: broken code gives a tree with error nodes."""
    data = encode(text) if isinstance(text, str) else text
    language = language or language_of(name, data)
    return Source(data, language, name, version)


def _read(data: bytes, language: Language, before: _Edited | None, uses: tuple[Use, ...]) -> _Reading:
    if len(data) > MOST_BYTES:  # also what is opened in an editor
        parsed = _blanks(data)
        whole = Unseen(Span(0, len(data)), f"the file is larger than {MOST_BYTES >> 20} MB")
        return _reading(_parser(language).parse(parsed), parsed, data, (whole,))
    long = tuple(Unseen(span, reason) for span, reason in excessive(data))
    parsed = masked(_without(data, long), language == "cuda", tuple(use.span for use in uses))
    tree = _incremental(parsed, language, before) or _parser(language).parse(parsed)
    reading = _reading(tree, parsed, data, long, before)
    deep = _too_deep(reading.top_level)
    if deep:
        parsed = _without(parsed, deep)
        unseen = tuple(sorted((*long, *deep)))
        reading = _reading(_parser(language).parse(parsed), parsed, data, unseen, before)
    for _ in range(_MOST_MENDED):
        others = [
            *_without_brackets(reading, language),
            *zeros_of_no_function(reading.top_level, grammar(language)),
            *signs_of_words(reading.top_level, grammar(language)),
        ]
        if not others:
            break
        shown = bytearray(parsed)
        for at, text in others:
            shown[at : at + len(text)] = text
        parsed = bytes(shown)
        reading = _reading(_parser(language).parse(parsed), parsed, data, reading.unseen, before)
    return reading


def _without_brackets(reading: _Reading, language: Language) -> Iterator[Shown]:
    """Blanks for the parentheses around what is no cast."""
    return (Shown(at, b" ") for at in brackets_of_no_cast(reading.top_level, grammar(language)))


def _reading(
    tree: tree_sitter.Tree, parsed: bytes, data: bytes, unseen: tuple[Unseen, ...], before: _Edited | None = None
) -> _Reading:
    root = tree.root_node
    nodes = Carried(top_level(root, parsed, data), before.top_level if before is not None else None)
    return _Reading(tree, parsed, unseen, root, nodes)


def _without(data: bytes, parts: Iterable[Unseen]) -> bytes:
    """``data`` with blanks in ``parts``; itself where there are none."""
    shown = bytearray()
    for span, _ in parts:
        shown = shown or bytearray(data)
        shown[span.start : span.end] = _blanks(data[span.start : span.end])
    return bytes(shown) or data


def _incremental(parsed: bytes, language: Language, before: _Edited | None) -> tree_sitter.Tree | None:
    """The tree by re-using an earlier one. ``None`` where that may differ from a fresh one: what is masked may change far from
    the edit, where the old tree would be trusted; and how the parser recovers from an error depends on what it has seen."""
    if before is None:
        return None
    old, first, last = before.parsed, before.first, before.last
    if old[:first] != parsed[:first] or old[len(old) - last :] != parsed[len(parsed) - last :]:
        return None
    tree = _parser(language).parse(parsed, before.tree)
    return None if tree.root_node.has_error else tree


def _too_deep(nodes: Carried) -> list[Unseen]:
    """Top-level pieces that are nested deeper than anybody would follow."""
    return [
        Unseen(Span(node.start, node.start + len(node.text)), f"it is nested more than {MOST_DEPTH} levels deep")
        for node, is_deep in zip(nodes.nodes, nodes.each(_is_deep, None), strict=True)
        if is_deep
    ]


_depths: dict[tuple[bytes, str], bool] = {}


def _is_deep(node: TopLevel, _: None) -> bool:
    """Told apart by the text, as others read this one, too."""
    key = node.text, node.form
    known = _depths.get(key)
    if known is None:
        known = is_too_deep(node)
        if len(node.form) <= LONGEST_KEPT:
            keep(_depths, key, known, _DEPTHS_KEPT)
    return known


def _blanks(data: bytes) -> bytes:
    return data.translate(_BLANKS)


def _parser(language: Language) -> tree_sitter.Parser:
    # A tree-sitter parser must not be shared between threads; making one takes microseconds.
    parsers: dict[Language, tree_sitter.Parser] = _local.__dict__.setdefault("parsers", {})
    if language not in parsers:
        parsers[language] = tree_sitter.Parser(grammar(language))
    return parsers[language]


def _point(data: bytes, offset: int) -> tuple[int, int]:
    data = with_line_feeds(data)
    return data.count(b"\n", 0, offset), offset - (data.rfind(b"\n", 0, offset) + 1)
