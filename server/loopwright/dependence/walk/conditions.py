"""Conditions of `if`, loops and `?:` as formulas over integers."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.program import Block
from loopwright.dependence.model.values import Check, Condition, Guard, Place
from loopwright.dependence.walk import operators
from loopwright.dependence.walk.arithmetic import usual
from loopwright.dependence.walk.comparisons import compared_variables
from loopwright.dependence.walk.dispatch import value_of
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.unread import swept
from loopwright.dependence.walk.vanished import numbers_of, vanished
from loopwright.lang.types import is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of

_WITH_OPERATOR = frozenset(("unary_expression", "binary_expression"))
_LOGICAL = frozenset(("!", "&&", "||"))
_Pairs = tuple[tuple[Place, Place], ...]


def condition_of(state: State, node: Node) -> tuple[Guard, Guard]:
    """(condition, its negation)."""
    checks: list[Check] = []
    pointers: dict[int, tuple[Place, Place]] = {}
    formula = _formula(state, node, checks, pointers)
    holds, fails = _same(node, pointers) if pointers else ((), ())
    return Guard(formula, tuple(checks), holds), Guard(_negated(formula), tuple(checks), fails)


def read_condition(state: State, node: Node) -> None:
    """The condition of a loop that is not counted: it is read in each iteration, and what it gives becomes true or false."""
    with swept(state, node):
        operators.converts(state, value_of(state, node).kind, node)


def _same(node: Node, pointers: dict[int, tuple[Place, Place]]) -> tuple[_Pairs, _Pairs]:
    """Pointers that are equal where a condition holds, and where it does not; ``pointers`` are those that comparisons in it compare."""
    node = bare(node)
    if node.type == "condition_clause":
        inner = node.child_by_field_name("value")
        return _same(inner, pointers) if inner is not None else ((), ())
    operator = text_of(node.child_by_field_name("operator")) if node.type in _WITH_OPERATOR else ""
    if node.id in pointers:
        pair = (pointers[node.id],)
        return (pair, ()) if operator == "==" else ((), pair)
    parts = [node.child_by_field_name(field) for field in ("argument", "left", "right")]
    told = [_same(part, pointers) for part in parts if part is not None] if operator in _LOGICAL else []
    holds, fails = (tuple(pair for each in told for pair in each[way]) for way in (0, 1))
    if operator == "!":
        return fails, holds
    return (holds, ()) if operator == "&&" else ((), fails)


def compared(operator: str, a: Linear, b: Linear) -> Condition:
    """``a operator b`` as a formula."""
    if operator == "<":
        return ("ge", b.plus(a, -1).plus(Linear(-1)))
    if operator == "<=":
        return ("ge", b.plus(a, -1))
    if operator == ">":
        return ("ge", a.plus(b, -1).plus(Linear(-1)))
    if operator == ">=":
        return ("ge", a.plus(b, -1))
    if operator == "==":
        return ("eq", a.plus(b, -1))
    return ("or", (compared("<", a, b), compared(">", a, b)))


def _formula(
    state: State, node: Node, checks: list[Check], pointers: dict[int, tuple[Place, Place]]
) -> Condition | None:
    node = bare(node)
    if node.start_byte in state.templates:
        with compared_variables(state, node) as meant:
            if meant is not node:
                return _formula(state, meant, checks, pointers)
    if node.type == "condition_clause":
        inner = node.child_by_field_name("value")
        return _formula(state, inner, checks, pointers) if inner is not None else None
    operator = text_of(node.child_by_field_name("operator")) if node.type in _WITH_OPERATOR else ""
    if operator in _LOGICAL and f"operator{operator}" in state.types.classes.operators:
        operator = ""  # a function, perhaps
    if operator == "!":
        argument = node.child_by_field_name("argument")
        return _negated(_formula(state, argument, checks, pointers)) if argument is not None else None
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and operator in ("&&", "||"):
            a = _formula(state, left, checks, pointers)
            block = Block()
            before = dict(state.values)
            with state.guarded(Guard(a if operator == "&&" else _negated(a))), state.within(block):
                b = _formula(state, right, checks, pointers)
            state.merge(before, state.values)
            state.branch((block,), False)
            return _joined("and" if operator == "&&" else "or", a, b)
        if left is not None and right is not None and operator in ("<", ">", "<=", ">=", "==", "!="):
            a_value, b_value = value_of(state, left), value_of(state, right)
            operators.used(state, operator, (a_value.kind, b_value.kind), node)
            if operator in ("==", "!=") and a_value.pointer is not None and b_value.pointer is not None:
                pointers[node.id] = (a_value.pointer, b_value.pointer)
            if a_value.number is None or b_value.number is None:
                return None
            a_value, b_value = usual(state, a_value, b_value)
            checks += (*a_value.checks, *b_value.checks)
            assert a_value.number is not None
            assert b_value.number is not None
            if state.rereads:
                rest = a_value.number.plus(b_value.number, -1)
                checks += vanished(state, numbers_of(a_value, b_value), rest)
            return compared(operator, a_value.number, b_value.number)
    value = value_of(state, node)
    operators.converts(state, value.kind, node)
    if value.number is not None and not value.number.terms:
        checks += value.checks
        return ("ge", Linear(0 if value.number.constant else -1))
    if value.number is not None and is_integer(value.kind.base):
        checks += value.checks
        return compared("!=", value.number, Linear(0))
    return None


def _joined(word: str, a: Condition | None, b: Condition | None) -> Condition | None:
    if a is None or b is None:
        # `a && unknown` still implies a; as a guard that is exact only as an implication, which `partial` says.
        known = a or b
        return ("partial", known) if word == "and" and known is not None else None
    return (word, (a, b))


def _negated(formula: Condition | None) -> Condition | None:
    if formula is None or formula[0] == "partial":
        return None
    kind, content = formula
    if kind == "ge":
        return ("ge", Linear(-1).plus(content, -1))  # type: ignore[arg-type]
    if kind == "eq":
        zero = Linear(0)
        return ("or", (compared("<", content, zero), compared(">", content, zero)))  # type: ignore[arg-type]
    parts = [_negated(part) for part in content]  # type: ignore[attr-defined]
    known = tuple(part for part in parts if part is not None)
    if len(known) < len(parts):
        return None if kind == "and" or not known else ("partial", ("and", known))
    return ("or" if kind == "and" else "and", known)
