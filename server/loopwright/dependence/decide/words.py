"""What numbers are called right before a loop: conditions are said in these words."""

from __future__ import annotations

from collections.abc import Iterable

from loopwright.dependence.model.program import Program
from loopwright.dependence.model.values import Check
from loopwright.dependence.walk.arithmetic import as_word, written
from loopwright.source.linear import Linear


def called(program: Program, loop: int, name: str) -> str:
    """What a symbol is called where a loop begins: the words that it came up with, or a variable that holds it where these mean something else
    by then; empty where there is no such variable, and for what has the words of another function."""
    symbol = program.symbols[name]
    if program.is_outdated(loop, name):
        return program.entries[loop].get(name, "")
    return "" if symbol.foreign else symbol.text


def words(program: Program, loop: int, numbers: Iterable[Linear]) -> dict[str, Linear] | None:
    """What the symbols of some numbers are called; ``None`` where one of the numbers cannot be written down: where a symbol has no name, or two of
    one number have the same, as what was read at two times has."""
    found: dict[str, Linear] = {}
    for number in numbers:
        texts = {name: _said(program, loop, name) for name in number.names}
        told = {name: text for name, text in texts.items() if text is not None}
        if len(set(told.values())) < len(texts):
            return None
        found |= told
    return found


def _said(program: Program, loop: int, name: str) -> Linear | None:
    """A symbol by its name, or by a variable that holds it and a number more: `k + 1` where that is `f() - 1`."""
    if text := called(program, loop, name):
        return as_word(text)
    for holder, number in program.sums.get(loop, {}).items():
        rest = Linear(0, (((name,), 1),)).plus(number, -1)
        if not rest.terms:
            return as_word(holder).plus(rest)
    return None


def worded_check(program: Program, loop: int, check: Check) -> str:
    """What a check assumes; empty where that cannot be said."""
    number = check.value if check.about is None else check.about
    texts = {name: called(program, loop, name) for name in number.names}
    if not all(texts.values()):
        return ""
    alone = next((text for name, text in texts.items() if number == Linear(0, (((name,), 1),))), None)
    return f"{alone or written(number, texts)} {check.says}"
