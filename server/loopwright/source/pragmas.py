"""Directives of OpenACC and OpenMP, and what each governs: `#pragma` lines joined over continuations, `_Pragma("…")` (C 6.10.9), and
macros that stand for them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from loopwright.source.masking import conditional_lines
from loopwright.source.syntax import Source
from loopwright.source.text import Span

# The comment ends at its first end and is short: else each `#` would be tried against the rest of the text.
_GAP = rb"(?:[ \t]|\\(?:\r\n|\n|\r)|/\*(?:[^*]|\*(?!/)){0,1000}\*/)"
SENTINEL = re.compile(rb"#" + _GAP + rb"*pragma" + _GAP + rb"+(acc|omp)\b", re.DOTALL)
# To the end of the logical line; a comment in it may run over several (C 5.1.1.2).
# Compilers take a backslash with blanks behind it for a continuation.
_REST = re.compile(rb"(?://(?:\\(?:\r\n|\n|\r)|[^\r\n])*|/\*.*?\*/|\\[ \t]*(?:\r\n|\n|\r)|[^\r\n])*", re.DOTALL)
# `_Pragma("acc …")`: the words behind `acc` or `omp` are its second group.
OPERATOR = re.compile(rb"_Pragma\s*\(\s*L?\"\s*(acc|omp)\b((?:\\.|[^\"\\\r\n])*)\"\s*\)")
_CONTINUATION = re.compile(r"\\[ \t]*(?:\r\n|\n|\r)")
_COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
# Between a directive and its statement people put comments, `#endif` and pragmas of other tools.
_PASSED_OVER = re.compile(
    rb"(?:\s|//(?:\\(?:\r\n|\n|\r)|[^\r\n])*|/\*.*?\*/|_Pragma\s*\(\s*\"(?:\\.|[^\"\\\r\n])*\"\s*\)"
    rb"|#[ \t]*(?:if|ifdef|ifndef|elif|elifdef|elifndef|else|endif|error|warning|define|undef|pragma[ \t]+(?!acc\b|omp\b))\b(?:\\(?:\r\n|\n|\r)|[^\r\n])*)+",
    re.DOTALL,
)
_NOT_CODE = frozenset(("comment", "string_literal", "string_content", "raw_string_literal", "raw_string_content"))


@dataclass(frozen=True)
class Pragma:
    """One directive in the text.

    ``span`` runs from ``#`` to the end of the last continuation line, ``text`` is what follows
    the sentinel on one line with single spaces, ``governs`` is the offset of the statement that
    follows (other pragmas and comments are passed over). ``macro`` is the name of the macro that stands for it, empty where it is
    spelled out; ``is_line`` is false for a macro and for `_Pragma`, which may share a line with code.
    """

    span: Span
    sentinel: str
    text: str
    governs: int
    macro: str = ""
    is_line: bool = True


class _Written(NamedTuple):
    """A directive without what it governs; one of another tool has no sentinel."""

    span: Span
    sentinel: str
    text: str
    macro: str = ""
    is_line: bool = True


def find_pragmas(source: Source, within: Span | None = None) -> tuple[Pragma, ...]:
    """All OpenACC and OpenMP pragmas of a file (or of a part of it that holds what they govern) in order; text in
    comments and strings is skipped."""
    data = source.data
    found: list[_Written] = []
    position, end = (0, len(data)) if within is None else within
    while match := SENTINEL.search(data, position, end):
        rest = _REST.match(data, match.end())
        assert rest is not None  # the pattern matches the empty string
        position = max(rest.end(), match.end())
        is_line = _starts_line(data, match.start()) and not _is_in_macro(data, match.start())
        if is_line and not _is_no_code(source, match.start()):
            text = logical_line(data[match.end() : rest.end()].decode("utf-8", errors="replace"))
            found.append(_Written(Span(match.start(), rest.end()), match[1].decode(), text))
    whole = Span(0, len(data)) if within is None else within
    elsewhere = [*_operators(source, whole), *_in_macros(source, whole)]
    return _attach(data, sorted((*found, *elsewhere), key=lambda one: one.span) if elsewhere else found)


def _operators(source: Source, within: Span) -> Iterator[_Written]:
    """Directives in a `_Pragma`; those in macros belong to where these are used."""
    data = source.data
    offset = data.find(b"_Pragma", *within)
    while offset >= 0:
        match = OPERATOR.match(data, offset)
        if match is not None and not _is_in_macro(data, offset) and not _is_no_code(source, offset):
            text = logical_line(match[2].replace(b'\\"', b'"').decode("utf-8", errors="replace"))
            yield _Written(Span(*match.span()), match[1].decode(), text, is_line=False)
        offset = data.find(b"_Pragma", offset + 1, within.end)


def _in_macros(source: Source, within: Span) -> Iterator[_Written]:
    for use in source.uses:
        if not within.start <= use.span.start < within.end or _is_no_code(source, use.span.start):
            continue
        for directive in use.directives:
            sentinel, _, text = directive.partition(" ")
            yield _Written(use.span, sentinel if sentinel in ("acc", "omp") else "", text, use.name, False)


def _is_in_macro(data: bytes, offset: int) -> bool:
    """Whether the line of ``offset``, with those that it continues, is one of the preprocessor's."""
    start = data.rfind(b"\n", 0, offset) + 1
    while start > 1 and data[max(0, start - 3) : start].rstrip(b"\r\n").endswith(b"\\"):
        start = data.rfind(b"\n", 0, start - 1) + 1
    return data[start:offset].lstrip().startswith(b"#")


