"""The locals that a loop is given before it goes to a device: what each stands for, and names that nothing else has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace


class NotPlain(Exception):
    """Something in the loop cannot be named by a local."""


@dataclass(frozen=True)
class Taken:
    """A local: what it is set to, the type of its value or of the elements that it points to."""

    name: str
    value: str
    element: str
    is_pointer: bool
    written: bool = False
    known: bool = False  # an earlier loop of the block has taken it out already
    rows: str = ""  # `[8]`, where it points to rows of elements
    is_given_back: bool = False  # the loop changes it, and what it leaves is put back behind it

    @property
    def declaration(self) -> str:
        """The line that declares it."""
        if self.is_given_back:
            return f"{self.element} {self.name} = {self.value};"
        if not self.is_pointer:
            return f"const {self.element} {self.name} = {self.value};"
        if self.rows:  # C converts rows to constant rows nowhere
            return f"{self.element} (*{self.name}){self.rows} = {self.value};"
        return f"{'' if self.written else 'const '}{self.element} *{self.name} = {self.value};"

    @property
    def back(self) -> str:
        """The statement behind the loop that puts its value back, empty where it stays."""
        return f"{self.value} = {self.name};" if self.is_given_back else ""


class Locals:
    """The locals of one loop, by the value that each is set to.

    ``words`` are the names that are in use; ``kept`` gives those that an earlier loop of the block has set, by their value.
    """

    def __init__(self, words: set[str], kept: Mapping[str, str]) -> None:
        self.words, self.kept = set(words), kept
        self.taken: dict[str, Taken] = {}

    def take(self, value: str, name: str, element: str, pointer: bool, rows: str = "") -> Taken:
        """The local for a value, a new one where none is set to it; ``name`` is what it is called where that is free."""
        if value not in self.taken:
            known = self.kept.get(f"const {value}" if not pointer else value)
            called = known or self.fresh(name)
            self.taken[value] = Taken(called, value, element, pointer, known=known is not None, rows=rows)
        return self.taken[value]

    def fresh(self, name: str) -> str:
        """A name that nothing else has, as near to ``name`` as can be."""
        name = name.strip("_") or "value"
        found, number = name, 2
        for suffix in ("", "_data"):
            if f"{name}{suffix}" not in self.words and not f"{name}{suffix}"[0].isdigit():
                found = f"{name}{suffix}"
                break
        else:
            while f"{name}{number}" in self.words:
                number += 1
            found = f"{name}{number}"
        self.words.add(found)
        return found

    def written(self, taken: Taken) -> Taken:
        """The local as one through which the loop writes."""
        self.taken[taken.value] = replace(taken, written=True)
        return self.taken[taken.value]

    def given_back(self, value: str) -> None:
        """The local of a value is put back behind the loop."""
        self.taken[value] = replace(self.taken[value], is_given_back=True)


def label(name: str) -> str:
    """A member's name without what marks it as a member."""
    return re.sub(r"^m_(?=\w)", "", name).strip("_")


def identifier(text: str) -> str:
    """An expression as one name."""
    return re.sub(r"\W+", "_", text).strip("_")
