"""Statements under directives, as far as several rules ask the same of them."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.openacc.constructs import Unit
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.source.nodes import STORES, stored

LOOPS = ("for_statement", "for_range_loop")
ANY_LOOP = (*LOOPS, "while_statement", "do_statement")
FUNCTIONS = frozenset(("lambda_expression", "function_definition"))


def may_hide_loop(unit: Unit, statement: Node) -> bool:
    """A macro call, a label or broken code may be a loop after all."""
    if statement.type in ("ERROR", "preproc_if", "preproc_ifdef", "preproc_call") or statement.has_error:
        return True
    first = _first_word(unit.data, statement.start_byte)
    if first.isupper() or first in unit.declarations.macros:
        return True
    if statement.type == "expression_statement":
        call = statement.named_children[0] if statement.named_children else None
        if call is not None and call.type in ("call_expression", "identifier"):
            name = unit.text(call).split("(")[0].strip()
            return name.isupper() or name in unit.declarations.macros
    return False


def may_become_loop(unit: Unit, statement: Node, elsewhere: Elsewhere) -> bool:
    """Whether a statement may hide a loop, or calls what a header, or the file that includes this one, may define as a macro."""
    if may_hide_loop(unit, statement):
        return True
    name = _first_word(unit.data, statement.start_byte)
    if not name or unit.data[statement.start_byte + len(name) :].lstrip()[:1] != b"(":
        return False
    is_declared = unit.declarations.lookup(name, statement.start_byte) is not None
    return not is_declared and (unit.is_fragment or elsewhere.may_define(name))


def _first_word(data: bytes, start: int) -> str:
    """The name that a statement begins with, empty where it begins otherwise."""
    end = start
    while end < len(data) and (data[end : end + 1].isalnum() or data[end : end + 1] == b"_"):
        end += 1
    return data[start:end].decode() if not data[start : start + 1].isdigit() else ""


def unwrapped(node: Node | None) -> Node | None:
    """An expression without the parentheses around it."""
    while node is not None and node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_child(0)
    return node


def text_of_node(node: Node | None) -> str:
    """Text of a node, empty for none."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def updated_place(node: Node) -> Node | None:
    """What an increment or assignment writes."""
    return unwrapped(stored(node)) if node.type in STORES else None
