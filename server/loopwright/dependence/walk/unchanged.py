"""Assignments that leave a number as it was: `z = z`, `z += 0`, `z = (int)z`. They read it and change nothing."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import is_bit_field
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.state import State
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.numbers import fundamental, shape_of
from loopwright.lang.plain_values import is_plain_value
from loopwright.lang.types import Type, byte_size, is_floating
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of, written

# By an operator the right operand that leaves the left one what it is: those of integers, and those of floating types, where -0.0 + 0 is 0.0.
_OF_INTEGERS = {"+": 0, "-": 0, "|": 0, "^": 0, "<<": 0, ">>": 0, "*": 1, "/": 1, "&": -1}
_OF_REALS = {"-": 0, "*": 1, "/": 1}
_EITHER_SIDE = frozenset("+|^*&")
_SHORT = frozenset(("number_literal", "identifier", "unary_expression"))


def leaves_as_it_was(state: State, left: Node, operator: str, right: Node) -> bool:
    """Whether ``left operator right``, an assignment, stores what was there."""
    target = bare(left)
    with_itself = operator == "="
    value = bare(right)
    if not is_plain_value(target) or (not with_itself and value.type not in _SHORT):
        return False
    if with_itself and written(target) not in written(value):
        return False
    with state.aside():
        spot = spot_of(state, target)
    if spot is None or not is_number(spot.kind.base) or spot.kind.layers or spot.kind.volatile:
        return False
    kind = spot.kind
    if not with_itself:
        return not is_bit_field(spot.place) and _is_neutral(state, operator.removesuffix("="), value, kind)
    return _is_target(state, value, target, kind)


def _is_target(state: State, value: Node, target: Node, kind: Type) -> bool:
    """Whether an expression is worth what the target, of this type, is worth; after the conversion to that."""
    value = bare(value)
    if written(value) == written(target):
        return True
    if value.type == "unary_expression":
        inner = value.child_by_field_name("argument")
        is_plus = text_of(value.child_by_field_name("operator")) == "+"
        return is_plus and inner is not None and _is_target(state, inner, target, kind)
    if value.type == "cast_expression":
        inner, told = value.child_by_field_name("value"), value.child_by_field_name("type")
        if inner is None or told is None or not _keeps(kind, state.expanded(type_of_descriptor(told))):
            return False
        return _is_target(state, inner, target, kind)
    first, second = value.child_by_field_name("left"), value.child_by_field_name("right")
    if value.type != "binary_expression" or first is None or second is None:
        return False
    operator = text_of(value.child_by_field_name("operator"))
    if _is_neutral(state, operator, bare(second), kind):
        return _is_target(state, first, target, kind)
    is_behind = operator in _EITHER_SIDE and _is_neutral(state, operator, bare(first), kind)
    return is_behind and _is_target(state, second, target, kind)


def _is_neutral(state: State, operator: str, operand: Node, kind: Type) -> bool:
    """Whether a number of this type stays what it is with such an operand."""
    wanted = (_OF_REALS if is_floating(kind.base) else _OF_INTEGERS).get(operator)
    if wanted is None or operand.type not in _SHORT:
        return False
    with state.aside():
        value = value_of(state, operand)
    return value.number == Linear(wanted) and not value.checks


def _keeps(kind: Type, cast: Type) -> bool:
    """Whether a number converted to another type and back is what it was: an integer modulo its own bits (as compilers define it), or a
    floating type in one that holds all of its values."""
    if cast.layers or not fundamental(cast.base):
        return False
    one, other = shape_of(kind.base), shape_of(cast.base)
    if one is not None and other is not None:
        return other.bits >= one.bits
    if not (is_floating(kind.base) and is_floating(cast.base)):
        return False
    return (byte_size(cast) or 0) >= (byte_size(Type(kind.base)) or 0) > 0
