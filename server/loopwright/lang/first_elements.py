"""How the elements of a private member are reached: a method that gives one of them by reference gives the first for noughts."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.lang.classes import Class, Classes
from loopwright.lang.declarators import is_constant_method, parameter_nodes, read_declarator, read_type
from loopwright.source.nodes import bare, text_of

_CASTS = frozenset(("cast_expression", "parenthesized_expression"))


def first_element(
    classes: Classes, known: Class, member: str, is_constant: bool, is_public: Callable[[str], bool]
) -> str:
    """What is written behind an object (`(0, 0)`, `[0]`, `.at(0, 0)`) for the first element of ``member``, one that ``is_constant`` or another;
    empty where no public method gives it."""
    for name in known.methods:
        methods = classes.methods(known, name) if not classes.is_virtual(known, name) and is_public(name) else []
        fits = [each for each in methods if is_constant_method(each)] if is_constant else methods
        fits = [each for each in fits if is_constant or not is_constant_method(each)] or fits
        if len(fits) == 1 and _gives_the_first(fits[0], member):
            noughts = ", ".join("0" for _ in parameter_nodes(fits[0]))
            return {"operator()": f"({noughts})", "operator[]": f"[{noughts}]"}.get(name, f".{name}({noughts})")
    return ""


def _gives_the_first(method: Node, member: str) -> bool:
    """Whether all that a method does is to give an element of ``member`` by reference, for noughts the first."""
    declarator, body = method.child_by_field_name("declarator"), method.child_by_field_name("body")
    inside = [child for child in body.named_children if child.type != "comment"] if body is not None else []
    if declarator is None or read_declarator(declarator).layers != ("()", "&"):
        return False
    if len(inside) != 1 or inside[0].type != "return_statement" or not inside[0].named_children:
        return False
    result = bare(inside[0].named_children[0])
    if result.type != "subscript_expression" or text_of(result.child_by_field_name("argument")) != member:
        return False
    index = result.child_by_field_name("indices") or result.child_by_field_name("index")
    listed = index.named_children if index is not None and index.type == "subscript_argument_list" else [index]
    own = {
        read_type(named, parameter)[0]
        for parameter in parameter_nodes(method)
        if (named := parameter.child_by_field_name("declarator")) is not None
    }
    return len(listed) == 1 and listed[0] is not None and bool(own) and _is_nought(listed[0], own)


def _is_nought(node: Node, noughts: set[str]) -> bool:
    """Whether a number is 0 where all of ``noughts`` are."""
    node = bare(node)
    if node.type in _CASTS:
        value = node.child_by_field_name("value")
        return value is not None and _is_nought(value, noughts)
    if node.type == "binary_expression":
        sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        are = [side is not None and _is_nought(side, noughts) for side in sides]
        sign = text_of(node.child_by_field_name("operator"))
        return any(are) if sign == "*" else all(are) if sign in ("+", "-") else False
    return text_of(node) in noughts or text_of(node) == "0"
