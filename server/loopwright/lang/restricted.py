"""Local pointers that are declared `restrict`: what is changed while their block runs, and reached through one, is reached in no other way
(C11 6.7.3.1). That says something of other names where nothing else can be based on the pointer: wherever it stands in its function,
an element is read or written, and that is all."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type
from loopwright.source.nodes import nearest, subtree, text_of
from loopwright.source.text import names_in

_FUNCTIONS = frozenset(("function_definition", "lambda_expression"))
_NAMES = frozenset(("identifier", "type_identifier", "namespace_identifier"))
_LEADS_ON = frozenset(("field_expression", "pointer_expression", "initializer_list"))
_VALUES = frozenset(("binary_expression", "unary_expression", "update_expression", "subscript_argument_list"))


def is_reached_alone(name: Node, type: Type, scopes: Scopes) -> bool:
    """Whether a local variable is a `restrict` pointer that gets its address where it is declared, and from which no other is made."""
    if (
        not type.restrict
        or type.layers != ("*",)
        or name.type != "identifier"
        or scopes.classes.of(type.base) is not None
    ):
        return False
    declarator, around = name.parent, nearest(name, _FUNCTIONS)
    while declarator is not None and declarator.type == "pointer_declarator":
        declarator = declarator.parent
    if (
        declarator is None
        or declarator.type != "init_declarator"
        or around is None
        or around.type != "function_definition"
    ):
        return False
    text, in_c = text_of(name), scopes.outline.source.language == "c"
    if any("##" in (macro.value or "") or text in names_in(macro.value or "") for macro in scopes.macros.values()):
        return False
    # `T x(p[0]);` looks like a function that takes an array of a type p.
    named = (node for node in subtree(around) if node.type in _NAMES and node.text == name.text and node != name)
    return all(_is_one_element(node, in_c) for node in named)


def base_of_element(node: Node) -> str:
    """`p` of `p[i]`, empty for any other lvalue."""
    array = node.child_by_field_name("argument") if node.type == "subscript_expression" else None
    return text_of(array) if array is not None and array.type == "identifier" else ""


def _is_one_element(name: Node, in_c: bool) -> bool:
    """Whether a name stands for the array of a subscript whose element is read or written there."""
    node = name.parent
    if node is None or node.type != "subscript_expression" or node.child_by_field_name("argument") != name:
        return False
    parent = node.parent
    while parent is not None and parent.type == "parenthesized_expression":
        node, parent = parent, parent.parent
    if parent is None or parent.type in _LEADS_ON:
        return False
    if parent.type == "subscript_expression":
        return parent.child_by_field_name("argument") != node
    return in_c or _is_value(node, parent)


def _is_value(node: Node, parent: Node) -> bool:
    """Whether C++ takes the value of a number at ``node``, or stores one there, where it could bind a reference to it elsewhere."""
    if parent.type == "assignment_expression":
        around = parent.parent
        return parent.child_by_field_name("left") != node or (
            around is not None and around.type == "expression_statement"
        )
    if parent.type == "init_declarator":
        declared = parent.child_by_field_name("declarator")
        return declared is not None and declared.type in ("identifier", "pointer_declarator")
    return parent.type in _VALUES or (
        parent.type == "cast_expression" and "&" not in text_of(parent.child_by_field_name("type"))
    )
