"""Generators of random numbers whose state the program keeps: `rand_r(&seed)`, `erand48(state)`, `std::mt19937 engine`. A call
reads the state that the call before it left, and leaves the next; whose state is another's is independent.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import NOTHING, Spot, Value
from loopwright.dependence.walk.dispatch import spot_of
from loopwright.dependence.walk.spots import pointed_spot, read, write
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.lang.effects import Stepped
from loopwright.lang.library import library
from loopwright.lang.types import Type, byte_size
from loopwright.source.linear import Linear

# Distributions each of whose numbers is made of one that an engine gives then; others keep numbers for later.
_DRAWING = frozenset(("uniform_int_distribution", "uniform_real_distribution", "bernoulli_distribution"))


def drawn(state: State, kind: Type, spot: Spot | None, node: Node, arguments: list[Node]) -> None:
    """An object of type ``kind`` is called: an engine is put forward, or the one that a distribution is given."""
    name = _of_library(state, kind)
    if name in library().engines and not arguments:
        _put_forward(state, spot, node)
    elif name in _DRAWING and len(arguments) == 1:
        with state.aside():
            engine = spot_of(state, arguments[0])
        if engine is not None and _of_library(state, engine.kind) in library().engines:
            _put_forward(state, engine, arguments[0])


def _of_library(state: State, kind: Type) -> str:
    """The name of a type of `std`, empty for another."""
    whole = state.types.expanded(kind.referred())
    path = whole.base.partition("<")[0].split("::")
    return path[1] if len(path) == 2 and path[0] == "std" and not whole.layers else ""


def _put_forward(state: State, spot: Spot | None, node: Node) -> None:
    if spot is not None:
        state.record(spot.place, False, node, spot.kind.base)
        state.record(spot.place, True, node, spot.kind.base)


def stepped(state: State, value: Value, steps: Stepped, node: Node) -> None:
    """The state that an argument leads to is read and put forward; some of what lies there is, where its type is another's."""
    first = pointed_spot(state, value, node)
    is_told = steps.bytes in (0, byte_size(first.kind))
    offsets = [Linear(number) for number in range(steps.elements)] if is_told else [None]
    named = node.child_by_field_name("argument") if node.type == "pointer_expression" else None
    node = named if named is not None and node.children[0].type == "&" else node
    every = [Spot(moved(first.place, offset), first.kind) for offset in offsets]
    for spot in every:
        read(state, spot, node, possible=not is_told)
    for spot in every:
        write(state, spot, NOTHING, node, possible=not is_told)
