"""Two loops that run one after the other, while iterations of them are taken by threads that do not wait in between: is there an element that an
iteration of one writes and another iteration of the other reads? Only what is certain is told: two iterations are named, and both run. And is a
variable read behind a loop, before what the threads have each of it is put together?"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from loopwright.dependence.decide.redundant import in_every_iteration
from loopwright.dependence.model.program import (
    Access,
    Block,
    Branch,
    Effect,
    Item,
    Program,
    accesses_in,
    blocks_of,
    flat,
    may_be_come_to,
)
from loopwright.dependence.model.values import Field, Index, LoopFrame
from loopwright.source.linear import Linear
from loopwright.source.text import Span

_FIRST_ITERATIONS = 3  # of the reading loop: beyond its edges one iteration is like the next
_WIDE = (1 << 31) - 1  # what a value has to reach for that a small one is safe

Values = dict[str, Linear]


class Meeting(NamedTuple):
    """A write of one loop and a read of the other that touch one element in different iterations."""

    write: Access
    read: Access


def meeting(program: Program, first: int, second: int) -> Meeting | None:
    """What two loops certainly share out of order; loops that hold what is not followed are not asked."""
    if any(isinstance(item, Effect) for loop in (first, second) for item in flat(program.nests[loop].body)):
        return None
    if not _run_together(program, first, second):
        return None
    for writer, reader in ((first, second), (second, first)):
        reads = [access for access in _certain(program, reader) if not access.writes]
        for write in _certain(program, writer):
            for read in reads if write.writes else ():
                is_one = write.place.root == read.place.root and write.element == read.element
                if is_one and write.guards == read.guards and _meet(program, writer, reader, write, read):
                    return Meeting(write, read)
    return None


def read_behind(program: Program, loop: int, name: str, region: Span, apart: Collection[Span]) -> Access | None:
    """The read of a variable that certainly comes next behind a loop in a region; what stands ``apart`` is passed over, and nothing is said where
    the variable is written first or control may go elsewhere."""
    block, at = program.ways[loop][0]
    for item in block.items[at + 1 :]:
        if may_be_come_to(item) or _may_leave(item):
            return None
        for access in accesses_in(Block([item])):
            if program.roots[access.place.root].name != name or any(each.contains(access.span) for each in apart):
                continue
            is_certain = access.is_scalar and not (access.writes or access.possible or access.given)
            is_certain = (
                is_certain and len(access.guards) == program.outer_guards[loop] and region.contains(access.span)
            )
            return access if is_certain and not isinstance(item, Branch) else None
    return None


def _run_together(program: Program, first: int, second: int) -> bool:
    """Whether both loops run where one of them does: they stand in one block, and nothing may jump past one of them. Of branches it is not always
    known that they exclude one another."""
    (block, one), (other, two) = program.ways[first][0], program.ways[second][0]
    between = block.items[min(one, two) : max(one, two)] if block is other else ()
    return block is other and not any(may_be_come_to(item) or _may_leave(item) for item in between)


def _may_leave(item: Item) -> bool:
    """Whether control may go elsewhere from within an item."""
    every = (item,) if isinstance(item, Effect) else (each for inner in blocks_of(item) for each in inner.every)
    return any(isinstance(each, Effect) and each.kind == "jump" for each in every)


def _certain(program: Program, loop: int) -> Iterator[Access]:
    """Accesses of elements, made in every iteration, of memory that all iterations share."""
    for access in in_every_iteration(program.nests[loop].body):
        root = program.roots[access.place.root]
        is_shared = root.kind != "unknown" and loop not in root.loops
        is_seen = not (access.possible or access.given or access.atomic or access.is_scalar)
        if is_shared and is_seen and len(access.guards) == program.outer_guards[loop]:
            yield access


def _meet(program: Program, writer: int, reader: int, write: Access, read: Access) -> bool:
    """Whether an early iteration of ``reader`` reads what another iteration of ``writer`` writes."""
    own, others = _inside(program, writer, write), _inside(program, reader, read)
    if own is None or others is None or len(write.place.steps) != len(read.place.steps):
        return False
    return any(_reads_of_another(own, others, write, read, number) for number in range(_FIRST_ITERATIONS))


def _inside(program: Program, loop: int, access: Access) -> list[LoopFrame] | None:
    """``loop`` and those in it around an access, from the outside in; ``None`` where one does not count in ones between two bounds."""
    frames = [program.frames[each] for each in access.loops[access.loops.index(loop) :]]
    return frames if all(_is_plain(frame) for frame in frames) else None


def _is_plain(frame: LoopFrame) -> bool:
    is_counted = frame.iterator is not None and frame.step == Linear(1) and frame.exact
    return is_counted and len(frame.lowers) == len(frame.uppers) == 1


def _reads_of_another(own: list[LoopFrame], others: list[LoopFrame], write: Access, read: Access, number: int) -> bool:
    """Whether what ``read`` touches in iteration ``number`` of its loop is written in an iteration of another number and another value."""
    here = _iteration(others, number)
    there = None if here is None else _written_in(own, write, _subscripts(read, here))
    if here is None or there is None or not (_is_safe(read, here) and _is_safe(write, there)):
        return False
    at, by = there[own[0].iterator or ""], here[others[0].iterator or ""]
    ordinal = at.plus(own[0].lowers[0], -1).plus(Linear(number), -1)
    return at != by and ordinal != Linear(0)


def _iteration(frames: list[LoopFrame], number: int) -> Values | None:
    """The values of the loop variables in one iteration, the first of each inner loop; ``None`` where it certainly does not run."""
    values: Values = {}
    for depth, frame in enumerate(frames):
        assert frame.iterator is not None
        values[frame.iterator] = _put_in(frame.lowers[0], values).plus(Linear(0 if depth else number))
        left = _put_in(frame.uppers[0], values).plus(values[frame.iterator], -1)
        if not left.terms and left.constant < 0:
            return None
    return values


def _subscripts(access: Access, values: Values) -> list[Linear | str | None]:
    return [
        step.name if isinstance(step, Field) else None if step.value is None else _put_in(step.value, values)
        for step in access.place.steps
    ]


def _written_in(frames: list[LoopFrame], write: Access, element: list[Linear | str | None]) -> Values | None:
    """The iteration in which ``write`` touches ``element``, if it is one that certainly runs."""
    iterators = [frame.iterator or "" for frame in frames]
    found: Values = {}
    for mine, wanted in zip(_subscripts(write, {}), element):
        if isinstance(mine, Linear) and isinstance(wanted, Linear):
            if not _solve(mine, wanted, iterators, found):
                return None
        elif mine is None or mine != wanted:
            return None
    if iterators[0] not in found:
        return None  # every iteration writes it, which is another matter
    for frame, name in zip(frames, iterators):
        lower, upper = (_put_in(bound, found) for bound in (frame.lowers[0], frame.uppers[0]))
        if not _is_between(lower, found.setdefault(name, lower), upper):
            return None
    return found


def _solve(mine: Linear, wanted: Linear, iterators: list[str], found: Values) -> bool:
    """Put values into ``found`` for which a subscript is what is wanted. They are read from the largest stride on, as digits of a number: `i*n + j` is
    `3*n + 1` for `i = 3`. Others may do as well; products of two loop variables are not followed."""
    strides = {name: _stride(mine, name) for name in iterators if name in mine.names}
    if any(stride == Linear(0) or not stride.names.isdisjoint(iterators) for stride in strides.values()):
        return False
    rest = wanted.plus(_put_in(mine, dict.fromkeys(strides, Linear(0))), -1)
    for name, stride in sorted(strides.items(), key=lambda item: _size(item[1]), reverse=True):
        if name not in found:
            found[name] = _digit(rest, stride)
        rest = rest.plus(stride.times(found[name]), -1)
    return _put_in(mine, found) == wanted


def _stride(subscript: Linear, name: str) -> Linear:
    """What a subscript grows by when a variable goes from 0 to 1."""
    return subscript.with_value(name, Linear(1)).plus(subscript.with_value(name, Linear(0)), -1)


def _size(stride: Linear) -> tuple[int, int]:
    return max((len(product) for product, _ in stride.terms), default=0), stride.constant


def _digit(number: Linear, stride: Linear) -> Linear:
    """How often a stride goes into a number."""
    times, rest = number.divided(stride)
    return times if stride.terms or rest.terms else times.plus(Linear(rest.constant // stride.constant))


def _is_between(lower: Linear, value: Linear, upper: Linear) -> bool:
    """Whether a number is so many above one bound or below the other, and not beyond the other for all that is known."""
    distances = value.plus(lower, -1), upper.plus(value, -1)
    known = [distance.constant for distance in distances if not distance.terms]
    return bool(known) and min(known) >= 0


def _is_safe(access: Access, values: Values) -> bool:
    """Whether no subscript wraps around in an iteration."""
    checks = (check for step in access.place.steps if isinstance(step, Index) for check in step.checks)
    for check in checks:
        value = _put_in(check.value, values)
        low, high = (check.low if check.low is not None else value.constant), (check.high or _WIDE)
        if not low <= value.constant <= high or (value.terms and high < _WIDE):
            return False
    return True


def _put_in(number: Linear, values: Values) -> Linear:
    for name in number.names & values.keys():
        number = number.with_value(name, values[name])
    return number
