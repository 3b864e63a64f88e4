"""How many elements a pointer leads to, where the function itself says so: it allocated them, or took them out of a container."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.declarators import read_type
from loopwright.source.nodes import definition_around, text_of, uncast
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.accessors import Scope, modified_in, referred, scope_at, targets_in

_WORD = re.compile(r"[A-Za-z_]\w*")
_DATA = re.compile(r"(.+)(?:\.|->)data\(\)")


def extents(outline: Outline, loop: Loop, names: Iterable[str]) -> dict[str, str]:
    """Number of elements of each pointer of ``names`` that was set once, before ``loop``, to all of an allocation or container."""
    wanted = set(names)
    function = definition_around(outline.source.tree.root_node, loop.function.span) if loop.function else None
    if not wanted or function is None:
        return {}
    settings: dict[str, list[Node]] = {}
    for node in descendants(function):
        name, value = _set_by(node)
        if name in wanted and value is not None:
            settings.setdefault(name, []).append(value)
    found: dict[str, str] = {}
    scope = scope_at(outline, function, node_of(outline, loop)) if settings else None
    for name, values in settings.items():
        count = _count(values[0], scope) if len(values) == 1 and values[0].end_byte <= loop.span.start else ""
        if count and not _changes(function, count, values[0].end_byte, loop.span.end):
            found[name] = count
    return found


def node_of(outline: Outline, loop: Loop) -> Node:
    """The syntax node of a loop."""
    root = outline.source.tree.root_node
    return root.descendant_for_byte_range(loop.span.start, loop.span.end - 1) or root


def written(outline: Outline, loop: Loop) -> set[str]:
    """Names of what ``loop`` may write to: what stands first on the left of an assignment, what a call is given."""
    node = node_of(outline, loop)
    found = {text_of(path[-1]) for path in targets_in(node)}
    for inner in descendants(node):
        if inner.type == "argument_list":
            found |= {text_of(child) for child in inner.named_children if child.type == "identifier"}
    return found


def _set_by(node: Node) -> tuple[str, Node | None]:
    """What a declaration or an assignment sets, and to what."""
    if node.type == "init_declarator":
        declaration = node.parent
        return (read_type(node, declaration)[0], node.child_by_field_name("value")) if declaration else ("", None)
    if node.type == "assignment_expression":
        return text_of(node.child_by_field_name("left")), node.child_by_field_name("right")
    return "", None


def _count(value: Node, scope: Scope | None) -> str:
    value = uncast(value)
    text = " ".join(text_of(value).split())
    if _DATA.fullmatch(text) and value.type == "call_expression":
        return text[: -len("data()")] + "size()" if scope is not None and _is_sized(value, scope) else ""
    if value.type == "new_expression":
        declarator = value.child_by_field_name("declarator")
        length = declarator.child_by_field_name("length") if declarator is not None else None
        return text_of(length)
    if value.type != "call_expression":
        return ""
    called = text_of(value.child_by_field_name("function")).replace("std::", "")
    listed = value.child_by_field_name("arguments")
    arguments = listed.named_children if listed is not None else []
    if called == "calloc" and len(arguments) == 2 and "sizeof" in text_of(arguments[1]):
        return text_of(arguments[0])
    if called == "malloc" and len(arguments) == 1:
        return _without_size(arguments[0])
    return ""


def _is_sized(call: Node, scope: Scope) -> bool:
    """Whether `x` of `x.data()` is a container of the library, or a class that offers `size()` beside `data()` as they do."""
    function = call.child_by_field_name("function")
    owner = function.child_by_field_name("argument") if function is not None else None
    kind = scope.type_of(owner) if owner is not None else None
    if kind is None:
        return False
    known = scope.class_of(kind)
    return bool(referred(kind).sequence) or (known is not None and "size" in known.declared)


def _without_size(node: Node) -> str:
    """`n` of `n * sizeof(double)`; empty where the size is no factor."""
    factors: list[str] = []
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.type == "binary_expression" and text_of(current.child_by_field_name("operator")) == "*":
            waiting += [c for c in (current.child_by_field_name("right"), current.child_by_field_name("left")) if c]
        else:
            factors.append(text_of(current))
    sizes = [factor for factor in factors if factor.startswith("sizeof")]
    others = [factor for factor in factors if not factor.startswith("sizeof")]
    return "*".join(others) if len(sizes) == 1 and others and "sizeof" not in "".join(others) else ""


def _changes(function: Node, count: str, since: int, until: int) -> bool:
    """Whether something that ``count`` is worked out from may be set anew between two places."""
    words = set(_WORD.findall(count))
    return any(
        words & modified_in(node)
        for node in descendants(function)
        if since <= node.start_byte < until
        and node.type in ("assignment_expression", "update_expression", "pointer_expression")
    )
