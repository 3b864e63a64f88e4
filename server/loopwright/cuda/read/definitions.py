"""Which macros are defined at a place of a file, as its directives and the headers that it includes say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from loopwright.cuda.read.chains import Branch, Chain, Lines, chains_of, directive_of
from loopwright.cuda.read.preprocessor import condition_value
from loopwright.source.lexemes import lexemes_within, without_text

_MOST_HEADERS = 256
# The text of the header that an include line means and what finds those that it includes, nothing where it is not to be had.
Included: TypeAlias = "Callable[[str], tuple[str, Included] | None]"


def nothing_included(line: str) -> None:
    """Where no header is looked for."""
    del line


class _Header(NamedTuple):
    """A header's parts and lines, those without their remarks and quoted text too; ``once``: it says so itself."""

    items: Sequence[Lines | Chain]
    lines: list[str]
    code: list[str]
    once: bool


@lru_cache(maxsize=_MOST_HEADERS)  # a file's headers are asked for by several readings of it, and of each of its texts
def _header(text: str) -> _Header:
    code = without_text(text).split("\n")
    once = any(said == ("pragma", "once") for said in (directive_of([line]) for line in code))
    return _Header(chains_of(code), text.split("\n"), code, once)


class Definitions:
    """``names``: macro → text, ``None`` for one with parameters or whose text cannot be told; ``fixed``: names that no
    directive changes."""

    def __init__(self, names: Mapping[str, str | None], fixed: frozenset[str], included: Included) -> None:
        self.names = dict(names)
        self._start = dict(names)
        self.fixed = fixed
        self._included = included
        self._headers = 0
        self._unsure: set[str] = set()  # that may or may not be defined, of a beginning
        self._of_beginning = False
        self._once: set[str] = set()  # texts with `#pragma once` that were read

    def read_beginning(self, text: str) -> bool:
        """Read how a file begins. Whether what stands behind it is surely read: it is not skipped, nor may it be."""
        self._of_beginning = True
        code = without_text(text).split("\n")
        return self._read(chains_of(code), text.split("\n"), code, self._included, True)

    def begin_again(self) -> None:
        """Forget what was read."""
        self.names, self._headers, self._once = dict(self._start), 0, set()

    def directive(self, word: str, rest: str, line: str, sure: bool) -> None:
        """What a directive other than a conditional does. ``line`` is as it is written; ``sure``: it is not skipped."""
        if word == "include":
            if sure:
                self._include(line, self._included)
        elif word in ("define", "undef"):
            self._define(word, rest, sure)

    def chosen(self, branches: Sequence[Branch], more: Mapping[str, str | None] | None = None) -> int | None:
        """The part of a conditional that stays, one beyond the last for none of them, ``None`` where that cannot be told. Names
        that nobody defines are not defined."""
        names = {**self.names, **(more or {})}
        for at, branch in enumerate(branches):
            if branch.word == "else":
                return at
            value = condition_value(as_condition(branch), names, frozenset(self._unsure))
            if value is None:
                return None
            if value:
                return at
        return len(branches)

    def _define(self, word: str, rest: str, sure: bool) -> None:
        first = next(lexemes_within(rest), None)
        if first is None or first.kind != "name" or first.text in self.fixed:
            return
        text = rest[first.end :]
        self._unsure.discard(first.text)
        if not sure:
            self.names[first.text] = None
            self._unsure |= {first.text} if self._of_beginning else set()
        elif word == "undef":
            self.names.pop(first.text, None)
        else:
            self.names[first.text] = None if text.startswith("(") else text.strip()

    def _include(self, line: str, included: Included) -> None:
        found = included(line)
        if found is None or self._headers >= _MOST_HEADERS or found[0] in self._once:
            return
        text, inner = found
        self._headers += 1
        header = _header(text)
        if header.once:
            self._once.add(text)
        self._read(header.items, header.lines, header.code, inner, True)

    def _read(
        self, items: Sequence[Lines | Chain], lines: list[str], code: list[str], included: Included, sure: bool
    ) -> bool:
        """Whether the place behind the items is surely read, which one in a conditional that is still open need not be."""
        for item in items:
            if isinstance(item, Chain):
                at, behind = self.chosen(item.branches), False
                for number, branch in enumerate(item.branches):
                    behind = False
                    if at is None or at == number:
                        behind = self._read(branch.items, lines, code, included, sure and at is not None)
                if not item.end:
                    return behind
                continue
            said = directive_of(code[item.start : item.end])
            if said is not None and said.word == "include" and sure:
                self._include(lines[item.start], included)
            elif said is not None and said.word in ("define", "undef"):
                written = directive_of(lines[item.start : item.end]) or said  # with the text that is quoted
                self._define(said.word, written.rest, sure)
        return sure


def as_condition(branch: Branch) -> str:
    """What ``#if``, ``#ifdef``, ``#ifndef`` or ``#elif`` asks."""
    if branch.word not in ("ifdef", "ifndef"):
        return branch.condition
    name = branch.condition.split()[0] if branch.condition.split() else ""
    return f"{'!' if branch.word == 'ifndef' else ''}defined({name})"
