"""Generic selections (C11 6.5.1.1): which of the listed expressions one means, by the type of the first, which is not evaluated.

Its type is that of a value: qualifiers are dropped, arrays and functions are addresses. `default` is meant where every other type is known to be
another one, so a type that is not in sight leaves the selection open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.expressions import Typing
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, subtree, text_of

_DEFAULT = "default"
_NOT_TOLD = ("_Atomic", "typeof", "__attribute")  # in a type: it is another one than what is read of it
# Of these the type is not the same in every version of C, or not followed.
_UNTOLD_PARTS = frozenset(
    ("true", "false", "null", "compound_statement", "generic_expression", "compound_literal_expression")
)


class _Arm(NamedTuple):
    type: Node
    value: Node


def chosen(scopes: Scopes, selection: Node, bound: Callable[[str], Type | None], offset: int | None) -> Node | None:
    """The expression that a selection means, ``None`` where that cannot be told. ``bound`` gives the type of the variable that a name is where
    the selection is read; ``offset`` is a place in the file for one that stands in no file: a macro's."""
    parts = [child for child in selection.named_children if child.type != "comment"]
    arms = [_Arm(*pair) for pair in zip(parts[1::2], parts[2::2])]
    if len(parts) % 2 == 0 or not arms or any(arm.type.type != "type_descriptor" for arm in arms):
        return None
    typing = Typing(scopes, offset)
    if not _is_told(typing, parts[0], bound):
        return None
    given = typing.type_of(parts[0]).decayed()
    if not given.base:
        return None
    fits = [
        (_is_of(scopes, given, _is_declared(parts[0]), arm.type), arm.value) for arm in arms if not _is_default(arm)
    ]
    certain = [value for fit, value in fits if fit]
    if certain or any(fit is None for fit, _ in fits):
        return certain[0] if len(certain) == 1 else None
    return next((arm.value for arm in arms if _is_default(arm)), None)


def _is_default(arm: _Arm) -> bool:
    return text_of(arm.type) == _DEFAULT


def _is_declared(operand: Node) -> bool:
    """Whether a declaration says all qualifiers of what an operand points at: those of a member are its object's, too."""
    return bare(operand).type == "identifier"


def _is_told(typing: Typing, operand: Node, bound: Callable[[str], Type | None]) -> bool:
    """Whether each name in an operand is the variable that is bound there, of a type that is in sight. Enumerations and bit-fields are worth an
    integer type that the compiler chooses (6.7.2.2p4, 6.3.1.1p2)."""
    for part in subtree(operand):
        if part.type in _UNTOLD_PARTS or (part.type == "field_expression" and typing.is_bit_field(part)):
            return False
        if part.type not in ("identifier", "field_expression"):
            continue
        type = typing.type_of(part).decayed()
        here = bound(text_of(part)) if part.type == "identifier" else None
        if here is not None and _shape(typing.scopes.expanded(here)) != _shape(type):
            return False
        if not fundamental(type.base) and typing.scopes.classes.of(type.base) is None:
            return False
    return True


def _shape(type: Type) -> tuple[str, tuple[str, ...]]:
    type = type.referred().decayed()
    return fundamental(type.base) or type.base, type.layers


def _is_of(scopes: Scopes, given: Type, is_declared: bool, named: Node) -> bool | None:
    """Whether a value has the type that an arm names, ``None`` where that cannot be told."""
    type = scopes.expanded(type_of_descriptor(named))
    if any(word in text_of(named) for word in _NOT_TOLD) or scopes.is_hidden(type.base):
        return None
    first, second = _number(given), _number(type)
    is_whole = bool(second) or scopes.classes.of(type.base) is not None  # no name of a type that may have more layers
    if given.layers[:1] != type.layers[:1]:
        return False if is_whole or type.layers else None
    if not given.layers:
        is_same = first == second if first or second else _is_class(scopes, type.base) and type.base == given.base
        return None if not is_whole or (is_same and (type.const or type.volatile)) else is_same
    if first and second and (first != second or given.layers != type.layers):
        return False
    is_certain = is_declared and given.layers == type.layers == ("*",) and not (given.volatile or type.volatile)
    return given.const == type.const if is_certain and first and second else None


def _number(type: Type) -> str:
    """The name of the number, or `void`, at the end of a type's layers; empty for another one."""
    return "void" if type.base == "void" else fundamental(type.base)


def _is_class(scopes: Scopes, base: str) -> bool:
    """Whether a name is that of a class and of nothing else: `struct a` and a type `a` are two things in C."""
    named = scopes.names.get(base)
    return named is None or named.kind != "type" or named.type.base == base
