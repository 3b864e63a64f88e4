"""A parsed file: text, language and tree, immutable, re-parsed incrementally from its predecessor."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import PurePath
from typing import Literal

import tree_sitter
import tree_sitter_c
import tree_sitter_cpp
import tree_sitter_cuda

from loopwright.source.masking import masked, with_line_feeds
from loopwright.source.text import LineIndex, Span, encode

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


@dataclass(frozen=True, eq=False)
class Source:
    """One version of one file. Made by :func:`parse`, followed by :meth:`edited`. ``parsed`` is what the tree is of, as
    long as ``data`` (see :mod:`masking`)."""

    data: bytes
    parsed: bytes
    language: Language
    tree: tree_sitter.Tree
    name: str = "<memory>"
    version: int | None = None

    @cached_property
    def lines(self) -> LineIndex:
        """Line index of the text."""
        return LineIndex(self.data)

    @cached_property
    def hides_pragmas(self) -> bool:
        """Whether the parser was not shown some pragma."""
        return self.hides(b"pragma", Span(0, len(self.data)))

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
        data, tree = self.data, self.tree.copy()
        first, last = len(data), len(data)  # bytes before and after all changes
        for change in changes:
            start, old_end = change.span.start, change.span.end
            new_end = start + len(change.text)
            edited = data[:start] + change.text + data[old_end:]
            tree.edit(
                start_byte=start,
                old_end_byte=old_end,
                new_end_byte=new_end,
                start_point=_point(data, start),
                old_end_point=_point(data, old_end),
                new_end_point=_point(edited, new_end),
            )
            first, last = min(first, start), min(last, len(data) - old_end)
            data = edited
        parsed, parser = masked(data, self.language == "cuda"), _parser(self.language)
        # What is masked may change far from the edit, where the old tree would be trusted.
        before, after = self.parsed, parsed
        kept = before[:first] == after[:first] and before[len(before) - last :] == after[len(after) - last :]
        new_tree = parser.parse(parsed, tree) if kept else parser.parse(parsed)
        return Source(data, parsed, self.language, new_tree, self.name, version)


def parse(
    text: str | bytes,
    name: str = "<memory>",
    language: Language | None = None,
    version: int | None = None,
) -> Source:
    """Parse ``text``. Never raises: broken code gives a tree with error nodes."""
    data = encode(text) if isinstance(text, str) else text
    language = language or language_of(name, data)
    parsed = masked(data, language == "cuda")
    return Source(data, parsed, language, _parser(language).parse(parsed), name, version)


def _parser(language: Language) -> tree_sitter.Parser:
    # A tree-sitter parser must not be shared between threads; making one takes microseconds.
    parsers: dict[Language, tree_sitter.Parser] = _local.__dict__.setdefault("parsers", {})
    if language not in parsers:
        parsers[language] = tree_sitter.Parser(grammar(language))
    return parsers[language]


def _point(data: bytes, offset: int) -> tuple[int, int]:
    data = with_line_feeds(data)
    return data.count(b"\n", 0, offset), offset - (data.rfind(b"\n", 0, offset) + 1)
