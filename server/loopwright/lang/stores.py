"""Where code stores: assignments, steps, and addresses that are taken, through which others may store; and the calls, which may store too."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.misread import calls_in_parameter
from loopwright.source.listing import Part
from loopwright.source.nodes import STORES

_STORING = (*STORES, "pointer_expression", "call_expression", "abstract_function_declarator")


def stores_in(part: Part) -> list[tuple[Node, Node | None]]:
    """Every store of a piece of code and every address that is taken there, with where it leads; and every call, with nothing."""
    found: list[tuple[Node, Node | None]] = []
    for current in part.of(_STORING):
        kind = current.type
        if kind in STORES:
            found.append((current, current.child_by_field_name(STORES[kind])))
        elif kind == "pointer_expression":
            if current.children[0].type == "&":
                found.append((current, current.child_by_field_name("argument")))
        elif kind == "call_expression":
            found.append((current, None))
        else:  # `T x(f(a))` is read as a declaration of a function
            found += [(call, None) for call in calls_in_parameter(current)]
    return found
