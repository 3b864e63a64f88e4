"""Operands that are not evaluated (`sizeof`, `alignof`, `offsetof`, what a generic selection does not choose), and types in which something is
worked out all the same.

The operand of `sizeof` is evaluated where its type is an array whose size varies (C11 6.5.3.4p2): `sizeof(int[k++])`, and `sizeof(rows[k++])`
of `int (*rows)[n]`.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import Value
from loopwright.dependence.walk import callees
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.instances import meaning
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.unread import covered
from loopwright.lang.classes import descendants
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.generic import chosen
from loopwright.lang.macros import named_by_macro
from loopwright.lang.numbers import fundamental, size_of_fundamental
from loopwright.lang.types import Type
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, root_of, text_of
from loopwright.source.text import names_in

_LVALUES = frozenset(("identifier", "subscript_expression", "field_expression", "pointer_expression"))


def deny_what_a_type_does(state: State, node: Node) -> None:
    """Sizes of arrays in a type are worked out where it is written: `typeof(int[k++])`, `(int (*)[k++])p`."""
    if _may_do_something(state, node):
        state.deny(node)


def value_of_unevaluated(state: State, node: Node) -> Value:
    """What `sizeof` and its like are worth."""
    asked = node.child_by_field_name("type")
    operand = node.child_by_field_name("value")
    for inner in descendants(node):
        if inner.type == "type_descriptor" and inner != asked:
            deny_what_a_type_does(state, inner)
    inside = list(descendants(asked)) if asked is not None else []
    is_told = not any(part.type.endswith(("_statement", "lambda_expression")) for part in inside)
    is_worked_out = asked is not None and _may_do_something(state, asked)
    if is_worked_out or not is_told or (operand is not None and _may_be_evaluated(state, operand)):
        state.deny(node)
    else:
        covered(state, node)
    if any(part.type.endswith("array_declarator") for part in inside):
        for part in inside:
            if part.type == "identifier":
                value_of(state, part)
    if (size := _bytes(state, node, asked, operand)) is not None:
        return Value(Linear(size), kind=Type("size_t"))
    text = text_of(node)
    return Value(state.parameter(text, meaning=meaning(state, text)), kind=Type("size_t"))


def _bytes(state: State, node: Node, asked: Node | None, operand: Node | None) -> int | None:
    """What `sizeof` gives for a number, a pointer, or an array of these whose length is a number; ``None`` for others."""
    if node.type != "sizeof_expression":
        return None
    kind = state.expanded(type_of_descriptor(asked)) if asked is not None else _kind_of(state, operand)
    kind = kind.referred()
    count = 1
    while kind.layers[:1] == ("[]",):
        (length,) = state.sizes(kind.extents[:1])
        if length is None or length.terms:
            return None
        count, kind = count * length.constant, kind.element()
    each = 8 if kind.layers[:1] == ("*",) else None if kind.layers else size_of_fundamental(fundamental(kind.base))
    return None if each is None else count * each


def _kind_of(state: State, operand: Node | None) -> Type:
    """The type of what `sizeof` is asked of: of an object, or what a name stands for that the parser took for one."""
    operand = bare(operand) if operand is not None else None
    if operand is None or operand.type not in _LVALUES:
        return Type("")
    if operand.type == "identifier" and not state.is_variable(text_of(operand)):
        return state.expanded(Type(text_of(operand)))
    with state.aside():
        spot = spot_of(state, operand)
    if spot is None or (
        spot.kind.is_array and state.roots[spot.place.root].kind == "parameter" and not spot.place.steps
    ):
        return Type("")  # what is written as an array is a pointer there
    return spot.kind


def chosen_by_type(state: State, node: Node) -> Node | None:
    """The expression that a generic selection means, ``None`` where that cannot be told; nothing else in it is evaluated (C11 6.5.1.1p3)."""
    if state.outline.source.language != "c" or state.macro("_Generic") is not None:
        return None
    meant = chosen(state.declarations, node, lambda name: _bound(state, name), _place_of_use(state, node))
    if meant is not None:
        covered(state, node, (meant,))
    return meant


def _bound(state: State, name: str) -> Type | None:
    binding = state.lookup(name)
    return None if binding is None else binding.type


def _place_of_use(state: State, node: Node) -> int | None:
    """Where names in code of a macro or a header are looked up, ``None`` for code of the file: it is where it stands."""
    if _is_of_the_file(state, node):
        return None
    return state.here.start_byte if state.here is not None and _is_of_the_file(state, state.here) else 0


def _is_of_the_file(state: State, node: Node) -> bool:
    return root_of(node) == state.outline.source.tree.root_node


def _may_be_evaluated(state: State, operand: Node) -> bool:
    """Whether an operand does something, and may be an array whose size varies."""
    if not _may_do_something(state, operand):
        return False
    before = dict(state.values)
    with state.aside():
        spot = spot_of(state, bare(operand))
        kind = spot.kind if spot is not None else value_of(state, operand).kind
    state.values = before
    return not (is_number(kind.base) and not kind.layers) and kind.layers[:1] != ("*",)


def _may_do_something(state: State, node: Node) -> bool:
    """Whether a type or an operand stores or calls, by what is written there or behind the name of a macro."""
    return callees.may_do_something(node) or any(_has_size(state, name, ()) for name in names_in(text_of(node)))


def _has_size(state: State, name: str, around: tuple[str, ...]) -> bool:
    """Whether a macro stands for a type with sizes that do something, itself or by another one."""
    macro = state.declarations.macros.get(name) if name not in around else None
    if macro is None or named_by_macro(macro) is not None:
        return False
    size = (macro.value or "").partition("[")[2]
    does_something = any(sign in size for sign in ("=", "++", "--", "("))
    return does_something or any(_has_size(state, inner, (*around, name)) for inner in names_in(macro.value or ""))
