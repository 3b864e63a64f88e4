"""Calls that choose the greater or the smaller of what they are given: of the library, or of the project's own functions and
macros, whose definitions say which. A name alone says nothing where there is a definition in sight."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.updates import extreme, same
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import given_by, parameter_nodes, read_type
from loopwright.lang.fragments import expression
from loopwright.lang.types import Type, canonical
from loopwright.source.nodes import bare, text_of, written
from loopwright.source.outline import Definition

# How libraries call what chooses the greater or the smaller: `fmaxf`, `__max`, `MAXIMUM`.
_LIBRARY = {
    f"{reserved}{floating}{which}{kind}{end}": which
    for reserved, floating, which, kind, end in product(
        ("", "__"), ("", "f"), ("max", "min"), ("", "f", "l"), ("", "imum", "val")
    )
}
_OF_C = frozenset(("fmax", "fmaxf", "fmaxl", "fmin", "fminf", "fminl"))
_WIDER = frozenset((("float", "double"), ("float", "long double"), ("double", "long double"), ("int", "double")))
_DEEPEST = 4


class Choice(NamedTuple):
    """`max` or `min`, and which of the values is given where they do not compare because one is no number (NaN): its place, ``EITHER`` where
    that is not known, ``NUMBER`` where it is the one that is a number (C11 7.12.12)."""

    operator: str
    unordered: int


NUMBER, EITHER = -1, -2


class _Pair:
    """Two names of which one is chosen."""

    def __init__(self, first: str, second: str) -> None:
        self.names = (first, second)

    def holds(self, nodes: Iterable[Node]) -> bool:
        return sorted(written(bare(node)) for node in nodes) == sorted(self.names)

    def place(self, node: Node) -> int:
        """Where one of them stands."""
        return self.names.index(written(bare(node)))


def extreme_of_call(state: State, call: Node, target: Type, depth: int = 0) -> Choice | None:
    """What a call chooses if it gives the greater or the smaller of its arguments, where ``target`` is the type of one of them and of what the
    result is stored in; ``None`` for another call."""
    called = call.child_by_field_name("function")
    function = bare(called) if called is not None else None  # `(max)(a, b)` is no macro
    if function is None or function.type not in ("identifier", "qualified_identifier", "template_function"):
        return None
    written = "".join(text_of(function).partition("<")[0].split())
    name = written.split("::")[-1]
    is_qualified = "::" in written
    if is_qualified and written.rpartition("::")[0] in ("std", "::std"):
        return _of_library(state, written.removeprefix("::"))
    if state.lookup(name) is not None:
        return None  # a variable that is called
    this = state.lookup("this")
    owner = state.types.classes.of(this.type.base) if this is not None else None
    if owner is not None and name in owner.declared:
        return None
    macro = state.macro(name)
    if macro is not None and function != called:
        return None
    if macro is not None:
        return _of_macro(state, macro, target, depth)
    found = [d for d in state.outline.definitions(name) if len(parameter_nodes(d.node)) == 2]
    if found:
        return _together({_of_function(state, definition, target, depth) for definition in found})
    if state.outline.definitions(name):
        return None
    if name in state.declarations.names and name not in _OF_C:
        return None  # announced, and nobody in sight says what it does
    return _of_library(state, written)


def _together(ways: set[Choice | None]) -> Choice | None:
    """What several definitions choose, if that is the same."""
    known = {way for way in ways if way is not None}
    operators = {way.operator for way in known}
    if len(operators) != 1 or None in ways:
        return None
    return known.pop() if len(known) == 1 else Choice(operators.pop(), EITHER)


def given(call: Node) -> list[Node]:
    """What a call chooses from: its two arguments, or the values of a list in braces."""
    arguments = call.child_by_field_name("arguments")
    values = [child for child in arguments.named_children if child.type != "comment"] if arguments is not None else []
    if len(values) == 1 and values[0].type == "initializer_list":
        return [child for child in values[0].named_children if child.type != "comment"]
    return values if len(values) == 2 else []


def _of_library(state: State, written: str) -> Choice | None:
    name = written.removeprefix("std::").removeprefix("::")
    operator = _LIBRARY.get(name.lower())
    if operator is None:
        return None
    # `std::max(a, b)` is `a < b ? b : a`, the macro MAX of headers is `a > b ? a : b`.
    return Choice(operator, NUMBER if name in _OF_C else 1 if state.outline.source.language == "c" else 0)


def _of_macro(state: State, macro: Declaration, target: Type, depth: int) -> Choice | None:
    """What every definition in sight of a macro chooses."""
    sources = (state.outline.source, *(header.source for header in state.outline.headers))
    definitions = {d for source in sources for d in source.definitions.get(macro.name, ())}
    ways: set[Choice | None] = set()
    for definition in definitions:
        body = expression("".join(definition.body), state.outline.source.language)
        if body is None:
            return None
        if definition.parameters is None:
            ways.add(_of_alias(state, text_of(body), depth))
        elif len(definition.parameters) == 2:
            ways.add(_of_expression(state, body, _Pair(*definition.parameters), target, depth))
        else:
            return None
    return _together(ways)


def _of_alias(state: State, name: str, depth: int) -> Choice | None:
    """`#define MAX fmax`."""
    call = expression(f"{name}(a, b)", state.outline.source.language)
    is_call = depth < _DEEPEST and call is not None and call.type == "call_expression"
    return extreme_of_call(state, call, Type("double"), depth + 1) if is_call and call is not None else None


def _of_function(state: State, definition: Definition, target: Type, depth: int) -> Choice | None:
    """What a function of two parameters chooses, if it does nothing else and loses nothing of a ``target``."""
    parameters = parameter_nodes(definition.node)
    body = definition.node.child_by_field_name("body")
    if body is None or not definition.is_whole or definition.function.kind == "kernel":
        return None
    read = [
        read_type(declarator, parameter)
        for parameter in parameters
        if (declarator := parameter.child_by_field_name("declarator")) is not None
    ]
    returned = state.types.expanded(given_by(definition.node))
    kinds = [state.types.expanded(kind).referred() for _, kind in read]
    if len(read) != 2 or not all(_takes(state, kind, target) for kind in (*kinds, returned)):
        return None
    pair = _Pair(read[0][0], read[1][0])
    statements = [child for child in body.named_children if child.type != "comment"]
    value = _returned(statements[0]) if len(statements) == 1 else None
    if value is not None:
        return _of_expression(state, value, pair, target, depth)
    return _of_two_returns(statements, pair)


def _takes(state: State, kind: Type, target: Type) -> bool:
    """Whether every value of ``target`` is one of ``kind``."""
    if kind.layers or kind.volatile:
        return False
    base, wanted = canonical(kind.base), canonical(target.base)
    template = state.types.classes.template_parameters
    return base == wanted or (wanted, base) in _WIDER or kind.base in template or kind.base == "auto"


def _of_expression(state: State, value: Node, pair: _Pair, target: Type, depth: int) -> Choice | None:
    value = bare(value)
    if value.type == "conditional_expression":
        condition = value.child_by_field_name("condition")
        first, second = value.child_by_field_name("consequence"), value.child_by_field_name("alternative")
        if condition is None or first is None or second is None or not pair.holds((first, second)):
            return None
        return _choice(condition, first, second, pair)
    if value.type == "call_expression" and depth < _DEEPEST and pair.holds(given(value)):
        found = extreme_of_call(state, value, target, depth + 1)
        if found is None or found.unordered < 0:
            return found
        return found._replace(unordered=pair.place(given(value)[found.unordered]))
    return None


def _choice(condition: Node, winner: Node, loser: Node, pair: _Pair) -> Choice | None:
    operator = extreme(condition, winner, loser)
    return Choice(operator, pair.place(loser)) if operator is not None else None


def _of_two_returns(statements: list[Node], pair: _Pair) -> Choice | None:
    """`if (a > b) return a; return b;`, with `else` or without."""
    choice = statements[0] if statements and statements[0].type == "if_statement" else None
    condition = choice.child_by_field_name("condition") if choice is not None else None
    if choice is None or condition is None:
        return None
    alternative = choice.child_by_field_name("alternative")
    others = (
        [child for child in alternative.named_children if child.type != "comment"] if alternative is not None else []
    )
    last = [*others, *statements[1:]]
    first = _returned(choice.child_by_field_name("consequence"))
    second = _returned(last[0]) if len(last) == 1 else None
    if first is None or second is None or not pair.holds((first, second)) or same(first, second):
        return None
    return _choice(condition.child_by_field_name("value") or condition, bare(first), bare(second), pair)


def _returned(node: Node | None) -> Node | None:
    """The value of a `return`, also in braces of its own."""
    while node is not None and node.type == "compound_statement":
        inside = [child for child in node.named_children if child.type != "comment"]
        node = inside[0] if len(inside) == 1 else None
    if node is None or node.type != "return_statement" or node.named_child_count != 1:
        return None
    return node.named_children[0]
