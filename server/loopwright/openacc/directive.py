"""A directive as data: `parallel loop gang reduction(+:s)` ↔ name and clauses. Never raises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from loopwright.openacc.spec import load_spec

_WORD = re.compile(r"\s*,?\s*([A-Za-z_]\w*)")
_TIGHT = re.compile(r"\s*([()\[\],:;+\-*/<>=&|^!%?.])\s*")


@dataclass(frozen=True)
class Clause:
    """A clause; ``argument`` is the text in its parentheses without blanks, ``None`` without them."""

    name: str
    argument: str | None = None

    def __str__(self) -> str:
        return self.name if self.argument is None else f"{self.name}({self.argument})"

    @property
    def parts(self) -> list[str]:
        """What commas divide its argument into; the first has the modifiers or the operator before it."""
        return _parts(self.argument or "")

    @property
    def entries(self) -> list[str]:
        """The entries of its list, without the modifiers or the operator."""
        colon = _colon(self.argument or "")
        return _parts((self.argument or "")[colon + 1 if colon is not None else 0 :])


_LOOP = Clause("loop")


@dataclass(frozen=True)
class Directive:
    """A directive. ``argument`` is what `wait(…)`, `cache(…)` and `routine(…)` take before clauses;
    ``rest`` is text that could not be read as clauses, empty for well-formed directives."""

    name: str
    clauses: tuple[Clause, ...] = ()
    argument: str | None = None
    rest: str = ""

    def __str__(self) -> str:
        head = self.name if self.argument is None else f"{self.name}({self.argument})"
        return " ".join(part for part in [head, *map(str, self.clauses), self.rest] if part)

    def clause(self, name: str) -> Clause | None:
        """The first clause called ``name``."""
        return next((clause for clause in self.clauses if clause.name == name), None)


@lru_cache(maxsize=4096)
def parse_directive(text: str) -> Directive:
    """Read the text after the sentinel. Aliases become the names of the specification, and `parallel default(none) loop`, which some
    compilers take, is the `parallel loop` that it means."""
    name, position = _name(text)
    argument, position = _parenthesised(text, position) if name else (None, position)
    aliases = load_spec().aliases
    clauses: list[Clause] = []
    while match := _WORD.match(text, position):
        value, position = _parenthesised(text, match.end())
        clauses.append(Clause(aliases.get(match[1], match[1]), value))
    if _LOOP in clauses and f"{name} loop" in load_spec().directives:
        name = f"{name} loop"
        clauses.remove(_LOOP)
    return Directive(name, tuple(clauses), argument, text[position:].strip(" ,"))


def normalised(text: str) -> str:
    """Directive text with the blanks, commas between clauses and aliases of one canonical writing;
    two directives that differ in nothing else have the same normal form."""
    return str(parse_directive(text))


@lru_cache(maxsize=1)
def _names() -> re.Pattern[str]:
    names = sorted(load_spec().directives, key=len, reverse=True)
    return re.compile(r"\s*(" + "|".join(r"\s+".join(name.split()) for name in names) + r")(?![\w])")


def _name(text: str) -> tuple[str, int]:
    match = _names().match(text)
    if match:
        return " ".join(match[1].split()), match.end()
    word = _WORD.match(text)
    return (word[1], word.end()) if word else ("", 0)


def _parenthesised(text: str, position: int) -> tuple[str | None, int]:
    start = position
    while start < len(text) and text[start].isspace():
        start += 1
    if start >= len(text) or text[start] != "(":
        return None, position
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return _tight(text[start + 1 : index]), index + 1
    # Missing closing parentheses are taken as meant at the end.
    return _tight(text[start + 1 :]) + ")" * (depth - 1), len(text)


def _parts(argument: str) -> list[str]:
    found, start = [], 0
    for index, letter in _outer(argument):
        if letter == ",":
            found.append(argument[start:index])
            start = index + 1
    return [*found, argument[start:]] if argument else []


def _colon(part: str) -> int | None:
    """Where the colon behind modifiers or an operator stands."""
    return next(
        (i for i, letter in _outer(part) if letter == ":" and ":" not in (part[i - 1 : i], part[i + 1 : i + 2])), None
    )


def bounds_in(dimension: str) -> tuple[str, str]:
    """First element and count of one dimension of a section (`0:q::n`), each empty where it is not said."""
    at = _colon(dimension)
    return (dimension, "") if at is None else (dimension[:at], dimension[at + 1 :])


def _outer(text: str) -> Iterator[tuple[int, str]]:
    """The letters outside of brackets with their places."""
    depth = 0
    for index, letter in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if depth == 0:
            yield index, letter


def _tight(text: str) -> str:
    return _TIGHT.sub(r"\1", " ".join(text.split()))
