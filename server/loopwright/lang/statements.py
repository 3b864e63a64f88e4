"""Where statements and definitions stand: what a directive that governs no loop can stand above."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.source.nodes import at_or_around, text_of
from loopwright.source.syntax import Source
from loopwright.source.text import Span

_HOLDERS = frozenset(
    ("compound_statement", "translation_unit", "declaration_list", "field_declaration_list", "case_statement")
)
_WITH_BODIES = frozenset(("for_statement", "for_range_loop", "while_statement", "do_statement", "if_statement"))
_PASSED_OVER = ("comment", "preproc_call")
_CONDITIONALS = frozenset(("preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else"))


class Statement(NamedTuple):
    """A statement, a definition or the `}` of a block. ``end`` leaves out what an `#endif` behind it may belong to; ``before`` is the
    statement in front of it in its list, ``declares`` the name of the function that it defines or declares."""

    start: int
    end: int
    before: Span | None
    declares: str | None
    ends_block: bool


class Case(NamedTuple):
    """A label of a `switch` with the statements behind it, up to the next label. ``value`` is none for `default`."""

    span: Span
    value: Node | None
    statements: tuple[Node, ...]


def cases_of(body: Node) -> tuple[tuple[Case, ...], tuple[Node, ...]]:
    """The cases of a `switch`, and what stands in its braces and is of none: before the first label, or under an `#if` that may hold
    one. The parser ends a case at a directive (`case 1:` and a pragma above its loop); what follows is still of that case."""
    cases: list[Case] = []
    outside: list[Node] = []
    for child in body.named_children:
        if child.type == "case_statement":
            value = child.child_by_field_name("value")
            inside = (each for each in child.named_children if value is None or each.id != value.id)
            cases.append(Case(Span(child.start_byte, child.end_byte), value, tuple(inside)))
        elif child.type == "comment":
            continue
        elif cases and not outside and child.type not in _CONDITIONALS:
            last = cases[-1]
            cases[-1] = Case(Span(last.span.start, child.end_byte), last.value, (*last.statements, child))
        else:
            outside.append(child)
    return tuple(cases), tuple(outside)


def statement_starting_at(source: Source, start: int) -> Statement | None:
    """The outermost statement or definition that begins at ``start`` in a list of such, or the `}` of a block there; with ``start`` the
    head of a template, the template."""
    node = _outermost(source.tree.root_node, start)
    if node is None:
        return None
    before = node.prev_named_sibling
    while before is not None and before.type in _PASSED_OVER:
        before = before.prev_named_sibling
    span = Span(before.start_byte, before.end_byte) if before is not None else None
    return Statement(node.start_byte, end_of_statement(node), span, _declared_function(node), node.type == "}")


def body_starting_at(source: Source, start: int) -> Statement | None:
    """The expression that begins at ``start`` and is all of a loop's or a branch's body, without braces."""
    node: Node | None = source.tree.root_node.descendant_for_byte_range(start, start + 1)
    while node is not None and node.start_byte == start and node.type != "expression_statement":
        node = node.parent
    if node is None or node.start_byte != start or node.parent is None:
        return None
    is_body = node.parent.type in _WITH_BODIES or node.parent.type == "else_clause"
    return Statement(node.start_byte, node.end_byte, None, None, False) if is_body else None


def template_around(source: Source, start: int) -> int:
    """Where the template begins whose function begins at ``start``; else ``start``."""
    node: Node | None = source.tree.root_node.descendant_for_byte_range(start, start + 1)
    while node is not None and node.start_byte == start:
        if node.parent is not None and node.parent.type == "template_declaration":
            return node.parent.start_byte
        node = node.parent
    return start


def behind_comment(source: Source, offset: int) -> int:
    """``offset``, or the end of the comment that began before it and that it is in."""
    node = source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    inside = node is not None and node.type == "comment" and node.start_byte < offset
    return node.end_byte if inside and node is not None else offset


def statement_around(source: Source, offset: int) -> int:
    """Where the statement of a block begins that holds ``offset``; of several the innermost. ``offset`` where there is none."""
    node: Node | None = source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    while node is not None and (
        node.parent is None or node.parent.type not in ("compound_statement", "case_statement")
    ):
        node = node.parent
    return node.start_byte if node is not None else offset


def ends_of_function(source: Source, offset: int) -> list[int]:
    """Where the function around ``offset`` is left: its `return` statements in blocks, and its `}` if control comes there."""
    node = at_or_around(source.tree.root_node.descendant_for_byte_range(offset, offset + 1), ("function_definition",))
    body = node.child_by_field_name("body") if node is not None else None
    if body is None:
        return []
    found: list[int] = []
    waiting = [body]
    while waiting:
        part = waiting.pop()
        if part.type == "return_statement" and part.parent is not None and part.parent.type == "compound_statement":
            found.append(part.start_byte)
        waiting += [child for child in part.named_children if child.type != "lambda_expression"]
    last = body.named_children[-1] if body.named_children else None
    if last is None or last.type != "return_statement":
        found.append(body.end_byte - 1)
    return sorted(found)


def end_of_statement(statement: Node) -> int:
    """End of a statement. tree-sitter ends `for (…)` at a pragma that stands between it and its body; here the body
    belongs to it."""
    end = statement.end_byte
    sibling = statement
    while _ends_open(sibling):
        following = sibling.next_named_sibling
        while following is not None and following.type in _PASSED_OVER:
            following = following.next_named_sibling
        if following is None:
            break
        end, sibling = following.end_byte, following
    return end


def is_open_before(node: Node | None) -> bool:
    """Whether the statement before ``node`` still waits for its body: `if (n)` and then a pragma."""
    return node is not None and _ends_open(node)


def _ends_open(node: Node) -> bool:
    while node.named_children:
        node = node.named_children[-1]
        if node.start_byte == node.end_byte:
            return node.type == "expression_statement"
    return False


def _outermost(root: Node, start: int) -> Node | None:
    node: Node | None = root.descendant_for_byte_range(start, start + 1)
    if node is not None and node.type == "}" and node.parent is not None and node.parent.type == "compound_statement":
        return node
    while node is not None and node.start_byte == start:
        parent = node.parent
        holds = parent is not None and (parent.type in _HOLDERS or parent.type.startswith("preproc_if"))
        if holds and node.is_named and node.type not in _PASSED_OVER and not node.type.startswith("preproc_"):
            return node
        node = parent
    return None


def _declared_function(node: Node) -> str | None:
    """The name of the function that a node defines or declares, ``None`` if it does neither."""
    if node.type == "template_declaration" and node.named_children:
        node = node.named_children[-1]
    if node.type not in ("function_definition", "declaration", "field_declaration"):
        return None
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        declarator = declarator.child_by_field_name("declarator") or declarator.named_children[-1]
    if declarator is None or declarator.type != "function_declarator":
        return None
    return text_of(declarator.child_by_field_name("declarator"))
