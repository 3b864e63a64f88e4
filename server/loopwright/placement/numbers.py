"""Integers of a program as polynomials of its own names, and what the names stand for as the program is now.

A section is written in names: a number in the place of one would be wrong as soon as somebody gives another. What is only decided may ask
for the values of today.
"""

from __future__ import annotations

from collections.abc import Callable

from loopwright.source.linear import Linear


class Numbers:
    """Names with the values that they hold: polynomials of other names, or numbers."""

    def __init__(self) -> None:
        self._held: dict[str, Linear] = {}
        self.constants: dict[str, str] = {}  # of macros, enumerators and the like: the word that stands in the text

    def named(self, name: str, value: Linear) -> Linear | None:
        """What holds ``value``: itself where that is another name alone, ``None`` where it depends on what it holds."""
        if value.name:
            return value
        self._held.pop(name, None)
        if name in self.today(value).names:
            return None
        self._held[name] = value
        return Linear(0, (((name,), 1),))

    def constant(self, word: str, value: int) -> Linear:
        """A number that has a name of its own in the text."""
        name = f"{word}={value}"
        self.constants[name] = word
        self._held[name] = Linear(value)
        return Linear(0, (((name,), 1),))

    def today(self, number: Linear) -> Linear:
        """With all that names hold put in."""
        return self._put_in(number, lambda value: True)

    def related(self, number: Linear) -> Linear:
        """With what names hold put in where that has names itself."""
        return self._put_in(number, lambda value: bool(value.terms))

    def as_products(self, number: Linear) -> Linear:
        """With the products of names put in that names hold: a sum with a number may be another one tomorrow."""
        return self._put_in(number, lambda value: not value.constant and [c for _, c in value.terms] == [1])

    def _put_in(self, number: Linear, goes: Callable[[Linear], bool]) -> Linear:
        for name in number.names:
            value = self._held.get(name)
            if value is not None and goes(value):
                number = number.with_value(name, self._put_in(value, goes))
        return number
