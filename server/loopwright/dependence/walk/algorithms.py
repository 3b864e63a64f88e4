"""Algorithms of `std` that work on ranges of numbers and call no function of the program (C++17 28, 29.8), as loops over the elements.

What matters between iterations of a loop around is which elements an algorithm comes to, not in which order. Its reads stand before its
writes: what it reads may be from before it. To sort, or to exchange, what another iteration does as well may come to the same in any order:
such a meeting is unknown and not refuted.
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.dependence.model.values import Value
from loopwright.dependence.walk.arithmetic import pointer_arithmetic
from loopwright.dependence.walk.between import between
from loopwright.dependence.walk.blocks import is_of_numbers, move
from loopwright.dependence.walk.dispatch import value_of
from loopwright.dependence.walk.state import State
from loopwright.lang.callees import path_of
from loopwright.source.linear import Linear

_Algorithm = Callable[[State, Node, list[Value]], None]


def is_followed(state: State, function: Node, name: str, arguments: list[Node]) -> bool:
    """Whether a call is one of these, of so many ranges and of no comparison or operation."""
    if path_of(function) != ("std", name) or name not in _ALGORITHMS or len(arguments) != _ALGORITHMS[name][0]:
        return False
    with state.aside():
        values = [value_of(state, argument) for argument in arguments]
    ranges = values[:2] if name == "iota" else values
    kinds = {value.kind.element().base for value in ranges}
    return all(map(is_of_numbers, ranges)) and len(kinds) == 1 and kinds != {"bool"}  # those of a `vector` share words


def carried_out(state: State, node: Node, name: str, arguments: list[Node]) -> None:
    """What a call of one of them reads and writes."""
    values = [value_of(state, argument) for argument in arguments]
    _ALGORITHMS[name][1](state, node, values)


def _in_place(state: State, node: Node, values: list[Value]) -> None:
    """Elements of one range change their places, or their values for sums of others."""
    count, (first,) = between(state, values[0], values[-1])
    move(state, node, None, first, count, may_agree=True)
    move(state, node, first, None, count, may_agree=True)


def _into(state: State, node: Node, values: list[Value]) -> None:
    """As many elements as a range has are made of its own, from where the last argument leads on."""
    count, (first, into) = between(state, values[0], values[-2], values[-1])
    move(state, node, None, first, count)
    move(state, node, into, None, count)


def _into_back(state: State, node: Node, values: list[Value]) -> None:
    """… up to where the last argument leads."""
    count, (first, end) = between(state, values[0], values[1], values[2])
    move(state, node, None, first, count)
    start = pointer_arithmetic("-", end, Value(count)) if count is not None else end
    move(state, node, start, None, count)


def _exchanged(state: State, node: Node, values: list[Value]) -> None:
    """Two ranges, or two elements, exchange what they hold."""
    count, both = (
        between(state, *values) if len(values) == 3 else (Linear(1), tuple(values))  # of two elements
    )
    for each in both:
        move(state, node, None, each, count, may_agree=True)
    for each in both:
        move(state, node, each, None, count, may_agree=True)


def _numbered(state: State, node: Node, values: list[Value]) -> None:
    """Elements are set to numbers that rise."""
    count, (first,) = between(state, values[0], values[1])
    move(state, node, first, None, count, may_agree=True)


# With how many arguments they call no function of the program, and what they do.
_ALGORITHMS: dict[str, tuple[int, _Algorithm]] = {
    "reverse": (2, _in_place),
    "rotate": (3, _in_place),
    "sort": (2, _in_place),
    "stable_sort": (2, _in_place),
    "partial_sort": (3, _in_place),
    "nth_element": (3, _in_place),
    "inplace_merge": (3, _in_place),
    "make_heap": (2, _in_place),
    "sort_heap": (2, _in_place),
    "push_heap": (2, _in_place),
    "pop_heap": (2, _in_place),
    "move": (3, _into),
    "reverse_copy": (3, _into),
    "rotate_copy": (4, _into),
    "partial_sum": (3, _into),
    "inclusive_scan": (3, _into),
    "adjacent_difference": (3, _into),
    "copy_backward": (3, _into_back),
    "move_backward": (3, _into_back),
    "swap_ranges": (3, _exchanged),
    "iter_swap": (2, _exchanged),
    "iota": (3, _numbered),
}
