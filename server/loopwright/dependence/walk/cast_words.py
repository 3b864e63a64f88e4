"""Casts that are written as calls: `double(x)` and `static_cast<double *>(x)`."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.walk.state import State
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.types import Type
from loopwright.source.nodes import text_of


def is_cast(function: Node) -> bool:
    """Whether what stands before the arguments of a call is a cast."""
    if function.type == "primitive_type":
        return True
    return function.type == "template_function" and text_of(function.child_by_field_name("name")).endswith("_cast")


def cast_type(state: State, function: Node) -> Type:
    """The type that it casts to."""
    given = function.child_by_field_name("arguments") if function.type == "template_function" else function
    named = given.named_children[0] if given is not None and given.named_children else function
    return state.expanded(type_of_descriptor(named))
