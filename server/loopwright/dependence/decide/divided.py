"""Quotients and remainders by a size: `x = i % n`, `y = i / n`.

No set holds `i = y * n + x`, a product of a variable and a size. What follows from it is affine: of two numbers with the same quotient the
remainders are as far apart as the numbers are (C11 6.5.5p6, whatever the signs). The rest needs that nothing is negative: a remainder is
below its divisor, a quotient of what is below `m * n` is below `m`. That a divisor is at least 1 is an assumption. That it is not 0 does not
follow from the division: a condition may go around that (`n == 0 || i / n < 3`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from loopwright.dependence.decide.words import words
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import Check, Index, Symbol
from loopwright.dependence.walk.arithmetic import worded
from loopwright.source.linear import Linear

_ONE = Linear(1)


class Iterations(Protocol):
    """What is asked here of iterations side by side."""

    program: Program
    loop: int
    assumptions: dict[str, tuple[Linear, ...]]

    def shared(self, name: str) -> bool: ...
    def linear(self, number: Linear, copy: int) -> str | None: ...
    def holds(self, check: Check) -> bool: ...


def is_division(symbol: Symbol) -> bool:
    """Whether a symbol is a quotient or a remainder by something that is no number."""
    return symbol.operator in ("/", "%") and len(symbol.operands) == 2


def divides(program: Program, *accesses: Access) -> bool:
    """Whether a subscript of the accesses holds a quotient or a remainder by a size."""
    steps = (step for access in accesses for step in access.place.steps)
    waiting = [step.value for step in steps if isinstance(step, Index) and step.value is not None]
    while waiting:
        for name in waiting.pop().names:
            symbol = program.symbols[name]
            if is_division(symbol):
                return True
            waiting += symbol.operands
    return False


def as_far_apart(relation: Iterations, one: tuple[str, int], other: tuple[str, int]) -> str | None:
    """That two numbers with the same quotient are as far apart as their remainders are: a condition on the remainders ``one`` and
    ``other``, each of a copy of the iteration; ``None`` where they are not of one divisor, or it cannot be said."""
    symbols = relation.program.symbols
    divisors = [symbols[name].operands[1] for name, _ in (one, other)]
    if divisors[0] != divisors[1] or not all(relation.shared(name) for name in divisors[0].names):
        return None
    parts = []
    for name, copy in (one, other):
        dividend, quotient = symbols[name].operands[0], _quotient_beside(relation.program, symbols[name])
        words = [relation.linear(each, copy) for each in (dividend, quotient, _of(name))] if quotient else [None]
        if None in words:
            return None
        parts.append(words)
    (a, p, x), (b, q, y) = parts
    return f"({p} < {q} or {p} > {q} or ({a}) - ({b}) = ({x}) - ({y}))"


def _quotient_beside(program: Program, remainder: Symbol) -> Linear | None:
    """The quotient by which a remainder is left: of the same operands, or `i / (n * m)` for `i / n % m`."""
    dividend, divisor = remainder.operands
    wanted = {(dividend, divisor)}
    inner = _only(program, dividend)
    if inner is not None and inner.operator == "/" and is_division(inner):
        wanted.add((inner.operands[0], inner.operands[1].times(divisor)))
    found = (symbol.name for symbol in program.symbols.values() if symbol.operator == "/" and symbol.operands in wanted)
    name = next(found, None)
    return None if name is None else _of(name)


def limits(relation: Iterations, symbol: Symbol, copy: int) -> Iterator[str]:
    """What is known of a quotient or remainder of numbers that are not negative, by a divisor that is at least 1; that is noted as an
    assumption."""
    dividend, divisor = symbol.operands
    if not all(map(relation.shared, divisor.names)) or not _is_counted(relation, dividend):
        return
    told = [relation.linear(number, copy) for number in (_of(symbol.name), dividend, divisor)]
    at_least = divisor.plus(_ONE, -1)
    texts = words(relation.program, relation.loop, (at_least,))
    if None in told or texts is None:
        return
    word, number, by = told
    relation.assumptions[worded(at_least, texts).not_negative()] = (at_least,)
    yield f"{by} >= 1"
    yield f"0 <= {word} <= {number}"
    for bound in _above(relation, symbol):
        text = relation.linear(bound, copy)
        if text is not None:
            yield f"{word} <= {text} - 1"


def _above(relation: Iterations, symbol: Symbol) -> list[Linear]:
    """Numbers that a symbol stays below where its divisors are at least 1."""
    if symbol.operator == "%" and is_division(symbol):
        return [symbol.operands[1]]
    if symbol.operator == "/" and is_division(symbol):
        inner = _only(relation.program, symbol.operands[0])
        whole = (bound.divided(symbol.operands[1]) for bound in (_above(relation, inner) if inner is not None else ()))
        return [part for part, rest in whole if rest == Linear(0)]
    frames = (frame for frame in relation.program.frames.values() if frame.iterator == symbol.name)
    frame = next(frames, None) if symbol.kind == "iterator" else None
    if frame is None or not all(relation.holds(check) for check in frame.checks):
        return []
    return [upper.plus(_ONE) for upper in frame.uppers]


def _is_counted(relation: Iterations, number: Linear) -> bool:
    """Whether a number is not negative, where divisors are at least 1."""
    symbol = _only(relation.program, number)
    if symbol is not None and is_division(symbol):
        return _is_counted(relation, symbol.operands[0])
    return relation.holds(Check(number, 0, None, ""))


def _only(program: Program, number: Linear) -> Symbol | None:
    """The symbol that a number is, ``None`` if it is more than that."""
    (product, factor), *others = number.terms or (((), 0),)
    return program.symbols[product[0]] if not (number.constant or others) and factor == len(product) == 1 else None


def _of(name: str) -> Linear:
    return Linear(0, (((name,), 1),))
