"""Expressions that give a value and do nothing else, whatever the names in them are."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.source.nodes import subtree

_ONLY_GIVE = frozenset(
    """
    identifier number_literal char_literal true false field_identifier parenthesized_expression subscript_expression
    subscript_argument_list field_expression binary_expression unary_expression conditional_expression cast_expression
    type_descriptor primitive_type sized_type_specifier comment
    """.split()  # noqa: SIM905
)


def is_plain_value(node: Node) -> bool:
    """Whether an expression holds no call, no assignment and nothing that is not known: what it is worth depends on what it reads."""
    return all(part.type in _ONLY_GIVE for part in subtree(node) if part.is_named)
