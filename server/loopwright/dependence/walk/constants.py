"""Constants of the language as numbers of the walk, and what has one value whenever it is worked out."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.values import NOTHING, Value
from loopwright.dependence.walk.own_names import is_own
from loopwright.dependence.walk.state import State
from loopwright.lang.constants import constant_of_declaration, constant_of_text
from loopwright.lang.declarations import Declaration
from loopwright.lang.effects import effect_of
from loopwright.lang.fragments import expression
from loopwright.lang.numbers import Constant, literal
from loopwright.lang.plain_values import is_plain_value
from loopwright.lang.truth import is_word
from loopwright.lang.types import Type
from loopwright.source.linear import Linear
from loopwright.source.nodes import subtree, text_of

_LITERALS = frozenset(
    ("number_literal", "char_literal", "string_literal", "concatenated_string", "null", "true", "false")
)
_NAMES = frozenset(("identifier", "qualified_identifier", "sizeof_expression"))
_CALCULATIONS = frozenset(
    ("unary_expression", "binary_expression", "conditional_expression", "parenthesized_expression", "cast_expression")
)
_NO_VALUES = frozenset(("comment", "type_descriptor", "field_designator", "subscript_designator"))


def declared_constant(state: State, declaration: Declaration) -> Value | None:
    """The value of a macro, an enumerator or a constant at file level, ``None`` if it has none that can be told."""
    constant = constant_of_declaration(state.declarations, declaration)
    return None if constant is None else _of_the_file(state, declaration.name, _value(constant))


def by_name(state: State, name: str, value: Value) -> Value:
    """What a local is set to, if it is a constant, as a symbol where sections are to be in its terms; what is another one already is that."""
    number = value.number
    if name not in state.named or number is None or number.name or not state.is_constant(number):
        return value
    return replace(value, number=state.constant_symbol(name))


def _of_the_file(state: State, name: str, value: Value) -> Value:
    if name not in state.named or value.number is None:
        return value
    if name not in state.file_constants:
        state.file_constants[name] = state.constant_symbol(name)
    return replace(value, number=state.file_constants[name])


def constant_of(state: State, text: str) -> Linear | None:
    """A text at file level as an integer."""
    if text not in state.constants:
        constant = constant_of_text(state.declarations, text) if len(text) <= 200 else None
        state.constants[text] = None if constant is None else _of_the_file(state, text, _value(constant)).number
    return state.constants[text]


def is_initialised_before(state: State, value: Node | None) -> bool:
    """Whether the compiler knows an initialiser."""
    if value is None:
        return False
    if value.type in ("initializer_list", "initializer_pair"):
        parts = [child for child in value.named_children if child.type not in _NO_VALUES]
        return all(is_initialised_before(state, part) for part in parts)
    if state.outline.source.language == "c" or value.type in ("string_literal", "concatenated_string", "null"):
        return True  # in C it has to be
    return _is_constant(state, value)


def _is_constant(state: State, value: Node) -> bool:
    """Whether an expression has one value whenever it is worked out: `0.5`, `4 * atan(1.0)`, `WIDTH / 2`."""
    if value.type in _LITERALS:
        return value.type not in ("true", "false") or is_word(state.outline, value.type)
    if value.type in _NAMES:  # a variable of the function hides a constant of the file
        known = state.lookup(text_of(value)) is None or is_of_the_file(state, value)
        return known and constant_of_text(state.declarations, text_of(value)) is not None
    given = value.child_by_field_name("arguments")
    if value.type == "call_expression" and given is not None:
        name = text_of(value.child_by_field_name("function")).removeprefix("std::")
        is_known = effect_of(name).pure and not is_own(state, name)
        if not is_known and constant_of_text(state.declarations, text_of(value)) is None:
            return False
        value = given
    elif value.type not in _CALCULATIONS:
        return False
    return all(part.type in _NO_VALUES or _is_constant(state, part) for part in value.named_children)


def is_made_of_numbers(state: State, text: str) -> bool:
    """Whether the text of a macro, with all macros in it, is calculated from numbers and names that nobody declares: it does nothing and reads
    no variable, however long the chain is. Each macro is looked at once."""
    seen, left = set[str](), [text]
    while left:
        said = expression(left.pop(), "cpp")
        if said is None or not is_plain_value(said):
            return False
        for name in {text_of(part) for part in subtree(said) if part.type == "identifier"} - seen:
            seen.add(name)
            macro = state.macro(name)
            if state.is_variable(name) or (macro is None and not _is_outside(state, name)):
                return False
            if macro is not None and macro.kind != "constant":
                return False
            if macro is not None and macro.value is not None:  # none is told where each definition is a number
                left.append(macro.value)
    return True


def _is_outside(state: State, name: str) -> bool:
    """Whether nothing in sight declares a name; in a class it may be a member."""
    return name not in state.declarations.names and state.lookup("this") is None


def is_of_the_file(state: State, node: Node) -> bool:
    """Whether a name is that of a variable at file level, which is the same in every call."""
    variable = state.lookup(text_of(node)) if node.type == "identifier" else None
    return node.type == "identifier" and (variable is None or state.roots[variable.root].kind == "global")


def number_of(state: State, node: Node) -> Value:
    """The value of a number."""
    constant = literal(text_of(node), state.outline.source.language)
    return NOTHING if constant is None else _value(constant)


def _value(constant: Constant) -> Value:
    kind = Type(constant.type)
    return Value(Linear(int(constant.value)), kind=kind) if constant.is_integer else Value(kind=kind)
