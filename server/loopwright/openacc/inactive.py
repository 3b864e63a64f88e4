"""Lines that a compiler with OpenACC does not read: `#if 0`, `#ifndef _OPENACC`, the `#else` of what holds."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable
from typing import NamedTuple

from loopwright.openacc.spec import NEWEST
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.text import Span, number_of
from loopwright.source.tokens import Token, tokenize

# Begins with a literal: a fast search; `#` and blanks before it are looked for behind it.
_CONDITIONAL = re.compile(rb"(?:if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(?:[^\r\n\\]+|\\(?:\r\n|\n|\r)?)*")
_AFTER_HASH = re.compile(rb"#[ \t]*")
# The month of each version, as `_OPENACC` has it (OpenACC 3.4, 2.2).
_MONTHS = {"2.0": 201306, "2.5": 201510, "2.6": 201711, "2.7": 201811, "3.0": 201911, "3.1": 202011, "3.2": 202111,
           "3.3": 202211, "3.4": 202506}  # fmt: skip
_MOST_DEPTH = 60  # of a condition; its reader calls itself four times for each parenthesis
_COMPARED = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


class Inactive:
    """Spans of a text that are not compiled, in order and apart."""

    def __init__(self, spans: tuple[Span, ...]) -> None:
        self.spans = spans
        self._starts = [span.start for span in spans]

    def __contains__(self, offset: int) -> bool:
        index = bisect.bisect_right(self._starts, offset) - 1
        return index >= 0 and offset < self.spans[index].end

    def within(self, span: Span) -> tuple[Span, ...]:
        """What of ``span`` is not compiled, relative to its start."""
        if not self.spans:
            return ()
        first = bisect.bisect_right(self._starts, span.start) - 1
        found = []
        for inactive in self.spans[max(0, first) :]:
            if inactive.start >= span.end:
                break
            start, end = max(inactive.start, span.start), min(inactive.end, span.end)
            if start < end:
                found.append(Span(start - span.start, end - span.start))
        return tuple(found)


@kept
def inactive(outline: Outline) -> Inactive:
    """The lines of a file that are not compiled where OpenACC is on; what a condition of other names decides is compiled."""
    return Inactive(tuple(_spans(outline.source.data, _none)))


Absent = Callable[[str], bool]  # whether nobody defines a macro


def inactive_without(outline: Outline, absent: Absent) -> Inactive:
    """The lines of a file that are not compiled where, beside OpenACC being on, nobody defines the macros that are ``absent``."""
    return Inactive(tuple(_spans(outline.source.data, absent)))


def _none(name: str) -> bool:
    return False


class _Group(NamedTuple):
    """An open `#if`: whether what stands around it is compiled, whether one of its branches holds for certain, where the branch
    began that does not hold, ``None`` if it may."""

    outer: bool
    decided: bool
    since: int | None


def _spans(data: bytes, absent: Absent) -> list[Span]:
    if b"#" not in data:
        return []
    found: list[Span] = []
    groups: list[_Group] = []
    for (start, _), line in conditional_lines(data):
        word = line[0].text
        if word in ("if", "ifdef", "ifndef"):
            outer = not groups or (groups[-1].outer and groups[-1].since is None)
            holds = holds_with_openacc(word, line[1:], absent)
            groups.append(_Group(outer, holds is True, start if outer and holds is False else None))
            continue
        if not groups:
            continue
        group = groups.pop()
        if group.since is not None:
            found.append(Span(group.since, start))
        if word != "endif":
            holds = True if word == "else" else holds_with_openacc(word.removeprefix("el"), line[1:], absent)
            is_off = group.outer and (group.decided or holds is False)
            groups.append(_Group(group.outer, group.decided or holds is True, start if is_off else None))
    found += [Span(group.since, len(data)) for group in groups if group.since is not None]
    return sorted(found)


def conditional_lines(data: bytes) -> list[tuple[Span, tuple[Token, ...]]]:
    """Lines of conditionals, from `#` to the end of the line, and their words."""
    found = []
    offset = data.find(b"#")
    while offset >= 0:
        after = _AFTER_HASH.match(data, offset)
        assert after is not None  # it begins with what was found
        match = _CONDITIONAL.match(data, after.end())
        if match is not None and not data[data.rfind(b"\n", 0, offset) + 1 : offset].strip():
            found.append((Span(offset, match.end()), tokenize(data, Span(*match.span()))))
        offset = data.find(b"#", after.end())
    return found


def holds_with_openacc(word: str, condition: tuple[Token, ...], absent: Absent = _none) -> bool | None:
    """Whether `#if`, `#ifdef` or `#ifndef` (``word``) holds where OpenACC is on and ``absent`` macros are not defined, ``None`` where
    other names decide."""
    if word in ("ifdef", "ifndef"):
        name = condition[0].text if condition else ""
        if name == "_OPENACC":
            return word == "ifdef"
        return word == "ifndef" if name and absent(name) else None
    reader = _Condition(condition, absent)
    value = reader.either()
    return None if value is None or reader.at != len(condition) else bool(value)


class _Condition:
    """The value of a condition of the preprocessor, ``None`` where other names decide."""

    def __init__(self, tokens: tuple[Token, ...], absent: Absent) -> None:
        self.tokens, self.absent = tokens, absent
        self.at = 0
        self.depth = 0

    def _take(self, *texts: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at].text in texts:
            self.at += 1
            return self.tokens[self.at - 1].text
        return None

    def either(self) -> int | None:
        value = self._both()
        while self._take("||"):
            other = self._both()
            value = 1 if value or other else None if value is None or other is None else 0
        return value

    def _both(self) -> int | None:
        value = self._compared()
        while self._take("&&"):
            other = self._compared()
            no = value == 0 or other == 0
            value = 0 if no else None if value is None or other is None else 1
        return value

    def _compared(self) -> int | None:
        value = self._single()
        while (operator := self._take(*_COMPARED)) is not None:
            other = self._single()
            value = None if value is None or other is None else int(_COMPARED[operator](value, other))
        return value

    def _single(self) -> int | None:
        self.depth += 1
        try:
            return self._one() if self.depth <= _MOST_DEPTH else None  # the reader stands before its end: not known
        finally:
            self.depth -= 1

    def _one(self) -> int | None:
        if self._take("!"):
            value = self._single()
            return None if value is None else int(not value)
        if self._take("("):
            value = self.either()
            self._take(")")
            return value
        if self.at >= len(self.tokens):
            return None
        token = self.tokens[self.at]
        self.at += 1
        if token.text == "defined":
            bracket = self._take("(")
            name = self.tokens[self.at].text if self.at < len(self.tokens) else ""
            self.at += 1
            if bracket:
                self._take(")")
            return 1 if name == "_OPENACC" else 0 if name and self.absent(name) else None
        if token.text == "_OPENACC":
            return _MONTHS[NEWEST]
        if token.kind == "name" and self.absent(token.text):
            return 0  # what is no macro counts as zero (C 6.10.1)
        return number_of(token.text.rstrip("uUlL")) if token.kind == "number" else None
