"""Which branches of a fragment's conditional groups a compiler takes at the place where it is included, as far as the text says.

A macro is certainly defined where the last line about it that certainly counts there is a `#define`, and certainly not where that is an
`#undef`. It is not defined either where the file says nothing of it before and defines it further on without a question: a second
definition would be an error (C17 6.10.3p2). Of what a header, or nobody, says anything about, both are possible.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from loopwright.source.lexemes import code_within, directives_in, lexemes_within, read_directive
from loopwright.source.text import Span

_OPENING = ("if", "ifdef", "ifndef")
_OTHERWISE = ("else", "elif", "elifdef", "elifndef")
_BRINGING = ("include", "include_next", "import", "embed")


class _Line(NamedTuple):
    """A line of the preprocessor: where, its word and what follows."""

    start: int
    end: int
    word: str
    rest: str

    @property
    def name(self) -> str:
        """The first name that follows."""
        first = next(lexemes_within(self.rest), None)
        return first.text if first is not None and first.kind == "name" else ""


@dataclass
class _Group:
    """A conditional group: its lines from `#if` to `#endif`, and the groups in it by the number of their branch."""

    lines: list[_Line]
    inner: list[list[_Group]] = field(default_factory=lambda: [[]])


def names_defined(data: bytes) -> frozenset[str]:
    """The macros that a text defines or takes away somewhere."""
    return frozenset(line.name for line in _lines(data) if line.word in ("define", "undef"))


def including_lines(text: bytes) -> Iterator[Span]:
    """The lines of a text that include a file."""
    return (Span(line.start, line.end) for line in _lines(text) if line.word in _BRINGING)


def decided(fragment: bytes, before: bytes, behind: bytes, of_others: Collection[str]) -> bytes | None:
    """The text of a fragment without the groups that are decided, where it stands after the text ``before`` and, in the same file, in front
    of ``behind``. ``of_others`` are the macros that other files say something about. ``None`` where its groups do not close."""
    groups = _groups(fragment)
    if groups is None:
        return None
    known = _Known(behind, of_others)
    known.follow(before)
    return _chosen(fragment, 0, len(fragment), groups, known)


def _chosen(text: bytes, start: int, end: int, groups: list[_Group], known: _Known) -> bytes:
    found = bytearray()
    for group in groups:
        first, last = group.lines[0], group.lines[-1]
        found += known.follow(text[start : first.start])
        start = last.end
        holds = known.holds(first) if len(group.lines) <= 3 and group.lines[1].word in ("else", "endif") else None
        if holds is None:
            found += known.follow(text[first.start : last.end])
        elif holds or len(group.lines) == 3:
            branch = 0 if holds else 1
            begin, close = group.lines[branch : branch + 2]
            found += _chosen(text, begin.end, close.start, group.inner[branch], known)
    return bytes(found + known.follow(text[start:end]))


class _Said(NamedTuple):
    """A line about a macro: in which branches of which groups it stands, whether it defines, how many files were included before."""

    around: tuple[tuple[int, int], ...]
    defines: bool
    files: int


class _Known:
    """What a text that grows says of macros at its end."""

    def __init__(self, behind: bytes, of_others: Collection[str]) -> None:
        self._behind, self._of_others = behind, of_others
        self._said: dict[str, list[_Said]] = {}
        self._around: list[tuple[int, int]] = []
        self._groups = self._files = 0

    def follow(self, text: bytes) -> bytes:
        """The text goes on with ``text``, which is given back."""
        for line in _lines(text):
            if line.word in _OPENING:
                self._groups += 1
                self._around.append((self._groups, 0))
            elif line.word in _OTHERWISE and self._around:
                group, branch = self._around.pop()
                self._around.append((group, branch + 1))
            elif line.word == "endif" and self._around:
                self._around.pop()
            elif line.word in ("define", "undef"):
                said = _Said(tuple(self._around), line.word == "define", self._files)
                self._said.setdefault(line.name, []).append(said)
            elif line.word in _BRINGING:
                self._files += 1
        return text

    def holds(self, opening: _Line) -> bool | None:
        """Whether what the first line of a group asks for holds, ``None`` where that is not certain."""
        if opening.word == "if":
            asked = _asked(opening.rest)
            if asked is None:
                return None
            name, is_negated = asked
        else:
            name, is_negated = opening.name, opening.word == "ifndef"
        defined = self._is_defined(name) if name else None
        return None if defined is None else defined != is_negated

    def _is_defined(self, name: str) -> bool | None:
        said = self._said.get(name, ())
        if not said:
            return False if name not in self._of_others and self._is_defined_later(name) else None
        last = said[-1]
        certain = tuple(self._around[: len(last.around)]) == last.around and last.files == self._files
        return last.defines if certain else None

    def _is_defined_later(self, name: str) -> bool:
        """Whether the first that the rest of the file says of a macro is that it defines it, under no condition of its own."""
        depth = 0
        for line in _lines(self._behind):
            if line.word in _OPENING:
                depth += 1
            elif line.word in _OTHERWISE and depth <= 0:
                return False
            elif line.word == "endif":
                depth -= 1
            elif line.word in ("define", "undef") and line.name == name:
                return line.word == "define" and depth <= 0
        return False


def _groups(text: bytes) -> list[_Group] | None:
    """The conditional groups of a text, ``None`` where some do not close in it."""
    found: list[_Group] = []
    waiting: list[_Group] = []
    for line in _lines(text):
        if line.word in _OPENING:
            group = _Group([line])
            (waiting[-1].inner[-1] if waiting else found).append(group)
            waiting.append(group)
        elif line.word in (*_OTHERWISE, "endif"):
            if not waiting:
                return None
            waiting[-1].lines.append(line)
            waiting[-1].inner.append([])
            if line.word == "endif":
                waiting.pop()
    return None if waiting else found


def _asked(condition: str) -> tuple[str, bool] | None:
    """The one macro that a condition asks for, and whether it must not be defined. ``None`` for any other condition."""
    parts = [each.text for each in code_within(condition)]
    is_negated = parts[:1] == ["!"]
    match parts[is_negated:]:
        case ["defined", "(", name, ")"] | ["defined", name] if name.isidentifier():
            return name, is_negated
    return None


def _lines(data: bytes) -> Iterator[_Line]:
    """The lines of the preprocessor in a text, in order, each to the end of its line."""
    text = data.decode("utf-8", "surrogateescape")
    behind = place = 0
    for each in directives_in(text):
        end = each.end + (2 if text.startswith("\r\n", each.end) else each.end < len(text))
        start = place + _size(text[behind : each.start])
        place, behind = start + _size(text[each.start : end]), end
        said = read_directive(each.text)
        if said is not None:
            yield _Line(start, place, said.word, said.rest)


def _size(text: str) -> int:
    """Its length in bytes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))
