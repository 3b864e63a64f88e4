"""What has to hold of sizes so that a recovered subscript stays within its size in every iteration: `m >= w`, not `0 <= i < m`."""

from __future__ import annotations

from typing import NamedTuple

import islpy as isl

from loopwright.dependence.decide.bounds import PRODUCT
from loopwright.dependence.decide.meant import is_meant_by_nobody
from loopwright.dependence.decide.relations import Relation, answered, integer_set
from loopwright.dependence.decide.words import words
from loopwright.dependence.model.program import Program
from loopwright.dependence.walk.arithmetic import worded, written
from loopwright.source.linear import Linear

_MOST_CONDITIONS = 2


class _Sizes(NamedTuple):
    """For which sizes a subscript stays inside: whether somebody means such ones, and what is not negative for just these, ``None`` where
    that takes many conditions, or other ones."""

    is_meant: bool
    numbers: tuple[Linear, ...] | None


def conditions_inside(
    program: Program, domain: Relation, value: Linear, size: Linear
) -> dict[str, tuple[Linear, ...]] | None:
    """The conditions, each with the numbers that are not negative just where it holds, for ``0 <= value < size`` in all iterations
    of ``domain``. They are of sizes alone where that takes few words, and of the subscript itself elsewhere; ``None`` where
    nobody means such sizes, or they cannot be told apart."""
    stays = _sizes(program, domain, value, size)
    if stays is not None and not stays.is_meant:
        return None
    of_sizes = stays.numbers if stays is not None else None
    of_subscript = value, size.plus(value, -1).plus(Linear(-1))
    texts = words(program, domain.loop, of_subscript if of_sizes is None else of_sizes)
    if texts is None:
        return None
    if of_sizes is None:
        return {_of_subscript(value, size, texts): of_subscript}
    return {worded(number, texts).not_negative(): (number,) for number in of_sizes}


def _sizes(program: Program, domain: Relation, value: Linear, size: Linear) -> _Sizes | None:
    """The sizes for which the subscript never leaves, among those for which there are iterations at all; ``None`` where which
    iterations there are is not known to the last one, as of `ii += tile`."""
    low, high = domain.linear(value, 0), domain.linear(value.plus(size, -1), 0)
    if low is None or high is None or not domain.exact:
        return None
    runs, leaves = domain.text(), domain.text(f"({low} <= -1 or {high} >= 0)")
    iterators = tuple(name for name in domain.parameters if _is_iterator(program, name))

    def find() -> _Sizes:
        reached, left = (_without(iterators, integer_set(text).params()) for text in (runs, leaves))
        stays = left.complement().gist(reached).coalesce()
        return _Sizes(not is_meant_by_nobody(stays, frozenset()), _numbers(program, stays))

    return answered((_sizes, runs, leaves, iterators), find)


def _is_iterator(program: Program, name: str) -> bool:
    symbol = program.symbols.get(name)
    return symbol is not None and symbol.kind == "iterator"


def _numbers(program: Program, sizes: isl.Set) -> tuple[Linear, ...] | None:
    """What is not negative for these sizes alone; ``None`` where that takes many conditions, or other ones."""
    if sizes.n_basic_set() != 1:
        return None
    constraints = sizes.get_basic_sets()[0].get_constraints()
    numbers = [None if one.is_equality() else _number(program, one) for one in constraints]
    found = tuple(number for number in numbers if number is not None)
    return found if 0 < len(found) == len(numbers) <= _MOST_CONDITIONS else None


def _without(iterators: tuple[str, ...], sizes: isl.Set) -> isl.Set:
    """Whatever iteration of the loops around it is."""
    for place in reversed(range(sizes.dim(isl.dim_type.param))):
        if sizes.get_dim_name(isl.dim_type.param, place) in iterators:
            sizes = sizes.project_out(isl.dim_type.param, place, 1)
    return sizes


def _number(program: Program, constraint: isl.Constraint) -> Linear | None:
    """What a constraint says is not negative; ``None`` if a name in it is none of the program."""
    number = Linear(constraint.get_constant_val().to_python())
    if constraint.dim(isl.dim_type.div):
        return None
    for place in range(constraint.dim(isl.dim_type.param)):
        factor = constraint.get_coefficient_val(isl.dim_type.param, place).to_python()
        name = constraint.get_dim_name(isl.dim_type.param, place) or ""
        product = (name,) if name in program.symbols else tuple(name.removeprefix(PRODUCT).split("_"))
        if factor and not all(symbol in program.symbols for symbol in product):
            return None
        if factor:
            number = number.plus(Linear(0, ((product, factor),)))
    return number


def _of_subscript(value: Linear, size: Linear, texts: dict[str, Linear]) -> str:
    """`0 <= i < m`, or what is left of it where one half is plain: `n >= 2`."""
    below = size.plus(value, -1).plus(Linear(-1))
    open_halves = [half for half in (value, below) if half.terms or half.constant < 0]
    if len(open_halves) != 1:
        return f"0 <= {written(value, texts)} < {written(size, texts)}"
    return worded(open_halves[0], texts).not_negative()
