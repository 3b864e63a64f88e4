"""Generators of random numbers whose state the program keeps: `rand_r(&seed)`, `erand48(state)`. A call reads the state that the call before it
left, and leaves the next; whose state is another's is independent.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import NOTHING, Spot, Value
from loopwright.dependence.walk.spots import pointed_spot, read, write
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.lang.effects import Stepped
from loopwright.lang.types import byte_size
from loopwright.source.linear import Linear


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
