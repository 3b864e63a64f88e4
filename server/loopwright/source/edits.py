"""Text edits: what to insert where, with the indentation and line ending of the place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from loopwright.source.syntax import Source
from loopwright.source.text import Span


@dataclass(frozen=True)
class Edit:
    """Replace ``span`` by ``text``."""

    span: Span
    text: str


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The text after all edits; they must not overlap and may come in any order."""
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        data = data[: edit.span.start] + edit.text.encode("utf-8") + data[edit.span.end :]
    return data


def line_above(source: Source, start: int, text: str) -> Edit:
    """The edit that puts a line of its own above the statement at ``start``, indented as it is."""
    data = source.data
    line = line_start(data, start)
    newline = newline_of(data)
    before = source.slice(Span(line, start))
    if before.strip():  # a brace, a label or an `if (…)` stands before the loop on its line
        indent = before[: len(before) - len(before.lstrip())]
        return Edit(Span(start, start), f"{newline}{indent}{text}{newline}{indent}")
    return Edit(Span(line, line), f"{before}{text}{newline}")


def line_below(source: Source, offset: int, text: str) -> Edit:
    """The edit that puts a line of its own below the line in which a statement ends at ``offset``, indented as that is."""
    data = source.data
    end = data.find(b"\n", offset)
    end = len(data) if end < 0 else end - (data[end - 1 : end] == b"\r")
    start = data.rfind(b"\n", 0, offset) + 1
    line = data[start:offset].decode("utf-8", "replace")
    return Edit(Span(end, end), f"{newline_of(data)}{line[: len(line) - len(line.lstrip())]}{text}")


def line_start(data: bytes, offset: int) -> int:
    """Where the line that holds ``offset`` begins."""
    return max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset)) + 1


def indent_at(source: Source, offset: int) -> str:
    """The blanks that the line which holds ``offset`` begins with."""
    before = source.slice(Span(line_start(source.data, offset), offset))
    return before[: len(before) - len(before.lstrip())]


def newline_of(data: bytes) -> str:
    """How the text ends its lines."""
    at = data.find(b"\n")
    if at > 0 and data[at - 1 : at] == b"\r":
        return "\r\n"
    return "\r" if at < 0 and b"\r" in data else "\n"
