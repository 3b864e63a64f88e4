"""Text edits: what to insert where, with the indentation and line ending of the place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from loopwright.source.outline import Loop
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


def pragma_edit(source: Source, loop: Loop, directive: str) -> Edit:
    """The edit that puts ``#pragma acc directive`` above ``loop``, in place of a directive that stands there. What OpenMP has
    there is kept for builds without OpenACC: a compiler that is given both refuses one between the other and its loop."""
    existing = loop.pragma("acc")
    if existing is not None:
        return Edit(existing.span, f"#pragma acc {directive}")
    if loop.pragmas:
        return _instead(source, loop, f"#pragma acc {directive}")
    return line_above(source, loop.span.start, f"#pragma acc {directive}")


def _instead(source: Source, loop: Loop, line: str) -> Edit:
    data, newline = source.data, _newline(source.data)
    first = min(pragma.span.start for pragma in loop.pragmas)
    start = max(data.rfind(b"\n", 0, first), data.rfind(b"\r", 0, first)) + 1
    end = max(pragma.span.end for pragma in loop.pragmas)
    indent = source.slice(Span(start, first))
    indent = indent[: len(indent) - len(indent.lstrip())]
    kept = source.slice(Span(start, end))
    text = [f"#ifdef _OPENACC{newline}{indent}{line}", f"#else{newline}{kept}", "#endif"]
    return Edit(Span(start, end), newline.join(text))


def line_above(source: Source, start: int, text: str) -> Edit:
    """The edit that puts a line of its own above the statement at ``start``, indented as it is."""
    data = source.data
    line = max(data.rfind(b"\n", 0, start), data.rfind(b"\r", 0, start)) + 1
    newline = _newline(data)
    before = source.slice(Span(line, start))
    if before.strip():  # a brace, a label or an `if (…)` stands before the loop on its line
        indent = before[: len(before) - len(before.lstrip())]
        return Edit(Span(start, start), f"{newline}{indent}{text}{newline}{indent}")
    return Edit(Span(line, line), f"{before}{text}{newline}")


def line_below(source: Source, offset: int, text: str) -> Edit:
    """The edit that puts a line of its own below the line in which a statement ends at ``offset``, indented as that is."""
    data = source.data
    end = data.find(b"\n", offset)
    end = len(data) if end < 0 else end
    start = data.rfind(b"\n", 0, offset) + 1
    line = data[start:offset].decode("utf-8", "replace")
    return Edit(Span(end, end), f"{_newline(data)}{line[: len(line) - len(line.lstrip())]}{text}")


def _newline(data: bytes) -> str:
    at = data.find(b"\n")
    if at > 0 and data[at - 1 : at] == b"\r":
        return "\r\n"
    return "\r" if at < 0 and b"\r" in data else "\n"
