"""`#pragma acc` and `#pragma omp` lines, joined over continuations, and what each governs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from loopwright.source.syntax import Source
from loopwright.source.text import Span

# The comment ends at its first end and is short: else each `#` would be tried against the rest of the text.
_GAP = rb"(?:[ \t]|\\(?:\r\n|\n|\r)|/\*(?:[^*]|\*(?!/)){0,1000}\*/)"
SENTINEL = re.compile(rb"#" + _GAP + rb"*pragma" + _GAP + rb"+(acc|omp)\b", re.DOTALL)
# To the end of the logical line; a comment in it may run over several (C 5.1.1.2).
# Compilers take a backslash with blanks behind it for a continuation.
_REST = re.compile(rb"(?://(?:\\(?:\r\n|\n|\r)|[^\r\n])*|/\*.*?\*/|\\[ \t]*(?:\r\n|\n|\r)|[^\r\n])*", re.DOTALL)
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
    follows (other pragmas and comments are passed over).
    """

    span: Span
    sentinel: str
    text: str
    governs: int


def find_pragmas(source: Source, within: Span | None = None) -> tuple[Pragma, ...]:
    """All OpenACC and OpenMP pragmas of a file (or of a part of it that holds what they govern) in order; text in
    comments and strings is skipped."""
    data = source.data
    found: list[tuple[Span, str, str]] = []
    position, end = (0, len(data)) if within is None else within
    while match := SENTINEL.search(data, position, end):
        rest = _REST.match(data, match.end())
        assert rest is not None  # the pattern matches the empty string
        position = max(rest.end(), match.end())
        if _starts_line(data, match.start()) and not _is_no_code(source, match.start()):
            text = logical_line(data[match.end() : rest.end()].decode("utf-8", errors="replace"))
            found.append((Span(match.start(), rest.end()), match[1].decode(), text))
    return _attach(data, found)


def logical_line(text: str) -> str:
    """Directive text on one line: continuations joined, comments dropped, spaces single."""
    return " ".join(_COMMENT.sub(" ", _CONTINUATION.sub(" ", text)).split())


def statement_after(data: bytes, offset: int) -> int:
    """Where the statement behind a directive that ends at ``offset`` begins, other pragmas and comments passed over."""
    while True:
        after = _PASSED_OVER.match(data, offset)
        offset = after.end() if after else offset
        sentinel = SENTINEL.match(data, offset)
        if sentinel is None:
            return offset
        rest = _REST.match(data, sentinel.end())
        offset = rest.end() if rest else sentinel.end()


def _attach(data: bytes, found: list[tuple[Span, str, str]]) -> tuple[Pragma, ...]:
    pragmas: list[Pragma] = []
    for span, sentinel, text in reversed(found):
        after = _PASSED_OVER.match(data, span.end)
        governs = after.end() if after else span.end
        if pragmas and governs == pragmas[-1].span.start:
            governs = pragmas[-1].governs
        pragmas.append(Pragma(span, sentinel, text, governs))
    return tuple(reversed(pragmas))


def _starts_line(data: bytes, offset: int) -> bool:
    line = max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset)) + 1
    return not data[line:offset].strip()


def _is_no_code(source: Source, offset: int) -> bool:
    if any(part.span.start <= offset < part.span.end for part in source.unseen):
        return True
    node = source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    return node is not None and node.type in _NOT_CODE
