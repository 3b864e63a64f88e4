"""Expressions that stand in no file: bodies of macros, initialisers, items of clauses."""

from __future__ import annotations

from functools import lru_cache

from tree_sitter import Node

from loopwright.source.syntax import Language, parse

_LONGEST = 4000


@lru_cache(maxsize=4096)
def expression(text: str, language: Language = "c") -> Node | None:
    """The expression that ``text`` is, ``None`` if it is none."""
    if not text.strip() or len(text) > _LONGEST:
        return None
    tree = parse(f"void f(void) {{ x = {text}\n; }}", language=language).tree.root_node
    function = tree.named_children[0] if tree.named_child_count == 1 and not tree.has_error else None
    body = function.child_by_field_name("body") if function is not None else None
    if body is None or body.named_child_count != 1 or body.named_children[0].named_child_count != 1:
        return None
    assignment = body.named_children[0].named_children[0]
    if assignment.type != "assignment_expression":
        return None
    return assignment.child_by_field_name("right")
