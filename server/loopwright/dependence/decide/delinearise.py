"""`a[(k*ny + j)*nx + i]` read as `a[k][j][i]`: strides are products of sizes, each a multiple of the one before.

The recovered subscripts stand for the same element only if each stays within its size; that is proved over the iterations
or becomes an assumption. (The idea is that of Grosser, Ramanujam, Pouchet, Sadayappan, Pop: Optimistic delinearization of
parametrically sized arrays, ICS 2015, section 4.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from math import gcd
from operator import and_
from typing import NamedTuple

from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.model.program import Access
from loopwright.source.linear import Linear

_Product = tuple[str, ...]
_SHIFTS = (0, 1, -1)


class Dimension(NamedTuple):
    """One recovered subscript and the size it has to stay below (``None`` for the outermost)."""

    value: Linear
    size: Linear | None


def strides_of(relation: Relation, numbers: list[Linear]) -> list[tuple[int, _Product]] | None:
    """Strides (factor, product of sizes) from the smallest, ``None`` if they form no chain."""
    factors: dict[_Product, int] = {(): 0}
    for number in numbers:
        for product, factor in number.terms:
            varying = [name for name in product if relation.program.symbols[name].kind == "iterator"]
            if not varying:
                varying = [name for name in product if not relation.shared(name)]
            if not varying:
                continue
            if len(varying) > 1:
                return None
            rest = _without(product, varying[0])
            factors[rest] = gcd(factors.get(rest, 0), factor)
    chain = sorted(factors, key=len)
    if any(_rest(larger, smaller) is None for smaller, larger in pairwise(chain)):
        return None
    factors[()] = 1
    return [(factors[product] or 1, product) for product in chain]


def dimensions(number: Linear, strides: list[tuple[int, _Product]]) -> list[Dimension] | None:
    """``number`` cut into subscripts, innermost first; ``None`` where a size is not a multiple of the next."""
    values = [Linear(0)] * len(strides)
    for product, factor in [*number.terms, ((), number.constant)]:
        for position in range(len(strides) - 1, -1, -1):
            multiple, stride = strides[position]
            rest = _rest(product, stride)
            if rest is not None and factor % multiple == 0:
                part = Linear(0, ((rest, factor // multiple),)) if rest else Linear(factor // multiple)
                values[position] = values[position].plus(part)
                break
    found = []
    for position, value in enumerate(values):
        size = None
        if position + 1 < len(strides):
            (small_factor, small), (large_factor, large) = strides[position], strides[position + 1]
            rest = _rest(large, small)
            if rest is None or large_factor % small_factor:
                return None
            size = Linear(0, ((rest, large_factor // small_factor),)) if rest else Linear(large_factor // small_factor)
        found.append(Dimension(value, size))
    return found


def lengths_of_rows(relation: Relation, accesses: tuple[Access, ...]) -> list[Linear]:
    """How often the loops around accesses run, from 0 on: where no loop goes over the rows of an array, one that goes over the
    columns may tell how long they are."""
    frames = [relation.program.frames[number] for access in accesses for number in access.loops]
    found = {
        frame.uppers[0].plus(Linear(1)): None
        for frame in frames
        if frame.first == Linear(0) and frame.step == Linear(1) and len(frame.uppers) == 1 and frame.uppers[0].terms
    }
    return [length for length in found if all(relation.shared(name) for name in length.names)]


def rows_between(relation: Relation, first: Linear, second: Linear) -> list[Linear]:
    """How long rows are, where no loop goes over them and two elements lie in different ones: `n` in `a[(m - 1)*n + i]` and `a[i]`."""
    parts = [_by_variable(relation, number) for number in (first, second)]
    if parts[0] is None or parts[1] is None:
        return []
    apart = parts[0][""].plus(parts[1][""], -1)
    products = [Counter(product) for product, _ in apart.terms]
    common = reduce(and_, products) if products else Counter[str]()
    return [Linear(0, ((tuple(sorted(common.elements())), 1),))] if common else []


def sums_of_sizes(
    relation: Relation, numbers: list[Linear], lengths: list[Linear], outer: Sequence[Linear] = ()
) -> list[Linear] | None:
    """Strides that are polynomials, as `nx + 1` in `a[j*(nx + 1) + i]`, from the smallest; ``None`` if they form no chain. Of
    the ``lengths`` those are taken that divide the greatest stride; ``outer`` are strides beyond it."""
    factors: dict[Linear, int] = {}
    for number in numbers:
        parts = _by_variable(relation, number)
        if parts is None:
            return None
        for name, part in parts.items():
            if name and part.terms:
                content = gcd(part.constant, *(factor for _, factor in part.terms))
                primitive = part.divided(Linear(content))[0]
                factors[primitive] = gcd(factors.get(primitive, 0), content)
    strides = [Linear(1), *(stride.times(Linear(factor)) for stride, factor in factors.items())]
    if len(strides) > 1:
        greatest = max(strides, key=_degree)
        strides += [length for length in lengths if length not in strides and greatest.divided(length)[1] == Linear(0)]
    elif any(len(product) > 1 for number in numbers for product, _ in number.terms):
        strides += lengths[:1]  # only the rows differ that are named by sizes
    strides += [stride for stride in outer if stride not in strides]
    strides.sort(key=_degree)
    for smaller, larger in pairwise(strides):
        if larger.divided(smaller)[1] != Linear(0):
            return None
    return strides


def _degree(number: Linear) -> int:
    return max((len(product) for product, _ in number.terms), default=0)


def subscripts(relation: Relation, number: Linear, strides: list[Linear]) -> list[Dimension] | None:
    """As :func:`dimensions`, for strides that are polynomials."""
    parts = _by_variable(relation, number)
    if parts is None:
        return None
    values = [Linear(0)] * len(strides)
    rest = parts.pop("", Linear(0))
    for name, part in parts.items():
        for position in range(len(strides) - 1, -1, -1):
            quotient, left = part.divided(strides[position])
            if left == Linear(0) and not quotient.terms:
                values[position] = values[position].plus(Linear(0, (((name,), quotient.constant),)))
                break
        else:
            return None
    for position in range(len(strides) - 1, -1, -1):
        quotient, rest = rest.divided(strides[position])
        values[position] = values[position].plus(quotient)
    sizes = [larger.divided(smaller)[0] for smaller, larger in pairwise(strides)]
    return [Dimension(value, size) for value, size in zip(values, [*sizes, None])]


def _by_variable(relation: Relation, number: Linear) -> dict[str, Linear] | None:
    """What each variable is multiplied by, and under no name what is the same in all iterations."""
    parts = {"": Linear(number.constant)}
    for product, factor in number.terms:
        varying = [name for name in product if relation.program.symbols[name].kind == "iterator"]
        varying = varying or [name for name in product if not relation.shared(name)]
        if len(varying) > 1:
            return None
        name = varying[0] if varying else ""
        rest = _without(product, name) if name else product
        part = Linear(0, ((rest, factor),)) if rest else Linear(factor)
        parts[name] = parts.get(name, Linear(0)).plus(part)
    return parts


def within(
    relation: Relation, access: Access, parts: list[Dimension], other: Access | None = None
) -> tuple[list[Dimension], list[Dimension]]:
    """The subscripts, each moved into its size where one row more or less does it, and those that are not proved to be there.
    Such a one is moved to where it can be. Where nothing but a meeting with ``other`` counts, sizes are those for which that
    happens, too: a row that it writes to has an element."""
    domain = _known_iterations(relation, access)
    together: Relation | None = None
    parts = list(parts)
    unproved = []
    for position in range(len(parts)):
        value, size = parts[position]
        if size is None:
            continue
        moved = [Dimension(value.plus(size, shift), size) for shift in _SHIFTS]
        chosen = next((number for number, part in enumerate(moved) if _inside(domain, part.value, size)), None)
        if chosen is None and other is not None:
            together = together or _known_iterations(relation, access, other)
            chosen = next((n for n, part in enumerate(moved) if _inside(together, part.value, size)), None)
        if chosen is None and not relation.trusting:
            return parts, [moved[0]]  # nobody asks for the rest
        if chosen is None:
            # Sizes, borders and the like are more than one in the cases that people mean.
            fitting = (
                n for plain in (True, False) for n, p in enumerate(moved) if can_hold(relation, access, [p], plain)
            )
            chosen = next(fitting, 0)
            unproved.append(moved[chosen])
        parts[position] = moved[chosen]
        upper = parts[position + 1]
        parts[position + 1] = Dimension(upper.value.plus(Linear(1), -_SHIFTS[chosen]), upper.size)
    return parts, unproved


def can_hold(relation: Relation, access: Access, parts: list[Dimension], plain: bool = False) -> bool:
    """Whether there are sizes (``plain``: all of them more than one) for which every subscript stays within its size in every
    iteration."""
    domain = iterations(relation, access)
    if plain:
        names = {name for value, size in parts for name in (*value.names, *(size.names if size is not None else ()))}
        domain.constraints += [
            f"{domain.linear(Linear(0, (((name,), 1),)), 0)} >= 2" for name in sorted(names) if domain.shared(name)
        ]
    outside = []
    for value, size in parts:
        if size is None:
            continue
        low, high = domain.linear(value, 0), domain.linear(value.plus(size, -1), 0)
        if low is None or high is None:
            return False
        outside.append(f"({low} <= -1 or {high} >= 0)")
    if not outside:
        return True
    return domain.ever_fails(f"({' or '.join(outside)})")


def iterations(relation: Relation, access: Access, other: Access | None = None) -> Relation:
    """The iterations in which ``access`` happens, each with one in which ``other`` does. What ``relation`` takes on trust of bounds and
    conditions holds here, too, and is noted."""
    return _known_iterations(relation, access, other).copy()


def _known_iterations(relation: Relation, access: Access, other: Access | None = None) -> Relation:
    """The same, for who adds nothing to it."""
    accesses = (access,) if other is None else (access, other)
    domain = Relation.of(relation.program, relation.loop, accesses, relation.trusting, divided=relation.divided)
    relation.assumptions.update(domain.assumptions)
    return domain


def _inside(domain: Relation, value: Linear, size: Linear) -> bool:
    known = domain.answers.get((value, size))
    if known is None:
        known = domain.answers[value, size] = _is_inside(domain.copy(), value, size)
    return known


def _is_inside(relation: Relation, value: Linear, size: Linear) -> bool:
    low, high = relation.linear(value, 0), relation.linear(value.plus(size, -1), 0)
    if low is None or high is None:
        return False
    return relation.is_empty(f"{low} <= -1") and relation.is_empty(f"{high} >= 0")


def _rest(product: _Product, part: _Product) -> _Product | None:
    """A product without the names of another one, in order; ``None`` where it does not hold them all."""
    rest = list(product)
    for name in part:
        if name not in rest:
            return None
        rest.remove(name)
    return tuple(rest)


def _without(product: _Product, name: str) -> _Product:
    rest = list(product)
    rest.remove(name)
    return tuple(rest)
