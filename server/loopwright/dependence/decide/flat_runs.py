"""Subscripts of flat arrays that loops run through row by row: `t[p * m + q]` for `q` below `m` and `p` below `n` is every element below `m * n`.

Products of a loop's variable and a size are not affine. Where the inner loop goes just as far as the outer one's step, the two are one run of
numbers, and so on outwards; what is left of the subscript is the number that the run begins with.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import Index, LoopFrame
from loopwright.source.linear import Linear


class Run(NamedTuple):
    """The numbers from ``first`` on, ``length`` of them, that the variables of ``loops`` make; if all of these run at all."""

    first: Linear
    length: Linear
    loops: frozenset[int]


def run_of(program: Program, loop: int, access: Access, value: Linear) -> Run | None:
    """The numbers that ``value`` takes at an access in one iteration of ``loop``: each of them, and no other."""
    relation = Relation(program, loop, alone=True)
    if any(not relation.is_fixed(guard) for guard in access.guards):
        return None
    frames = _frames_in(program, relation, access, value)
    if frames is None:
        return None
    length, loops = Linear(1), frozenset(frame.id for frame in frames)
    while frames:
        frame = next((each for each in frames if _factor(value, str(each.iterator)) == length), None)
        if frame is None:
            return None
        frames.remove(frame)
        length = length.times(frame.uppers[0].plus(frame.lowers[0], -1).plus(Linear(1)))
        value = value.with_value(str(frame.iterator), frame.lowers[0])
    return Run(value, length, loops)


def is_free(program: Program, loop: int, access: Access, run: Run, at: int) -> bool:
    """Whether the subscript ``at`` is each number of a run whatever else an access depends on: not where the variables of the run's loops are in
    another subscript, too (`t[k][y * m + x]` for a ``k`` of `x`), or say how often a loop inside of them runs, be it never."""
    inside = [program.frames[number] for number in access.loops if number not in {*program.stacks[loop], *run.loops}]
    numbers = [run.first, *_other_subscripts(access, at), *(bound for frame in inside for bound in _ends(frame))]
    variables = {program.frames[number].iterator for number in run.loops}
    symbols = (program.symbols[name] for number in numbers for name in number.names)
    return not any(
        symbol.name in variables if symbol.kind == "iterator" else run.loops & {*symbol.loops} for symbol in symbols
    )


def _other_subscripts(access: Access, at: int) -> Iterator[Linear]:
    for number, step in enumerate(access.place.steps):
        if number != at and isinstance(step, Index) and step.value is not None:
            yield step.value


def _ends(frame: LoopFrame) -> Iterator[Linear]:
    yield from (*frame.lowers, *frame.uppers)
    yield from (number for number in (frame.first, frame.step) if number is not None)


def _frames_in(program: Program, relation: Relation, access: Access, value: Linear) -> list[LoopFrame] | None:
    """The loops inside whose variables are in a number, if each counts by one between numbers that all iterations see alike."""
    found = []
    for number in access.loops:
        frame = program.frames[number]
        if frame.iterator is None or number in program.stacks[relation.loop] or frame.iterator not in value.names:
            continue
        if not frame.exact or len(frame.lowers) != 1 or len(frame.uppers) != 1 or frame.step not in _SINGLE:
            return None
        ends = frame.lowers[0].names | frame.uppers[0].names
        if not all(map(relation.shared, ends)) or not all(map(relation.holds, frame.checks)):
            return None
        found.append(frame)
    return found


def _factor(value: Linear, name: str) -> Linear | None:
    """What ``name`` is multiplied by; ``None`` where that is itself."""
    factor = Linear(0)
    for product, coefficient in value.terms:
        if name in product:
            rest = tuple(other for other in product if other != name)
            if len(rest) != len(product) - 1:
                return None
            factor = factor.plus(Linear(0, ((rest, coefficient),)) if rest else Linear(coefficient))
    return factor


_SINGLE = (Linear(1), Linear(-1))
