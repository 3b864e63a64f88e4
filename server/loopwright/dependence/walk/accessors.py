"""Functions that give an lvalue: `double &at(int i, int j) { assert(i < n); int k = j * n; return data[i + k]; }`."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.model.values import Spot
from loopwright.dependence.walk.dispatch import spot_of, statement
from loopwright.dependence.walk.state import State
from loopwright.source.nodes import bare, may_hold, written

# A way out before the last statement would lead somewhere else. Looked for in the text: in a remark they refuse too much, and miss nothing.
_WAYS_OUT = (b"return", b"goto", b"throw", b"longjmp", b"asm")


class Accessor(NamedTuple):
    """What a body does before it gives an lvalue, and that."""

    before: tuple[Node, ...]
    result: Node

    @property
    def text(self) -> str:
        """The same for bodies that do the same."""
        return " ".join(written(node) for node in (*self.before, self.result))


def accessor_of(function: Node) -> Accessor | None:
    """The body of a function that always ends in its last statement, which returns something; ``None`` if it is not that plain."""
    body = function.child_by_field_name("body")
    inside = [child for child in body.named_children if child.type != "comment"] if body is not None else []
    if not inside or inside[-1].type != "return_statement" or not inside[-1].named_children:
        return None
    *before, last = inside
    if any(may_hold(node, _WAYS_OUT) or node.has_error for node in before):
        return None
    return Accessor(tuple(before), bare(last.named_children[0]))


def followed(state: State, accessor: Accessor) -> Spot | None:
    """Carry out what it does, and find the place that it gives. The function's parameters have their names in the innermost scope."""
    for node in accessor.before:
        statement(state, node)
    if state.calls[-1].returned:
        return None  # a macro returned
    return spot_of(state, accessor.result)
