"""Which names a directive above a loop may use."""

from __future__ import annotations

import re

from tree_sitter import Node

from loopwright.lang.scopes import scopes_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span

_DECLARATORS = frozenset(
    (
        "identifier",
        "pointer_declarator",
        "array_declarator",
        "init_declarator",
        "reference_declarator",
        "parenthesized_declarator",
    )
)
_WORD = re.compile(rb"[A-Za-z_]\w*")


def visible_names(outline: Outline, loop: Loop) -> tuple[str, ...]:
    """Variables that the loop uses or its function declares before it, and macros among the words of the function;
    what is declared inside the loop is left out. In order of first appearance."""
    source = outline.source
    root = source.tree.root_node
    around = loop.function.span if loop.function is not None else Span(max(0, loop.span.start - 4000), loop.span.end)
    node = root.descendant_for_byte_range(around.start, max(around.start, around.end - 1)) or root
    used: dict[str, None] = {}
    declared_before: dict[str, None] = {}
    declared_inside: set[str] = set()
    for identifier in _identifiers(node, around):
        name = (identifier.text or b"").decode("utf-8", errors="replace")
        inside = loop.span.start <= identifier.start_byte < loop.span.end
        if _is_declared(identifier):
            if inside:
                declared_inside.add(name)
            elif identifier.start_byte < loop.span.start:
                declared_before[name] = None
        elif inside:
            used[name] = None
    words = set(_WORD.findall(source.data, around.start, around.end))
    macros = (m.name for m in scopes_of(outline).macros.values() if m.kind == "constant" and m.name.encode() in words)
    names = dict.fromkeys((*used, *declared_before, *macros))
    return tuple(name for name in names if name not in declared_inside or name in declared_before)


def _identifiers(root: Node, around: Span) -> list[Node]:
    """Identifiers that may be variables: not types, fields, labels or the names of called functions."""
    found: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.end_byte <= around.start or node.start_byte >= around.end:
            continue
        if node.type == "identifier":
            parent = node.parent
            if parent is None or not _names_a_function(node, parent):
                found.append(node)
        else:
            stack.extend(reversed(node.named_children))
    return found


def _names_a_function(node: Node, parent: Node) -> bool:
    field = {"call_expression": "function", "function_declarator": "declarator"}.get(parent.type)
    if field is None:
        return False
    named = parent.child_by_field_name(field)
    return named is not None and named.id == node.id


def _is_declared(node: Node) -> bool:
    child, parent = node, node.parent
    while parent is not None and parent.type in _DECLARATORS:
        # In `int a[n]` and `int b = c` only the declarator is being declared.
        inner = parent.child_by_field_name("declarator") or parent.named_child(0)
        if inner is None or inner.id != child.id:
            return False
        child, parent = parent, parent.parent
    if parent is None or parent.type not in (
        "declaration",
        "parameter_declaration",
        "for_range_loop",
        "optional_parameter_declaration",
    ):
        return False
    return any(declarator.id == child.id for declarator in parent.children_by_field_name("declarator"))
