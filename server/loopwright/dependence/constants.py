"""Texts of macros and enumerators as integers."""

from __future__ import annotations

import re

from tree_sitter import Node

from loopwright.dependence.state import State
from loopwright.dependence.types import Type
from loopwright.dependence.values import NOTHING, Value
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of
from loopwright.source.syntax import parse

_NUMBER = re.compile(r"(-?)(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)([uUlLzZ]*)\Z")
_DEEPEST = 8


def constant_of(state: State, text: str, depth: int = 0) -> Linear | None:
    """A macro's or enumerator's text as an integer."""
    if depth > _DEEPEST or not text or len(text) > 200:
        return None
    if text not in state.constants:
        tree = parse(f"int x = {text};", language="c").tree.root_node
        node = tree.named_children[0].child_by_field_name("declarator") if tree.named_children else None
        value = node.child_by_field_name("value") if node is not None else None
        state.constants[text] = None if value is None or tree.has_error else _constant(state, value, depth)
    return state.constants[text]


def number_of(state: State, node: Node) -> Value:
    """The value of a number."""
    match = _NUMBER.match(text_of(node))
    if match is None:
        return Value(kind=Type("double"))
    digits = match[2].replace("'", "")
    base = (
        16
        if digits[:2] in ("0x", "0X")
        else 2
        if digits[:2] in ("0b", "0B")
        else 8
        if len(digits) > 1 and digits[0] == "0"
        else 10
    )
    try:
        number = int(digits[2:] if base in (2, 16) else digits, base)
    except ValueError:
        return NOTHING
    return Value(Linear(-number if match[1] else number), kind=Type("unsigned" if "u" in match[3].lower() else "int"))


def _constant(state: State, node: Node, depth: int) -> Linear | None:
    node = bare(node)
    if node.type == "number_literal":
        return number_of(state, node).number
    if node.type == "identifier":
        known = state.declarations.names.get(text_of(node)) or state.macro(text_of(node))
        if known is not None and known.value is not None and (known.kind == "constant" or known.const):
            return constant_of(state, known.value, depth + 1)
        return None
    if node.type == "cast_expression":
        inner = node.child_by_field_name("value")
        return _constant(state, inner, depth) if inner is not None else None
    if node.type == "unary_expression" and text_of(node.child_by_field_name("operator")) == "-":
        inner_node = node.child_by_field_name("argument")
        inner_value = _constant(state, inner_node, depth) if inner_node is not None else None
        return None if inner_value is None else Linear(-inner_value.constant)
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        a = _constant(state, left, depth) if left is not None else None
        b = _constant(state, right, depth) if right is not None else None
        if a is None or b is None:
            return None
        return _folded(text_of(node.child_by_field_name("operator")), a.constant, b.constant)
    return None


def _folded(operator: str, a: int, b: int) -> Linear | None:
    if operator in ("/", "%") and b > 0 and a >= 0:
        return Linear(a // b if operator == "/" else a % b)
    if operator in ("<<", ">>") and 0 <= b < 62 and a >= 0:
        return Linear(a << b if operator == "<<" else a >> b)
    simple = {"+": a + b, "-": a - b, "*": a * b}
    return Linear(simple[operator]) if operator in simple else None
