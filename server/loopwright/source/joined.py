"""A file with what it includes inside of its functions put in its place, as a compiler takes it.

Statements that stand in a file of their own are code of the function around the include line: what they declare, store and jump to counts
there, and what they do depends on the macros that are defined right there. So these lines are read as the text that they bring, before
anything is asked of the function. Places in the whole text lead back to the file: what a fragment does, it does where it is included.

Of a fragment's own conditional groups the branch is taken that the macros in sight decide. What they don't decide stays as it is. A fragment
that is not found, is not among the headers of the file, or is too much, stays an include line.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from loopwright.lazily import cached_property
from loopwright.source.chosen import decided, including_lines, names_defined
from loopwright.source.includes import includes_in
from loopwright.source.kept import kept
from loopwright.source.outline import HeaderSearch, Including, Outline
from loopwright.source.syntax import Source
from loopwright.source.text import LineIndex, Span

_MOST_FRAGMENTS = 64
_MOST_BYTES = 1 << 20
_DEEPEST = 8


class Part(NamedTuple):
    """A fragment in a joined text: where it begins there, how long it is, and the include line in the file that it stands for."""

    at: int
    length: int
    line: Span


@dataclass(frozen=True, eq=False)
class LargerSource(Source):
    """A text that is read in the place of a file, with more in it. Its lines are those of the file."""

    of: bytes = b""  # the file's own text

    @abstractmethod
    def place(self, offset: int) -> int:
        """Where a place of the file is in the larger text."""

    @abstractmethod
    def back(self, span: Span) -> Span:
        """The place in the file of one in the larger text: for what does not stand there, where the file has it from, or a place of no length."""

    @cached_property
    def lines(self) -> LineIndex:
        return _Lines(self)


@dataclass(frozen=True, eq=False)
class JoinedSource(LargerSource):
    """A file with its fragments in it: what one of them does is done on its include line."""

    parts: tuple[Part, ...] = ()

    def place(self, offset: int) -> int:
        return offset + sum(part.length - len_of(part.line) for part in self.parts if part.line.end <= offset)

    def back(self, span: Span) -> Span:
        return Span(self._back(span.start, False), self._back(span.end, True))

    def _back(self, offset: int, is_end: bool) -> int:
        shift = 0
        for part in self.parts:
            if offset < part.at or (is_end and offset == part.at):
                break
            if offset < part.at + part.length or (is_end and offset == part.at + part.length):
                return part.line.end if is_end else part.line.start
            shift += part.length - len_of(part.line)
        return offset - shift

    @property
    def layout(self) -> tuple[Part, ...]:
        return self.parts


@dataclass(frozen=True, eq=False)
class IncludedSource(LargerSource):
    """A file in the text of one that includes it, where it begins at ``at``: its own text, or that with its fragments in it."""

    at: int = 0
    size: int = 0
    inner: LargerSource | None = None

    def place(self, offset: int) -> int:
        return self.at + (self.inner.place(offset) if self.inner is not None else offset)

    def back(self, span: Span) -> Span:
        inside = Span(*(min(max(offset - self.at, 0), self.size) for offset in span))
        return self.inner.back(inside) if self.inner is not None else inside

    @property
    def layout(self) -> tuple[object, ...]:
        return self.at, self.size, self.inner.layout if self.inner is not None else ()


class _Lines(LineIndex):
    """The lines of the file for places in a larger text."""

    def __init__(self, source: LargerSource) -> None:
        super().__init__(source.data)
        self._source, self._own = source, LineIndex(source.of)

    def line_of(self, offset: int) -> int:
        return self._own.line_of(self._source.back(Span(offset, offset)).start)


def len_of(span: Span) -> int:
    """Its length in bytes."""
    return span.end - span.start


@kept
def joined(outline: Outline) -> Outline:
    """The file with its fragments in their places; the outline itself if there is none that can be followed."""
    search = outline.search
    lines = list(_inside_functions(outline)) if search is not None else []
    if search is None or not lines or isinstance(outline.source, LargerSource):
        return outline
    data = outline.source.data
    text, done, parts = bytearray(), 0, list[Part]()
    for span in lines:
        text += data[done : span.start]
        fragment = _Fragment(outline, search, data[span.end :])
        brought = fragment.text(data[span.start : span.end], None, bytes(text), 0)
        if brought is None:
            text += data[span.start : span.end]
        else:
            parts.append(Part(len(text), len(brought), span))
            text += brought
        done = span.end
        if len(parts) > _MOST_FRAGMENTS or len(text) > _MOST_BYTES + len(data):
            return outline
    text += data[done:]
    if not parts:
        return outline
    source = outline.source
    whole = JoinedSource(bytes(text), source.language, source.name, source.version, parts=tuple(parts), of=data)
    return Outline(whole, outline.search, lambda: outline.units, outline.asks_callers)


@kept
def as_included(outline: Outline) -> tuple[Outline, ...]:
    """The file inside of each file of the project that includes it, with nobody who calls: all of them, or none."""
    if isinstance(outline.source, LargerSource) or outline.search is None:
        return ()
    found = [_as_included(outline, outline.search, each) for each in outline.including]
    return tuple(whole for whole in found if whole is not None) if None not in found else ()


def _as_included(outline: Outline, search: HeaderSearch, by: Including) -> Outline | None:
    """The file in the text of one that includes it; ``None`` where a line of it means another file there."""
    around, inner = by.outline.source, joined(outline).source
    known = by.outline.search
    if known is None or around.language not in (inner.language, "cpp"):
        return None
    for line in including_lines(inner.data):
        text = inner.data[line.start : line.end]
        here, there = (each.included(text, None, around.language) for each in (search, known))
        if (here and here[0]) != (there and there[0]):
            return None
    before, behind = around.data[: by.line.start], around.data[by.line.end :]
    end = b"" if inner.data.endswith(b"\n") else b"\n"
    whole = IncludedSource(
        before + inner.data + end + behind,
        around.language,
        around.name,
        around.version,
        of=outline.source.data,
        at=len(before),
        size=len(inner.data),
        inner=inner if isinstance(inner, LargerSource) else None,
    )
    found = Outline(whole, known, None, asks_callers=False)
    return None if any(header.source.data == outline.source.data for header in found.headers) else found


def is_brought(outline: Outline, place: Span) -> bool:
    """Whether what is said to be at a place of the file stands in a fragment that is included there."""
    source = joined(outline).source
    return isinstance(source, JoinedSource) and any(part.line.contains(place) for part in source.parts)


def _inside_functions(outline: Outline) -> Iterator[Span]:
    """The include lines in bodies of functions, in order; also those in a list of values or of enumerators, which no grammar knows. None that
    the parser was not shown."""
    source = outline.source
    if not any(outline.function_around(include.span.start) for include in includes_in(source.data)):
        return  # every version of a file is asked
    for line in including_lines(source.data):
        function = outline.function_around(line.start)
        if function is not None and function.body.contains(line) and not source.hides_code_in(line):
            yield line


@dataclass(frozen=True)
class _Fragment:
    """What one include line of a file brings, with what its text includes in turn. ``behind`` is the rest of the file."""

    outline: Outline
    search: HeaderSearch
    behind: bytes

    def text(self, line: bytes, folder: Path | None, before: bytes, depth: int) -> bytes | None:
        """What stands in place of an include line behind the text ``before``, ``None`` if that is not followed."""
        found = self.search.included(line, folder, self.outline.source.language)
        if found is None or depth > _DEEPEST:
            return None
        file, header = found
        data = header.source.data
        # What is kept of the file is kept under the texts of its headers.
        if not any(data == known.source.data for known in self.outline.headers) or _is_brought_once(data):
            return None
        chosen = decided(data, before, self.behind, self._of_headers)
        if chosen is None:
            return None
        text, done = bytearray(), 0
        for inner in including_lines(chosen):
            text += chosen[done : inner.start]
            brought = self.text(chosen[inner.start : inner.end], file.parent, before + text, depth + 1)
            if brought is None or len(text) > _MOST_BYTES:
                return None
            text += brought
            done = inner.end
        text += chosen[done:]
        return bytes(text) + (b"" if text.endswith(b"\n") else b"\n")

    @cached_property
    def _of_headers(self) -> frozenset[str]:
        """The macros that other files in sight define or take away."""
        return frozenset[str]().union(*map(_macros_of, self.outline.headers))


@kept
def _macros_of(header: Outline) -> frozenset[str]:
    return names_defined(header.source.data)


def _is_brought_once(data: bytes) -> bool:
    """Whether a file is a header that guards itself: whether it brings anything depends on who included it before."""
    return b"pragma once" in data or b"#import" in data
