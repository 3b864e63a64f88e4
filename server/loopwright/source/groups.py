"""The conditional groups of a file at file level: what each branch holds. Which branch a build takes is not known here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.source.nodes import text_of
from loopwright.source.text import Span

CONDITIONAL = frozenset(("preproc_if", "preproc_ifdef"))
_OTHERWISE = frozenset(("preproc_else", "preproc_elif", "preproc_elifdef"))


class Branch(NamedTuple):
    """``line`` is what its first line says, `#else` with the line that it answers; ``nodes`` stand in it."""

    line: str
    span: Span
    nodes: tuple[Node, ...]


class Group(NamedTuple):
    """The branches of a conditional group; ``is_complete`` if one of them is taken in every build."""

    branches: tuple[Branch, ...]
    is_complete: bool


def group_of(node: Node) -> Group:
    """The group that a conditional node of the tree stands for."""
    branches: list[Branch] = []
    first = line = _line_of(node)
    at: Node | None = node
    is_complete = False
    while at is not None:
        following = at.child_by_field_name("alternative")
        asked = (at.child_by_field_name("name"), at.child_by_field_name("condition"), following)
        end = following.start_byte if following is not None else at.end_byte
        inside = tuple(child for child in at.named_children if child not in asked)
        branches.append(Branch(line, Span(at.start_byte, end), inside))
        at = following
        if at is not None:
            is_complete = at.type == "preproc_else"
            line = f"#else of {first}" if is_complete else _line_of(at)
    return Group(tuple(branches), is_complete)


def is_guard(node: Node) -> bool:
    """Whether a conditional node keeps a header from being read twice: it asks that a macro is not defined, and defines it first."""
    name = node.child_by_field_name("name") or _not_defined(node.child_by_field_name("condition"))
    if name is None or (node.type == "preproc_ifdef" and node.children[0].type != "#ifndef"):
        return False
    inside = (child for child in node.named_children if child not in (name, node.child_by_field_name("condition")))
    first = next((child for child in inside if child.type != "comment"), None)
    return (
        first is not None
        and first.type == "preproc_def"
        and text_of(first.child_by_field_name("name")) == text_of(name)
    )


def lines_around(node: Node | None) -> Iterator[str]:
    """What the first lines of the branches say in which a node stands, the innermost first."""
    below, at = node, node.parent if node is not None else None
    while at is not None and below is not None:
        if at.type in CONDITIONAL | _OTHERWISE and below != at.child_by_field_name("alternative"):
            head = at
            while head.type in _OTHERWISE and head.parent is not None:
                head = head.parent
            start = at.start_byte
            yield next(branch.line for branch in group_of(head).branches if branch.span.start == start)
        below, at = at, at.parent


def _not_defined(condition: Node | None) -> Node | None:
    """The macro that a condition asks not to be defined."""
    if condition is None or condition.type != "unary_expression" or not text_of(condition).startswith("!"):
        return None
    inner = condition.child_by_field_name("argument")
    return (
        inner.named_children[0]
        if inner is not None and inner.type == "preproc_defined" and inner.named_children
        else None
    )


def _line_of(node: Node) -> str:
    asked = node.child_by_field_name("name") or node.child_by_field_name("condition")
    return " ".join(f"{node.children[0].type} {text_of(asked)}".split())
