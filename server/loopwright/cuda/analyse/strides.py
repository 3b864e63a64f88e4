"""How indices of memory go with a variable or with the number of a thread."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from loopwright.cuda.analyse.indices import Index, index_of
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of

Lane = Variable | Index  # what numbers the threads of a row


def goes_down(loop: Node, counter: Variable, lane: Lane, variables: Variables) -> bool:
    """Whether threads side by side go through elements side by side, and none through elements of its own that lie so."""
    indices = [n for n in walk(loop) if n.type == "subscript_argument_list" and len(n.named_children) == 1]
    places = [n.named_children[0] for n in indices]
    along = any(unit_term(n, counter, variables) and reaches(n, lane, variables) for n in places)
    return not along and any(
        unit_term(n, lane, variables) and reaches(n, counter, variables) and not unit_term(n, counter, variables)
        for n in places
    )


def shares_rows(loops: Sequence[Node], row: Lane, lane: Lane, variables: Variables) -> bool:
    """Whether threads of different rows read the same elements along a row."""
    indices = [n for loop in loops for n in walk(loop) if n.type == "subscript_argument_list"]
    places = [n.named_children[0] for n in indices if len(n.named_children) == 1]
    return any(unit_term(place, lane, variables) and not reaches(place, row, variables) for place in places)


def unit_term(index: Node, sought: Lane, variables: Variables) -> bool:
    """Whether a variable, or an index of the thread, stands in an index once, as it is, or in the value of a local variable that does."""
    index = bare(index)
    if _is(index, sought, variables):
        return True
    if index.type == "identifier":
        value = _settled(index, variables)
        return value is not None and unit_term(value, sought, variables)
    if index.type == "cast_expression":
        value = index.child_by_field_name("value")
        return value is not None and unit_term(value, sought, variables)
    if index.type != "binary_expression" or text_of(index.child_by_field_name("operator")) not in ("+", "-"):
        return False
    left, right = index.child_by_field_name("left"), index.child_by_field_name("right")
    return any(part is not None and unit_term(part, sought, variables) for part in (left, right))


def reaches(node: Node, sought: Lane, variables: Variables) -> bool:
    """Whether a variable, or an index of the thread, stands in an expression, or in the value of a local variable that does."""
    return any(
        _is(part, sought, variables)
        or ((value := _settled(part, variables)) is not None and reaches(value, sought, variables))
        for part in walk(node)
    )


def _is(node: Node, sought: Lane, variables: Variables) -> bool:
    """Whether an expression is a variable, or an index of the thread."""
    return index_of(node) == sought if isinstance(sought, tuple) else variables.of(node) is sought


def _settled(name: Node, variables: Variables) -> Node | None:
    """The value of a local variable that has one only."""
    found = variables.of(name) if name.type == "identifier" else None
    return found.init if found is not None and not found.writes and not found.parameter else None
