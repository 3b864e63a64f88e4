"""Might two iterations change a variable in either order? `t = min(max(t, a[i]), 4)` is no reduction that OpenACC has a word for, and yet no order of
the iterations shows. Who names two iterations as the reason against a loop has to know that one does.

The iterations are carried out on small numbers, and on those that the code compares with, one way round and the other. One difference is a proof
that the order shows; none is no proof of anything, and the verdict is `unknown`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.remade import CALL, Constant, Given, Made, Remade, parts_of, worth

_TRIES, _ENOUGH = 400, 40
_NUMBERS = (-3, -2, -1, 0, 0, 1, 1, 2, 3, 4, 5, 7)


def may_be_exchanged(program: Program, loop: int, accesses: list[Access]) -> bool:
    """Whether iterations of a loop do nothing with a variable but make its value anew, and no order of two was seen to show."""
    body = program.nests[loop].body
    steps: list[Remade] = []
    reads = 0
    for access in accesses:
        if not access.writes:
            continue
        if access.remade is None or not any(item is access for item in body.items):
            return False
        steps.append(access.remade.value)
        reads += access.remade.reads
    parts = [part for step in steps for part in parts_of(step)]
    if reads != sum(not access.writes for access in accesses):
        return False  # it is read elsewhere as well
    changed = {program.roots[access.place.root].name for access in accesses_in(body) if access.writes}
    changed.add(program.frames[loop].variable or "")
    given = {part.text: part.is_name and part.text not in changed for part in parts if isinstance(part, Given)}
    steady = [text for text, is_steady in given.items() if is_steady]
    varying = [text for text, is_steady in given.items() if not is_steady]
    if any(isinstance(part, Made) and part.operator == CALL for part in parts):
        return bool(varying)
    told = {part.value + beside for part in parts if isinstance(part, Constant) for beside in (-1, 0, 1)}
    numbers = [*(Fraction(number) for number in _NUMBERS), *sorted(told)]
    return bool(varying) and _no_order_shows(steps, steady, varying, numbers)


def _no_order_shows(steps: list[Remade], steady: list[str], varying: list[str], numbers: list[Fraction]) -> bool:
    random, tried = Random(1), 0
    for _ in range(_TRIES):
        old = random.choice(numbers)
        common = {text: random.choice(numbers) for text in steady}
        one, other = ({**common, **{text: random.choice(numbers) for text in varying}} for _ in range(2))
        ends = [_after(steps, _after(steps, old, first), then) for first, then in ((one, other), (other, one))]
        if None in ends:
            continue
        if ends[0] != ends[1]:
            return False
        tried += 1
    return tried >= _ENOUGH


def _after(steps: list[Remade], old: Fraction | None, given: Mapping[str, Fraction]) -> Fraction | None:
    """What one iteration makes of a value."""
    for step in steps:
        old = worth(step, old, given) if old is not None else None
    return old
