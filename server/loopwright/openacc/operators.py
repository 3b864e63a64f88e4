"""Directives written as `_Pragma("acc …")` (C 6.10.9)."""

from __future__ import annotations

import re

from loopwright.openacc.tokens import Token, tokenize
from loopwright.source.outline import Outline
from loopwright.source.pragmas import Pragma, logical_line, statement_after
from loopwright.source.text import Span

_OPERATOR = re.compile(rb"_Pragma\s*\(\s*L?\"(\s*acc\b((?:\\.|[^\"\\\r\n])*))\"\s*\)")
_NOT_CODE = frozenset(("comment", "string_literal", "string_content", "raw_string_literal", "raw_string_content"))


def pragma_operators(outline: Outline, within: Span) -> tuple[Pragma, ...]:
    """OpenACC directives of a part of a file that stand in a `_Pragma`; those in macros belong to where these are used."""
    data = outline.source.data
    found = []
    offset = data.find(b"_Pragma", within.start, within.end)
    while offset >= 0:
        match = _OPERATOR.match(data, offset)
        if any(span.start <= offset < span.end for span, _ in outline.source.unseen):
            match = None
        if match is not None and not _is_in_macro(data, offset) and not _is_in_comment(outline, offset):
            text = logical_line(match[2].decode("utf-8", errors="replace"))
            found.append(Pragma(Span(*match.span()), "acc", text, statement_after(data, match.end())))
        offset = data.find(b"_Pragma", offset + 1, within.end)
    return tuple(found)


def operator_tokens(data: bytes, span: Span) -> tuple[Token, ...]:
    """The words of the directive in the `_Pragma` at ``span``, behind its `acc`."""
    match = _OPERATOR.match(data, span.start)
    if match is None:
        return ()
    start = match.start(2)
    text = match[2].replace(b'\\"', b' "')
    tokens = tokenize(text, Span(0, len(text)))
    return tuple(Token(kind, word, place.shifted(start)) for kind, word, place in tokens)


def _is_in_macro(data: bytes, offset: int) -> bool:
    """Whether the line of ``offset``, with those that it continues, is one of the preprocessor's."""
    start = data.rfind(b"\n", 0, offset) + 1
    while start > 1 and data[:start].rstrip(b"\r\n").endswith(b"\\"):
        start = data.rfind(b"\n", 0, start - 1) + 1
    return data[start:offset].lstrip().startswith(b"#")


def _is_in_comment(outline: Outline, offset: int) -> bool:
    node = outline.source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    return node is not None and node.type in _NOT_CODE
