"""What a pointer leads to, and what a smart pointer of the C++ library does: the object at the address in it."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import ADDRESS, Field, Place, Value
from loopwright.dependence.walk.arithmetic import as_pointer
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.spots import numbered, read
from loopwright.dependence.walk.state import State
from loopwright.source.linear import Linear

_NAMED = frozenset(
    ("identifier", "qualified_identifier", "field_identifier", "field_expression", "subscript_expression")
)


def followed(state: State, node: Node) -> Value:
    """The value of an expression that is dereferenced: of a smart pointer the address in it."""
    spot = spot_of(state, node) if node.type in _NAMED else None
    if spot is None:
        return as_pointer_of_c(state, value_of(state, node))
    inner = state.types.expanded(spot.kind.pointee) if spot.kind.pointee is not None else None
    if inner is None or inner.layers or state.types.classes.of(inner.base) is None:
        return as_pointer_of_c(state, read(state, spot, node))
    is_owner = spot.kind.is_unique_pointer  # of what it leads to, as a container is of its elements
    itself = Place(spot.place.root, (*spot.place.steps, Field(ADDRESS))) if is_owner else spot.place
    state.record(itself, False, node, "*")
    return Value(pointer=numbered(spot, Linear(0)), kind=inner.pointed_at())


def as_pointer_of_c(state: State, value: Value) -> Value:
    # In C what is subscripted is an address; in C++ it may be an object with an operator of its own.
    return as_pointer(state, value) if state.types.outline.source.language == "c" else value
