"""Subscripts that are read from memory, `x[idx[i]]` and `x[first[i] + k]`: what has to hold of the numbers there so that iterations are apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from loopwright.dependence.decide.contrary import holds_close_numbers
from loopwright.dependence.decide.loaded import moment, shown
from loopwright.dependence.decide.pitched import range_of
from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.values import Field, Index, Place, path_of
from loopwright.source.linear import Linear

_SamePosition = Callable[[Relation, Access, Access, Index, Index], bool]


class _Read(NamedTuple):
    """A subscript as a number in memory, times ``factor``, and what is added to it."""

    name: str
    place: Place
    factor: int
    rest: Linear


def equal_by_injection(
    relation: Relation, accesses: tuple[Access, Access], numbers: tuple[Linear, Linear], same: _SamePosition
) -> bool:
    """Equal elements mean equal positions in an index array that holds no value twice, or none that are closer than what is added to
    them differs; then ``relation`` says so, and what that rests on."""
    one, other = (_read(relation, number) for number in numbers)
    if one is None or other is None or one.factor != other.factor:
        return False
    if one.place.root != other.place.root or len(one.place.steps) != len(other.place.steps):
        return False
    array = _array(relation, one, other)
    spread = _spread(relation, accesses, one, other) if array is not None else None
    # Nothing may be said of iterations before the whole way to both numbers is known to be one.
    attempt = relation.copy()
    if array is None or spread is None or not _are_in_one_position(attempt, accesses, one.place, other.place, same):
        return False
    relation.take(attempt)
    closest = spread // abs(one.factor) + 1
    text = no_closer(array, closest)
    relation.assumptions[text] = ()
    ways = zip((one.place, other.place), accesses)
    if any(holds_close_numbers(relation.program, relation.loop, *way, closest) for way in ways):
        relation.denied[text] = None
    return True


def no_closer(array: str, apart: int) -> str:
    """That the numbers of an array differ by so much."""
    return f"{array} holds no value twice" if apart == 1 else f"{array} holds no two values less than {apart} apart"


def how_close(text: str) -> tuple[str, int] | None:
    """The array that an assumption of :func:`no_closer` is about, and how much its numbers differ; ``None`` for another one."""
    array, said, _ = text.partition(" holds no value twice")
    if said:
        return array, 1
    array, said, rest = text.partition(" holds no two values less than ")
    return (array, int(rest.partition(" ")[0])) if said else None


def may_be_injective(program: Program, loop: int, access: Access) -> bool:
    """Whether :func:`equal_by_injection` may say something of an access: where it does not, nothing else is taken on trust than before."""
    relation = Relation.of(program, loop, (access, access), trusting=True)
    return any(
        isinstance(step, Index) and step.value is not None and _read(relation, step.value) is not None
        for step in access.place.steps
    )


def _read(relation: Relation, number: Linear) -> _Read | None:
    symbols = relation.program.symbols
    loads = [name for name in number.names if not relation.shared(name) and symbols[name].kind == "load"]
    place = symbols[loads[0]].place if len(loads) == 1 else None
    factor = number.coefficient(loads[0]) if len(loads) == 1 else None
    if not factor or place is None:
        return None
    rest = number.plus(Linear(0, (((loads[0],), factor),)), -1)
    return None if loads[0] in rest.names else _Read(loads[0], place, factor, rest)


def _array(relation: Relation, one: _Read, other: _Read) -> str | None:
    """What people call the array that both numbers are read from; ``None`` if the loop changes it so that one position has several."""
    program, loop = relation.program, relation.loop
    root = shown(program, one.place.root)
    steps = one.place.steps  # none where a variable is read through its address
    is_element = bool(steps) and isinstance(steps[-1], Index)
    name = (path_of(root, steps[:-1]) if is_element else None) or "->".join((root, *one.place.fields))
    meant = {moment(program, loop, read.name) for read in (one, other)}
    if len(meant) > 1 or None in meant or (meant != {"always"} and one.name != other.name):
        return None
    return f"what the loop leaves in {name}" if meant == {"after"} else name


def _spread(relation: Relation, accesses: tuple[Access, Access], one: _Read, other: _Read) -> int | None:
    """How far what is added to two numbers differs at most; ``None`` if that is no number, or nobody means the array to be so: what
    `a[k[i]] = a[k[i] + 1]` reads belongs to another iteration."""
    if one.rest == other.rest and all(map(relation.shared, one.rest.names)):
        return 0
    if not all(access.writes or _is_filled(relation, access, read) for access, read in zip(accesses, (one, other))):
        return None
    ranges = [range_of(relation, access, read.rest) for access, read in zip(accesses, (one, other))]
    first, second = ranges
    if first is None or second is None or first.signs or second.signs:
        return None
    most = [high.greatest.plus(low.least, -1) for high, low in ((first, second), (second, first))]
    return None if any(number.terms for number in most) else max(abs(number.constant) for number in most)


def _is_filled(relation: Relation, access: Access, read: _Read) -> bool:
    """Whether the loop writes at both sides of what an access reads, beside the same number in memory."""
    own = range_of(relation, access, read.rest)
    if own is None:
        return False
    before = after = False
    for write in accesses_in(relation.program.nests[relation.loop].body):
        if not write.writes or write.object != access.object:
            continue
        numbers = (step.value for step in write.place.steps if isinstance(step, Index) and step.value is not None)
        for found in (_read(relation, number) for number in numbers):
            there = range_of(relation, write, found.rest) if found is not None else None
            if found is None or there is None or (found.place, found.factor) != (read.place, read.factor):
                continue
            low, high = own.least.plus(there.least, -1), there.greatest.plus(own.greatest, -1)
            before |= not low.terms and low.constant >= 0
            after |= not high.terms and high.constant >= 0
    return before and after


def _are_in_one_position(
    relation: Relation, accesses: tuple[Access, Access], one: Place, other: Place, same: _SamePosition
) -> bool:
    for x, y in zip(one.steps, other.steps):
        if isinstance(x, Field) or isinstance(y, Field):
            if x != y:
                return False
        elif not same(relation, *accesses, x, y):
            return False
    return True
