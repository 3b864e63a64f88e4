"""Rows whose length is a size of its own: `a[y * step + x * ch]`.

Two elements of different rows are apart where what is added to the beginnings of rows differs by less than a row, wherever a row is said to
begin: `a` may lead into the middle of a grid, so that `x` runs from `-halo` on. How far that goes follows from the bounds of the loops
within: no set can hold the product of a variable and a size.
"""

from __future__ import annotations

from typing import NamedTuple

from loopwright.dependence.decide.loaded import moment
from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.decide.words import words
from loopwright.dependence.model.program import Access
from loopwright.dependence.walk.arithmetic import worded
from loopwright.source.linear import Linear, some_sizes

_ONE = Linear(1)


class _Row(NamedTuple):
    """Which row an element lies in, and its place there; ``size`` is how long rows are."""

    row: Linear
    place: Linear
    size: Linear


class Range(NamedTuple):
    """The least and the greatest value; it is that where no number of ``signs`` is negative."""

    least: Linear
    greatest: Linear
    signs: tuple[Linear, ...] = ()

    def longer(self, by: Linear) -> Range:
        """The same with a number added that is at least 0 and at most ``by``."""
        return self._replace(greatest=self.greatest.plus(by))


def in_rows(relation: Relation, source: Access, sink: Access, a: Linear, b: Linear) -> bool:
    """Whether equal elements mean equal rows, each iteration of the loop having a row of its own; then ``relation`` says so, and what
    that rests on."""
    own = relation.program.frames[relation.loop].iterator
    if own is None or not relation.trusting:
        return False
    (a, beyond_a), (b, beyond_b) = (_from_its_block(relation, *way, own) for way in ((source, a), (sink, b)))
    shared = tuple(term for term in a.terms if term in b.terms and _is_shared(relation, term[0]))
    common = Linear(a.constant if a.constant == b.constant else 0, shared)
    rows = [_row(number.plus(common, -1), own) for number in (a, b)]
    ranges = [range_of(relation, access, row.place) for access, row in zip((source, sink), rows) if row is not None]
    ranges = [range_ and range_.longer(beyond) for range_, beyond in zip(ranges, (beyond_a, beyond_b))]
    known = [(row, range_) for row, range_ in zip(rows, ranges) if row is not None and range_ is not None]
    if len(known) < 2 or known[0][0].size != known[1][0].size:
        return False
    (row, one), (_, other) = known
    is_ragged = not all(relation.shared(name) for range_ in (one, other) for name in range_.greatest.names)
    if not row.size.terms and not is_ragged:
        return False  # a set says it better
    if not all(relation.shared(name) for range_ in (one, other) for name in range_.least.names):
        return False  # what two iterations read may be two numbers
    conditions = [*one.signs, *other.signs]
    for low, high in ((one, other), (other, one)):  # places less than a row apart cannot make up for a row
        conditions.append(row.size.plus(high.greatest.plus(low.least, -1), -1).plus(_ONE, -1))
    if any(not number.terms and number.constant < 0 for number in conditions):
        return False
    if not _is_meant(relation, conditions):
        return False
    if any(moment(relation.program, relation.loop, name) is None for number in conditions for name in number.names):
        return False
    same = relation.equal(known[0][0].row, known[1][0].row)
    if same is None:
        return False
    told = _told_by_loops(relation, source, sink)
    for number in conditions:
        is_of_iteration = not all(map(relation.shared, number.names))  # it has to hold in each
        if number.terms and (is_of_iteration or not _follows(relation, told, number)):
            texts = words(relation.program, relation.loop, (number,)) or {}
            relation.assumptions[worded(number, texts).not_negative()] = (number,)
    relation.constraints.append(same)
    relation.exact = False
    return True


def _told_by_loops(relation: Relation, *accesses: Access) -> tuple[Linear, ...]:
    """Numbers that are not negative where all the accesses happen, as the loops around them run."""
    frames = {loop: relation.program.frames[loop] for access in accesses for loop in access.loops}
    lengths = (
        high.plus(low, -1)
        for frame in frames.values()
        if all(relation.holds(check) for check in frame.checks)
        for low in frame.lowers
        for high in frame.uppers
    )
    return tuple(length for length in lengths if all(relation.shared(name) for name in length.names))


def _follows(relation: Relation, told: tuple[Linear, ...], number: Linear) -> bool:
    """Whether a number cannot be negative where both accesses happen: `2 * b` is not in a loop that counts up to it."""
    known = relation.copy()
    known.constraints += [f"{text} >= 0" for each in told if (text := known.linear(each, 0)) is not None]
    for product, _ in number.terms:
        if len(product) > 1 and all(_is_not_negative(known, Linear(0, (((name,), 1),))) for name in product):
            known.constraints.append(f"{known.linear(Linear(0, ((product, 1),)), 0)} >= 0")
    return _is_not_negative(known, number)


