"""Positions in a file: UTF-8 bytes are the currency, everything else is converted here.

Tree-sitter speaks UTF-8 byte offsets, people speak 1-based lines and columns, LSP speaks
0-based UTF-16 (or UTF-8, or UTF-32) columns. A line ends at ``\\n``, ``\\r\\n`` or ``\\r`` and
nowhere else: Python's ``str.splitlines`` also breaks at form feeds, which C sources contain.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Literal, NamedTuple

from loopwright.lazily import cached_property

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_NAME = re.compile(r"\b[A-Za-z_]\w*")
_UNMARKED_LOOK = 512
_LONGEST_NUMBER = 100
_BREAKS_WORDS = bytes(byte if byte >= 128 or bytes((byte,)).isalnum() or byte in b"_$" else 32 for byte in range(256))
_BYTE_ORDER_MARKS = (
    (b"\xff\xfe\0\0", "utf-32-le"),  # before the one that it begins with
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


def names_in(text: str) -> list[str]:
    """The names and words of a piece of C, each as often as it stands there: also those in texts and remarks.

    >>> names_in("2u * n[i] + 1e5 * n")
    ['n', 'i', 'n']
    """
    return _NAME.findall(text)


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A piece of C with something else for some of its names.

    >>> with_names("n * (n1 + n)", {"n": "m"})
    'm * (n1 + m)'
    """
    return _NAME.sub(lambda found: names.get(found[0], found[0]), text)


class Span(NamedTuple):
    """Half-open range ``[start, end)`` of UTF-8 byte offsets."""

    start: int
    end: int

    def contains(self, other: Span) -> bool:
        """Whether ``other`` lies inside this span, borders included."""
        return self.start <= other.start and other.end <= self.end

    def shifted(self, by: int) -> Span:
        """The same span ``by`` bytes later."""
        return Span(self.start + by, self.end + by)


