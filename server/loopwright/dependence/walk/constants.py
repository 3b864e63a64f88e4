"""Constants of the language as numbers of the walk."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import NOTHING, Value
from loopwright.dependence.walk.state import State
from loopwright.lang.constants import constant_of_declaration, constant_of_text
from loopwright.lang.declarations import Declaration
from loopwright.lang.numbers import Constant, literal
from loopwright.lang.types import Type
from loopwright.source.linear import Linear
from loopwright.source.nodes import text_of


def declared_constant(state: State, declaration: Declaration) -> Value | None:
    """The value of a macro, an enumerator or a constant at file level, ``None`` if it has none that can be told."""
    constant = constant_of_declaration(state.declarations, declaration)
    return None if constant is None else _value(constant)


def constant_of(state: State, text: str) -> Linear | None:
    """A text at file level as an integer."""
    if text not in state.constants:
        constant = constant_of_text(state.declarations, text) if len(text) <= 200 else None
        state.constants[text] = None if constant is None else _value(constant).number
    return state.constants[text]


def number_of(state: State, node: Node) -> Value:
    """The value of a number."""
    constant = literal(text_of(node), state.outline.source.language)
    return NOTHING if constant is None else _value(constant)


def _value(constant: Constant) -> Value:
    kind = Type(constant.type)
    return Value(Linear(int(constant.value)), kind=kind) if constant.is_integer else Value(kind=kind)
