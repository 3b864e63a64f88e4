"""Assignments that leave a number as it was: `z = z`, `z += 0`, `z = (int)z`. They read it and change nothing."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import is_bit_field
from loopwright.dependence.walk.arithmetic import is_enumeration
from loopwright.dependence.walk.cast_words import cast_type, is_cast
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.state import State
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.numbers import fundamental, promoted, shape_of
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
    if not is_plain_value(target) or target.type == "conditional_expression":
        return False
    if not with_itself and value.type not in _SHORT:
        return False
    if with_itself and written(target) not in written(value) and value.type != "identifier":
        return False
    with state.aside():
        spot = spot_of(state, target)
        other = spot_of(state, value) if with_itself and value.type == "identifier" else None
    if spot is None or spot.kind.layers or spot.kind.volatile:
        return False
    if not is_number(spot.kind.base) and not is_enumeration(state, spot.kind):
        return False
    kind = spot.kind
    if other is not None:  # `r = z;`, where `r` is bound to `z`
        return (
            other.place == spot.place
            and not spot.place.steps
            and other.kind.base == kind.base
            and not other.kind.volatile
        )
    if not with_itself:
        if operator in ("&=", "|=") and written(value) == written(target):
            return True
        return not is_bit_field(spot.place) and _is_neutral(state, operator.removesuffix("="), value, kind)
    return _is_target(state, value, target, kind)


def _is_target(state: State, value: Node, target: Node, kind: Type) -> bool:
    """Whether an expression is worth what the target, of this type, is worth; after the conversion to that."""
    value = bare(value)
    if written(value) == written(target):
        return True
    if value.type == "unary_expression":
        turned = _turned_twice(value) if not is_floating(kind.base) else None
        inner = turned or value.child_by_field_name("argument")
        is_kept = turned is not None or text_of(value.child_by_field_name("operator")) == "+"
        return is_kept and inner is not None and _is_target(state, inner, target, kind)
    if value.type == "cast_expression":
        inner, told = value.child_by_field_name("value"), value.child_by_field_name("type")
        if inner is None or told is None or not _keeps(kind, state.expanded(type_of_descriptor(told))):
            return False
        return _is_target(state, inner, target, kind)
    if value.type == "call_expression":  # `int(z)`, `static_cast<int>(z)`
        function, given = value.child_by_field_name("function"), value.child_by_field_name("arguments")
        if function is None or given is None or given.named_child_count != 1 or not is_cast(state, function):
            return False
        return _keeps(kind, cast_type(state, function)) and _is_target(state, given.named_children[0], target, kind)
    first, second = value.child_by_field_name("left"), value.child_by_field_name("right")
    if value.type != "binary_expression" or first is None or second is None:
        return False
    operator = text_of(value.child_by_field_name("operator"))
    if operator in ("&", "|") and all(_is_target(state, each, target, kind) for each in (first, second)):
        return True
    if _is_neutral(state, operator, bare(second), kind):
        return _is_target(state, first, target, kind)
    is_behind = operator in _EITHER_SIDE and _is_neutral(state, operator, bare(first), kind)
    return is_behind and _is_target(state, second, target, kind)


def _turned_twice(value: Node) -> Node | None:
    """The `z` of `~~z` and `-(-z)`."""
    operator, inner = text_of(value.child_by_field_name("operator")), value.child_by_field_name("argument")
    again = bare(inner) if inner is not None and operator in ("~", "-") else None
    if again is None or again.type != "unary_expression" or text_of(again.child_by_field_name("operator")) != operator:
        return None
    return again.child_by_field_name("argument")


def _is_neutral(state: State, operator: str, operand: Node, kind: Type) -> bool:
    """Whether a number of this type stays what it is with such an operand."""
    wanted = (_OF_REALS if is_floating(kind.base) else _OF_INTEGERS).get(operator)
    if wanted is None or operand.type not in _SHORT:
        return False
    is_turned = text_of(operand.child_by_field_name("operator")) == "~"
    asked = operand.child_by_field_name("argument") if is_turned else operand
    if asked is None or (is_turned and operator != "&"):
        return False
    with state.aside():
        value = value_of(state, asked)
    if is_turned and not _has_all_bits(kind, value.kind):
        return False
    return value.number == Linear(0 if is_turned else wanted) and not value.checks


def _has_all_bits(kind: Type, turned: Type) -> bool:
    """Whether `~0` of a type has all bits that a number has: a signed one has them in any width."""
    one, other = shape_of(kind.base), shape_of(promoted(turned.base))
    return one is not None and other is not None and (other.signed or other.bits >= one.bits)


def _keeps(kind: Type, cast: Type) -> bool:
    """Whether a number converted to another type and back is what it was: an integer modulo its own bits (as compilers define it), or a
    floating type in one that holds all of its values."""
    if cast.base == kind.base and not cast.layers:
        return True
    if cast.layers or not fundamental(cast.base):
        return False
    one, other = shape_of(kind.base), shape_of(cast.base)
    if one is not None and other is not None:
        return other.bits >= one.bits
    if not (is_floating(kind.base) and is_floating(cast.base)):
        return False
    return (byte_size(cast) or 0) >= (byte_size(Type(kind.base)) or 0) > 0
