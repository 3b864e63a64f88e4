"""Directives of a size or a number that nobody writes, told apart before anybody looks at them.

Most of what is asked about a directive looks along it and at the directives beside it. The time that this takes is nothing for what
people and generators write, and hours for a directive of a megabyte or for a hundred thousand of them in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from loopwright.source.text import Span

MOST_BYTES_OF_ONE = 1 << 14
MOST_IN_A_ROW = 500
_DIRECTIVE = re.compile(rb"#[ \t]*pragma\b(?:[^\r\n\\]+|\\(?:\r\n|\n|\r)?)*")
_OPERATOR = re.compile(rb"_Pragma\s*\(\s*\"(?:\\.|[^\"\\\r\n])*", re.DOTALL)
_BLANK = re.compile(rb"\s*")


def excessive(data: bytes) -> Iterator[tuple[Span, str]]:
    """Spans of ``data``, in order and apart, and why each is not looked at, as the end of a sentence."""
    many = data.count(b"pragma") > MOST_IN_A_ROW
    if not many and len(data) <= MOST_BYTES_OF_ONE:
        return
    found = [*_long(data), *(_rows(data) if many else ())]
    done = 0
    for span, reason in sorted(found):
        if span.end > done:
            yield Span(max(span.start, done), span.end), reason
            done = span.end


def _long(data: bytes) -> Iterator[tuple[Span, str]]:
    for pattern in (_DIRECTIVE, _OPERATOR):
        for match in pattern.finditer(data):
            if match.end() - match.start() > MOST_BYTES_OF_ONE:
                yield Span(*match.span()), f"a directive of more than {MOST_BYTES_OF_ONE >> 10} KB"


def _rows(data: bytes) -> Iterator[tuple[Span, str]]:
    """What follows the first of directives that stand one after another with nothing between them."""
    reason = f"more than {MOST_IN_A_ROW} directives one after another"
    number, start, last = 0, 0, 0
    for match in _DIRECTIVE.finditer(data):
        between = _BLANK.match(data, last)
        if number and between is not None and between.end() == match.start():
            number += 1
        else:
            if number > MOST_IN_A_ROW:
                yield Span(start, last), reason
            number = 1
        last = match.end()
        if number == MOST_IN_A_ROW + 1:
            start = match.start()
    if number > MOST_IN_A_ROW:
        yield Span(start, last), reason