def logical_line(text: str) -> str:
    """Directive text on one line: continuations joined, comments dropped, spaces single."""
    return " ".join(_COMMENT.sub(" ", _CONTINUATION.sub(" ", text)).split())


def statement_after(data: bytes, offset: int) -> int:
    """Where the statement behind a directive that ends at ``offset`` begins, other pragmas and comments passed over."""
    while True:
        offset = _passed_over(data, offset)
        sentinel = SENTINEL.match(data, offset)
        if sentinel is None:
            return offset
        rest = _REST.match(data, sentinel.end())
        offset = rest.end() if rest else sentinel.end()


def _passed_over(data: bytes, offset: int) -> int:
    """Where code goes on behind ``offset``. A directive at the end of a branch of conditional lines governs what follows all branches."""
    after = _PASSED_OVER.match(data, offset)
    while after is not None:
        other = next((one for one in _branches_in(data, offset, after.end()) if one.group < offset), None)
        if other is None:
            return after.end()
        offset = other.end
        after = _PASSED_OVER.match(data, offset)
    return offset


class _Branch(NamedTuple):
    """A line that begins another branch: where it, its group of branches, and what follows these begin."""

    start: int
    group: int
    end: int


def _branches_in(data: bytes, start: int, end: int) -> Iterator[_Branch]:
    branches = _branches(data)
    index = bisect_left(branches, (start,))
    while index < len(branches) and branches[index].start < end:
        yield branches[index]
        index += 1


@lru_cache(maxsize=4)
def _branches(data: bytes) -> tuple[_Branch, ...]:
    """The other branches of all groups that end, in order."""
    found: list[_Branch] = []
    groups: list[tuple[int, list[int]]] = []
    for start, end in conditional_lines(data):
        word = data[start:end].lstrip(b"# \t")
        if word.startswith(b"if"):
            groups.append((start, []))
        elif groups and word.startswith(b"endif"):
            group, others = groups.pop()
            found += (_Branch(other, group, end) for other in others)
        elif groups:
            groups[-1][1].append(start)
    return tuple(sorted(found))


def _attach(data: bytes, found: Sequence[_Written]) -> tuple[Pragma, ...]:
    pragmas: list[Pragma] = []
    for span, sentinel, text, macro, is_line in reversed(found):
        governs = _passed_over(data, span.end)
        if pragmas and (governs == pragmas[-1].span.start or span == pragmas[-1].span):
            governs = pragmas[-1].governs
        pragmas.append(Pragma(span, sentinel, text, governs, macro, is_line))
    return tuple(pragma for pragma in reversed(pragmas) if pragma.sentinel)


def _starts_line(data: bytes, offset: int) -> bool:
    line = max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset)) + 1
    return not data[line:offset].strip()


def _is_no_code(source: Source, offset: int) -> bool:
    if any(part.span.start <= offset < part.span.end for part in source.unseen):
        return True
    node = source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    return node is not None and node.type in _NOT_CODE