def _is_not_negative(known: Relation, number: Linear) -> bool:
    value = known.linear(number, 0)
    return value is not None and known.is_empty(f"{value} <= -1")


def _is_meant(relation: Relation, conditions: list[Linear]) -> bool:
    """Whether they are of sizes alone, and hold for some of more than one, as people mean them."""
    names = {name for number in conditions for name in number.names}
    if any(relation.program.symbols[name].kind == "iterator" for name in names):
        return False
    if words(relation.program, relation.loop, conditions) is None:
        return False
    return any(all(number.value(sizes) >= 0 for number in conditions) for sizes in some_sizes(names))


def _from_its_block(relation: Relation, access: Access, number: Linear, own: str) -> tuple[Linear, Linear]:
    """An element that a loop within counts from a block's beginning on (`for (i = b * n; i < (b + 1) * n; …)`), as that beginning and how far
    the loop goes at most."""
    for loop in access.loops:
        frame = relation.program.frames[loop]
        if frame.iterator is None or frame.iterator == own or number.coefficient(frame.iterator) != 1:
            continue
        if not all(relation.holds(check) for check in frame.checks):
            continue
        for low in frame.lowers:
            lengths = [high.plus(low, -1) for high in _highest(relation, frame.uppers)] if own in low.names else []
            for length in lengths:
                if _is_told(relation, length):
                    return number.with_value(frame.iterator, low), length
    return number, Linear(0)


def _highest(relation: Relation, uppers: tuple[Linear, ...]) -> list[Linear]:
    """Bounds from above, each of the operands of a minimum being one."""
    found = list(uppers)
    for upper in uppers:
        for name in upper.names:
            symbol = relation.program.symbols[name]
            if symbol.kind == "minimum" and upper.coefficient(name) == 1:
                found += [upper.with_value(name, operand) for operand in symbol.operands]
    return found


def _is_shared(relation: Relation, product: tuple[str, ...]) -> bool:
    return all(relation.shared(name) for name in product)


def _row(number: Linear, own: str) -> _Row | None:
    """An element read as `(own + n) * size + place`."""
    with_own = [(product, factor) for product, factor in number.terms if own in product]
    if len(with_own) != 1:
        return None
    whole, factor = with_own[0]
    rest = tuple(name for name in whole if name != own)
    if factor < 0 or len(rest) + 1 < len(whole):
        return None
    if not rest:
        return _Row(Linear(0, (((own,), 1),)), number.plus(Linear(0, ((whole, factor),)), -1), Linear(factor))
    before = dict(number.terms).get(rest, 0)
    more = before // factor if before % factor == 0 else 0
    place = number.plus(Linear(0, ((whole, factor), (rest, more * factor))), -1)
    return _Row(Linear(more, (((own,), 1),)), place, Linear(0, ((rest, factor),)))


def range_of(relation: Relation, access: Access, number: Linear) -> Range | None:
    """How far a place goes over the loops within; ``None`` if that cannot be said."""
    least = greatest = Linear(number.constant)
    signs: list[Linear] = []
    for names, factor in number.terms:
        varying = [name for name in names if not relation.shared(name)]
        if not varying:
            part = Linear(0, ((names, factor),))
            least, greatest = least.plus(part), greatest.plus(part)
            continue
        bounds = _bounds(relation, access, varying[0]) if len(varying) == 1 else None
        if bounds is None:
            return None
        others = tuple(name for name in names if name != varying[0])
        signs += [Linear(0, (((name,), 1),)) for name in others if not _is_positive(relation, name)]
        scale = Linear(0, ((others, factor),)) if others else Linear(factor)
        low, high = bounds if factor > 0 else bounds[::-1]
        least, greatest = least.plus(low.times(scale)), greatest.plus(high.times(scale))
    return Range(least, greatest, tuple(dict.fromkeys(signs)))


def _is_positive(relation: Relation, name: str) -> bool:
    least = relation.program.symbols[name].bounds[0]
    return least is not None and least >= 0


def _bounds(relation: Relation, access: Access, iterator: str) -> tuple[Linear, Linear] | None:
    """The first and the last value of a loop's variable, where all iterations of the loop around see the same, but for a last one that each
    reads from memory."""
    for loop in access.loops:
        frame = relation.program.frames[loop]
        if frame.iterator != iterator or not all(relation.holds(check) for check in frame.checks):
            continue
        lows = [bound for bound in frame.lowers if all(relation.shared(name) for name in bound.names)]
        highs = [bound for bound in frame.uppers if _is_told(relation, bound)]
        return (lows[0], highs[0]) if lows and highs else None
    return None


def _is_told(relation: Relation, last: Linear) -> bool:
    """Whether all iterations see the same number, or each one that it reads, and something added: `count[row] - 1`."""
    varying = [name for name in last.names if not relation.shared(name)]
    return not varying or (
        len(varying) == 1 and last.coefficient(varying[0]) == 1 and relation.program.symbols[varying[0]].kind == "load"
    )
