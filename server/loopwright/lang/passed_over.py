"""Parts of a function that may never be carried out, or that it asks about first."""

from __future__ import annotations

from collections.abc import Callable, Set

from tree_sitter import Node

from loopwright.source.nodes import text_of
from loopwright.source.text import names_in

_BRANCHES = frozenset(
    ("if_statement", "conditional_expression", "while_statement", "for_statement", "switch_statement")
)


def may_be_passed_over(node: Node, names: Set[str], value: Callable[[str, int], int | None]) -> bool:
    """Whether a branch around a part of a function is never taken or may not be compiled, or one around or before it asks for something
    of these ``names``; ``value``: that of an expression at a place, where it is known."""
    at = node
    while at.parent is not None and at.parent.type != "function_definition":
        around, before = at.parent, at.prev_named_sibling
        if around.type.startswith("preproc_"):
            return True
        condition = around.child_by_field_name("condition")
        if around.type in _BRANCHES and condition is not None and condition != at:
            if not names.isdisjoint(names_in(text_of(condition))):
                return True
            asked = value(text_of(condition), node.start_byte)
            is_other = around.child_by_field_name("alternative") == at
            if asked is not None and bool(asked) == is_other:
                return True
        while around.type == "compound_statement" and before is not None:
            if _asks(before, names):
                return True
            before = before.prev_named_sibling
        at = around
    return False


def _asks(statement: Node, names: Set[str]) -> bool:
    if statement.type == "if_statement":
        return not names.isdisjoint(names_in(text_of(statement.child_by_field_name("condition"))))
    call = (
        statement.named_children[0] if statement.type == "expression_statement" and statement.named_children else None
    )
    asserted = (
        call is not None
        and call.type == "call_expression"
        and text_of(call.child_by_field_name("function")) == "assert"
    )
    return asserted and not names.isdisjoint(names_in(text_of(call)))