def decode(raw: bytes) -> str:
    """Text of a source file in whatever encoding it came: a byte order mark decides, then NULs in every second place, then
    UTF-8, then Latin-1, which never fails."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(encoding, errors="replace")
    begins = raw[:_UNMARKED_LOOK]
    if begins.count(0) > len(begins) // 3:
        for first, encoding in enumerate(("utf-16-be", "utf-16-le")):
            if begins[first::2].count(0) > len(begins[first::2]) * 9 // 10 and begins[1 - first :: 2].count(0) == 0:
                return raw.decode(encoding, errors="replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def number_of(text: str) -> int | None:
    """The number that decimal digits are, ``None`` for other text: for ``010``, which is eight in C, and for hundreds of digits, which
    no type of C holds and which take Python long or make it refuse."""
    decimal = len(text) <= _LONGEST_NUMBER and text.isascii() and text.isdigit() and (text[0] != "0" or text == "0")
    return int(text) if decimal else None


def words_in(data: bytes) -> frozenset[bytes]:
    """Everything in ``data`` that could be a name, wherever it stands, in comments and strings too; numbers are left out."""
    return frozenset(word for word in set(listed_words(data)) if not word[:1].isdigit())


def listed_words(data: bytes) -> list[bytes]:
    """The names and numbers in ``data`` one after another."""
    return data.translate(_BREAKS_WORDS).split()


def occurrences(data: bytes, word: bytes) -> Iterator[int]:
    """Where ``word`` stands in ``data`` as a whole word, in comments and texts too."""
    at = data.find(word)
    while at >= 0 and word:
        around = data[at - 1 : at] + data[at + len(word) : at + len(word) + 1]
        if around.translate(_BREAKS_WORDS).isspace() or not around:
            yield at
        at = data.find(word, at + len(word))


def spliced(data: bytes, edits: Iterable[tuple[int, int, str]]) -> bytes:
    """``data`` with other text from one offset to another each; the places do not overlap, in any order."""
    for start, end, text in sorted(edits, reverse=True):
        data = data[:start] + text.encode() + data[end:]
    return data


def shown(text: str) -> str:
    """A name, a sentence or code that may hold anything, as it can stand on one line of a terminal or of a log: what is no
    printable character is written as in C. It moves no cursor, changes no colour, turns no order of what is read."""
    return text if text.isprintable() else "".join(c if _is_seen(c) else _escaped(c) for c in text)


def _is_seen(character: str) -> bool:
    return (
        character.isprintable() or unicodedata.category(character) == "Zs"
    )  # a wide space of Chinese or Japanese text


def _escaped(character: str) -> str:
    if "\udc80" <= character <= "\udcff":  # a byte of a name that is not UTF-8
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")


def encode(text: str) -> bytes:
    """UTF-8 bytes of ``text``; lone surrogates, which JSON can carry, become ``?``."""
    return text.encode("utf-8", errors="replace")


class _Earlier(NamedTuple):
    """Where the lines of an earlier text began, of which ``first`` bytes at its beginning and ``last`` at its end are as they were."""

    starts: list[int]
    length: int
    first: int
    last: int


class LineIndex:
    """Converts between byte offsets and (line, column) pairs of one text, all 0-based."""

    def __init__(self, data: bytes, earlier: _Earlier | None = None) -> None:
        self.data, self._earlier = data, earlier

    def edited(self, data: bytes, first: int, last: int) -> LineIndex:
        """The index of what the text became where only that changed which stands behind the ``first`` bytes and before the ``last``."""
        starts = self.__dict__.get("starts")
        return LineIndex(data, None if starts is None else _Earlier(starts, len(self.data), first, last))

    @cached_property
    def starts(self) -> list[int]:
        """Byte offset of the first byte of each line."""
        if self._earlier is None:
            return _line_starts(self.data)
        starts, length, first, last = self._earlier
        # A line begins where it began if the two bytes around that place are as they were.
        before, behind = bisect_left(starts, first), bisect_right(starts, length - last)
        begin = starts[before - 1] if before else 0
        shift = len(self.data) - length
        rest = [start + shift for start in starts[behind:]] if shift else starts[behind:]
        between = _line_starts(self.data[begin : rest[0]] if rest else self.data[begin:])
        if rest:
            between.pop()  # where the rest begins
        return [*starts[: max(before - 1, 0)], *(begin + start for start in between), *rest]

    def line_of(self, offset: int) -> int:
        """Line that holds the byte at ``offset``; offsets outside the text are clamped."""
        return bisect_right(self.starts, min(max(offset, 0), len(self.data))) - 1

    def line_span(self, line: int) -> Span:
        """Bytes of ``line`` without its line end; lines outside the text are clamped."""
        line = min(max(line, 0), len(self.starts) - 1)
        start = self.starts[line]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.data)
        while end > start and self.data[end - 1] in b"\r\n":
            end -= 1
        return Span(start, end)

    def to_position(self, offset: int, encoding: Encoding = "utf-16") -> tuple[int, int]:
        """(line, column) of a byte offset, the column counted in units of ``encoding``."""
        offset = min(max(offset, 0), len(self.data))
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        return line, _width(self.data[start:offset], encoding) if offset > start else 0

    def to_offset(self, line: int, column: int, encoding: Encoding = "utf-16") -> int:
        """Byte offset of (line, column); a column past the end of its line means the line's end,
        a line past the end of the text means the text's end (LSP 3.17, Position)."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.data)
        span = self.line_span(line)
        piece = self.data[span.start : span.end]
        if encoding == "utf-8" or piece.isascii():
            return span.start + min(max(column, 0), len(piece))
        offset, left = span.start, column
        for char in piece.decode("utf-8", errors="replace"):
            units = 2 if encoding == "utf-16" and ord(char) > 0xFFFF else 1
            if left < units:
                break
            left -= units
            offset += len(char.encode("utf-8"))
        return offset


def _line_starts(data: bytes) -> list[int]:
    starts = [0, *accumulate(map(len, data.splitlines(keepends=True)))]  # of bytes: at line ends as above
    if len(starts) > 1 and not data.endswith((b"\n", b"\r")):
        starts.pop()
    return starts


def _width(piece: bytes, encoding: Encoding) -> int:
    if encoding == "utf-8" or piece.isascii():
        return len(piece)
    text = piece.decode("utf-8", errors="replace")
    if encoding == "utf-32":
        return len(text)
    return len(text) + sum(ord(char) > 0xFFFF for char in text)
