"""Bounds of loops. `i < (n > 1 ? n - 1 : 0)` from 1 on: the body runs only where `n > 1`, and up to there. `i < n - 1` for an `n` of zero wraps
around: with 64 bits the loop does not end before the program does, so that nobody sees what comes of it, and the bound may be taken for what
it says."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.model.values import Check, Guard, Value
from loopwright.dependence.walk.arithmetic import keeps_sign, wider
from loopwright.dependence.walk.dispatch import value_of
from loopwright.dependence.walk.own_names import is_own
from loopwright.dependence.walk.state import State
from loopwright.lang.callees import library_name
from loopwright.lang.classes import descendants
from loopwright.lang.effects import effect_of
from loopwright.lang.scopes import scopes_of
from loopwright.lang.types import Type, integer_range, is_integer
from loopwright.source.headers import LoopHeader
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of

_LEAVING = frozenset(("break_statement", "return_statement", "goto_statement", "throw_statement"))
_FEW = 1 << 32  # iterations that may well end
_ASKING = frozenset(("size", "length", "data", "begin", "end"))  # methods of containers


class TakenBound(NamedTuple):
    """Where the bound is ``chosen``, the body runs only ``where`` a condition holds, with another ``bound`` then. ``equal`` says that it is
    this one: subscripts may be made of it, too."""

    chosen: Linear
    where: Guard
    bound: Linear
    equal: Guard | None


def bound_of(state: State, condition: Node | None, variable: str) -> Value | None:
    """What the variable is compared with, ``None`` where that is nothing."""
    other = other_side(condition, variable)
    return None if other is None else value_of(state, other)


def other_side(condition: Node | None, variable: str) -> Node | None:
    """What stands there of it."""
    if condition is None:
        return None
    condition = bare(condition)
    left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
    if left is None or right is None:
        return None
    return right if text_of(bare(left)) == variable else left


def _may_be_chosen(state: State, bound: str | None) -> bool:
    """Whether a bound is worth reading for it: most are a name or a number that nothing chose."""
    if bound is None or not bound.isidentifier():
        return bound is not None and not bound.isdigit()
    binding = state.lookup(bound)
    value = state.values.get(binding.root) if binding is not None else None
    if value is None or value.number is None:
        return binding is None  # a macro, perhaps
    return any(state.symbols[name].kind == "choice" for name in value.number.names)


def taken_bound(state: State, node: Node, header: LoopHeader, first: Linear | None, type: Type) -> TakenBound | None:
    """Of a bound that is one of two, the one with which an upward loop from ``first`` runs at all, where the other is a number that lets it
    not begin. ``type`` is that of the variable."""
    if first is None or first.terms or header.relation not in ("<", "<=") or not _may_be_chosen(state, header.upper):
        return None
    with state.aside():
        bound = bound_of(state, node.child_by_field_name("condition"), header.variable or "")
    number = bound.number if bound is not None else None
    if (
        bound is None
        or number is None
        or len(number.terms) != 1
        or number.terms[0][1] != 1
        or len(number.terms[0][0]) != 1
    ):
        return None
    symbol = state.symbols[number.terms[0][0][0]]
    if symbol.kind != "choice":
        return None
    beyond = first.constant - number.constant - (0 if header.relation == "<" else 1)
    for other, mine in ((1, 0), (0, 1)):
        if not symbol.operands[other].terms and symbol.operands[other].constant <= beyond:
            taken = symbol.operands[mine].plus(Linear(number.constant))
            # Without a sign a bound below zero is a great one, and the loop would run with the other.
            kept = not bound.checks and not keeps_sign(state, wider(type, bound.kind), bound)
            is_sure = kept and is_integer(type.base) and is_integer(bound.kind.base)
            equal = Guard(("eq", number.plus(taken, -1))) if is_sure else None
            return TakenBound(number, symbol.when[mine], taken, equal)
    return None


def checks_of_bound(
    state: State, body: Node | None, first: Linear | None, step: Linear, bound: Value, kind: Type
) -> tuple[Check, ...]:
    """What has to hold for the bound of a loop, which is compared as ``kind``, but for what makes a loop that counts upwards endless: that it
    does not wrap around, that it is not negative and taken for a great one. ``first`` is ``None`` of others."""
    signs = keeps_sign(state, kind, bound)
    begins_low = first is not None and not first.terms and 0 <= first.constant < _FEW
    steps_little = not step.terms and 0 < step.constant < _FEW
    endless = [*signs] if _is_wide(kind) else []
    if _is_wide(bound.kind):
        endless += (check for check in bound.checks if check[1:3] == (0, None) and _is_huge(state, check, bound))
    if not endless or not begins_low or not steps_little or body is None or _may_leave(state, body):
        return (*bound.checks, *signs)
    return tuple(check for check in (*bound.checks, *signs) if check not in endless)


def _is_wide(kind: Type) -> bool:
    limits = integer_range(kind.base)
    return limits is not None and limits[0] == 0 and limits[2] == 64


def _is_huge(state: State, check: Check, bound: Value) -> bool:
    """Whether a bound that is not what it says is nearly the greatest number: a little is taken from what is not negative."""
    number = check.value
    if number != bound.number or not number.constant > -_FEW:
        return False
    return all(
        factor > 0
        and all((state.symbols[name].bounds[0] or -1) >= 0 or state.symbols[name].bounds[0] == 0 for name in product)
        for product, factor in number.terms
    )


def _may_leave(state: State, body: Node) -> bool:
    """Whether something in the body of a loop may end it."""
    macros = scopes_of(state.outline).macros
    for node in (body, *descendants(body)):
        if node.type in _LEAVING:
            return True
        if node.type == "identifier":
            macro = macros.get(text_of(node))
            if macro is not None and (macro.kind == "function" or ";" in (macro.value or "")):
                return True
        if node.type == "call_expression":
            function = node.child_by_field_name("function")
            name = text_of(function).rsplit("::", 1)[-1]
            asks = function is not None and function.type == "field_expression" and name.rsplit(".", 1)[-1] in _ASKING
            if not asks and (not effect_of(library_name(function)).pure or is_own(state, name)):
                return True
    return False
