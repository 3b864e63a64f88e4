"""Bounds of loops that wrap around: `i < n - 1` for an `n` of zero. With 64 bits the loop does not end before the program does, so that
nobody sees what comes of it: the bound may be taken for what it says."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import Check, Value
from loopwright.dependence.walk.state import State
from loopwright.lang.classes import descendants
from loopwright.lang.effects import effect_of
from loopwright.lang.scopes import scopes_of
from loopwright.lang.types import integer_range
from loopwright.source.linear import Linear
from loopwright.source.nodes import text_of

_LEAVING = frozenset(("break_statement", "return_statement", "goto_statement", "throw_statement"))
_FEW = 1 << 32  # iterations that may well end
_ASKING = frozenset(("size", "length", "data", "begin", "end"))  # methods of containers


def checks_of_bound(
    state: State, body: Node | None, first: Linear | None, step: Linear, bound: Value
) -> tuple[Check, ...]:
    """What has to hold for the bound of a loop that counts upwards, but for that it does not wrap around where it then would be endless."""
    limits = integer_range(bound.kind.base)
    begins_low = first is not None and not first.terms and 0 <= first.constant < _FEW
    steps_little = not step.terms and 0 < step.constant < _FEW
    if limits is None or limits[2] != 64 or limits[0] != 0 or not begins_low or not steps_little:
        return bound.checks
    wraps = [check for check in bound.checks if check.low == 0 and check.high is None and _is_huge(state, check, bound)]
    if not wraps or body is None or _may_leave(state, body):
        return bound.checks
    return tuple(check for check in bound.checks if check not in wraps)


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
            if not asks and not effect_of(name).pure:
                return True
    return False
