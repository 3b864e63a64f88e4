"""Macros that fall apart among the operators beside them: `K * i` with `#define K 1 + 1` is `1 + 1 * i` (C11 6.10.3p9)."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.lang.fragments import expression
from loopwright.lang.macros import is_macro, with_arguments
from loopwright.source.nodes import text_of

_COMMA, _ASSIGNED, _CHOSEN, _PREFIX, _POSTFIX, _CLOSED = 0, 1, 2, 13, 14, 15
# How tightly operators bind, from the loosest (C11 6.5.5 to 6.5.17).
_BINARY = {
    operator: level
    for level, operators in enumerate(
        ("||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"), start=_CHOSEN + 1
    )
    for operator in operators.split()
}
_FORMS = {
    "comma_expression": _COMMA,
    "assignment_expression": _ASSIGNED,
    "conditional_expression": _CHOSEN,
    "unary_expression": _PREFIX,
    "pointer_expression": _PREFIX,
    "cast_expression": _PREFIX,
    "sizeof_expression": _PREFIX,
    "update_expression": _PREFIX,
}
# Parts of expressions and what has to bind at least so tightly to stand there.
_PARTS = {
    ("unary_expression", "argument"): _PREFIX,
    ("pointer_expression", "argument"): _PREFIX,
    ("cast_expression", "value"): _PREFIX,
    ("sizeof_expression", "value"): _PREFIX,
    ("update_expression", "argument"): _PREFIX,
    ("subscript_expression", "argument"): _POSTFIX,
    ("field_expression", "argument"): _POSTFIX,
    ("call_expression", "function"): _POSTFIX,
    ("conditional_expression", "condition"): _CHOSEN + 1,
    ("conditional_expression", "alternative"): _CHOSEN,
    ("assignment_expression", "left"): _PREFIX,
    ("assignment_expression", "right"): _ASSIGNED,
    ("init_declarator", "value"): _ASSIGNED,
    ("initializer_pair", "value"): _ASSIGNED,
}
_LISTS = frozenset(("argument_list", "initializer_list"))
_ANY_ORDER = frozenset(("*", "&", "^", "|", "&&", "||"))  # `a * (b * c)` is `a * b * c`
_PRODUCTS = frozenset(("*", "/"))
_MOST_MACROS = 64  # of macros that are other macros, one at a time

MacroOf = Callable[[str], Declaration | None]


def is_regrouped(place: Node, macro_of: MacroOf) -> bool:
    """Whether the name or call of a macro at ``place`` is not what its text is on its own."""
    if macro_of(_name_of(place)) is None:  # most names
        return False
    needed, beside = _needed(place)
    if needed == _COMMA:
        return False
    level, operators = _binding(place, macro_of, _MOST_MACROS)
    if level >= needed:
        return False
    return not (level == needed - 1 and beside in _kept_with(operators))


def is_only_rounded(place: Node, macro_of: MacroOf) -> bool:
    """Whether all that changes where a macro falls apart is how a product is rounded: `x * K` with `#define K 1.0 / 3.0` is
    `(x * 1.0) / 3.0`. Of integers it would be another number."""
    macro = macro_of(_name_of(place)) if place.type == "identifier" else None
    body = expression(macro.value or "", "cpp") if macro is not None and macro.kind != "function" else None
    if body is None or _needed(place)[1] not in _PRODUCTS or not _operators(body, _BINARY["*"]):
        return False
    first = body
    while (left := first.child_by_field_name("left")) is not None:
        first = left
    return first.type == "number_literal" and _is_floating(text_of(first)) and _is_of_numbers(body)


def _is_floating(number: str) -> bool:
    return "." in number or ("e" in number.lower() and "x" not in number.lower())


def _is_of_numbers(body: Node) -> bool:
    inside = {"binary_expression", "unary_expression", "parenthesized_expression"}
    if text_of(body.child_by_field_name("operator")) == "%":
        return False
    return body.type == "number_literal" or (body.type in inside and all(map(_is_of_numbers, body.named_children)))


def _name_of(place: Node) -> str:
    return text_of(place.child_by_field_name("function") if place.type == "call_expression" else place)


def _needed(place: Node) -> tuple[int, str]:
    """How tightly a text has to bind to be one operand at ``place``, and the operator in front of it if there is one."""
    around = place.parent
    if around is None:
        return _COMMA, ""
    if around.type in _LISTS:
        return _ASSIGNED, ""
    if around.type == "binary_expression":
        operator = text_of(around.child_by_field_name("operator"))
        is_right = around.child_by_field_name("right") == place
        return _BINARY.get(operator, _COMMA) + is_right, operator if is_right else ""
    for (kind, field), level in _PARTS.items():
        if kind == around.type and around.child_by_field_name(field) == place:
            return level, ""
    return _COMMA, ""


def _kept_with(operators: frozenset[str]) -> frozenset[str]:
    """The operators behind which others of the same level may be carried out one after the other."""
    if operators <= {"+", "-"}:
        return frozenset("+")
    return operators if len(operators) == 1 and operators <= _ANY_ORDER else frozenset()


def _binding(place: Node, macro_of: MacroOf, deepest: int) -> tuple[int, frozenset[str]]:
    """How tightly the text of a macro binds, and the operators of that level in it."""
    macro = macro_of(_name_of(place))
    if macro is None or not is_macro(macro) or (macro.kind == "function") != (place.type == "call_expression"):
        return _CLOSED, frozenset()
    if deepest == 0:
        return _COMMA, frozenset()
    text = macro.value or ""
    if macro.kind == "function":
        listed = place.child_by_field_name("arguments")
        given = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
        text = with_arguments(macro, [text_of(argument) for argument in given]) or ""
    body = expression(text, "cpp")
    if body is None:
        return (_COMMA if "," in text else _CLOSED), frozenset()  # what is no expression is not read as one
    if body.type in ("identifier", "call_expression"):
        return _binding(body, macro_of, deepest - 1)
    if body.type == "binary_expression":
        level = _BINARY.get(text_of(body.child_by_field_name("operator")), _COMMA)
        return level, frozenset(_operators(body, level))
    return _FORMS.get(body.type, _CLOSED), frozenset()


def _operators(body: Node, level: int) -> list[str]:
    """The operators of a level that stand beside one another."""
    operator = text_of(body.child_by_field_name("operator"))
    if body.type != "binary_expression" or _BINARY.get(operator) != level:
        return []
    sides = (body.child_by_field_name("left"), body.child_by_field_name("right"))
    return [operator, *(each for side in sides if side is not None for each in _operators(side, level))]
