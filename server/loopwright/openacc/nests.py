"""The loops that a directive governs: one, or as many as `collapse` and `tile` make one (OpenACC 3.4, 2.9.1, 2.9.8)."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.declarators import declared as declarators_of
from loopwright.openacc.constructs import Construct, Unit, body_of
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.openacc.nodes import ClauseNode
from loopwright.openacc.statements import LOOPS, may_become_loop, may_hide_loop
from loopwright.openacc.types import evaluate
from loopwright.source.text import Span


@dataclass(frozen=True)
class Obstacle:
    """Why the next loop of a nest was not found: another directive ``between``, or what was ``found`` instead."""

    where: Span
    found: str = ""
    between: Construct | None = None


@dataclass(frozen=True)
class Nest:
    """The loops from the outside in, with the ``clause`` that asks for ``count`` of them."""

    clause: ClauseNode | None
    count: int
    loops: tuple[Node, ...]
    obstacle: Obstacle | None = None


@dataclass(frozen=True)
class Head:
    """The head of a loop: its variable, and the declaration in the head if there is one; no ``variable`` where the start is
    not `variable = start`."""

    loop: Node
    variable: Node | None
    declared: Node | None

    @property
    def name(self) -> str:
        """Name of the loop variable."""
        return (self.variable.text or b"").decode("utf-8", "replace") if self.variable is not None else ""

    def span(self, field: str = "") -> Span:
        """A part of the head, the whole of it where the part is missing."""
        node = self.loop.child_by_field_name(field) if field else None
        if node is None:
            return Span(self.loop.start_byte, header_end(self.loop))
        return Span(node.start_byte, node.end_byte)


def nest_of(unit: Unit, construct: Construct, loop: Node, elsewhere: Elsewhere) -> Nest:
    """The nest that begins with ``loop``, the statement of a directive."""
    clause, count = _nest(unit, construct)
    force = clause is not None and clause.argument is not None and any(t.text == "force" for t in clause.argument.lead)
    loops = [loop]
    while len(loops) < count:
        assert clause is not None
        inner, obstacle = _next_loop(unit, construct, loops[-1], len(loops), force, elsewhere)
        if inner is None:
            return Nest(clause, count, tuple(loops), obstacle)
        loops.append(inner)
    return Nest(clause, count, tuple(loops))


def head_of(loop: Node) -> Head | None:
    """The head of a `for`, ``None`` for one over a range and for one that could not be read."""
    if loop.type == "for_range_loop" or (loop.has_error and _header_has_error(loop)):
        return None
    return Head(loop, *_loop_variable(loop.child_by_field_name("initializer")))


def _nest(unit: Unit, construct: Construct) -> tuple[ClauseNode | None, int]:
    """The clause that makes several loops one, and how many."""
    best: tuple[ClauseNode | None, int] = (None, 1)
    for clause in construct.node.all("collapse", "tile"):
        if clause.name == "tile":
            count = len(clause.items)
        else:
            item = clause.items[0] if clause.items else None
            value = evaluate(item.tokens, unit.declarations, item.span.start).value if item and item.tokens else None
            count = value if value is not None and value > 0 else 1
        if count > best[1]:
            best = clause, min(count, 64)
    return best


def _next_loop(
    unit: Unit, construct: Construct, loop: Node, level: int, force: bool, elsewhere: Elsewhere
) -> tuple[Node | None, Obstacle | None]:
    """The loop inside ``loop``, or what stands in the way; neither where the code may be other than it looks."""
    between = _directive_between(unit, construct, loop)
    if between is not None:
        return None, Obstacle(between.node.name_span, between=between)
    statements = _statements(body_of(loop))
    loops = [node for node in statements if node.type in LOOPS]
    others = [node for node in statements if node.type not in LOOPS and not _is_empty(node)]
    if any(
        node.has_error or node.type in ("ERROR", "preproc_if", "preproc_ifdef", "preproc_call") for node in statements
    ):
        return None, None
    where = Span(loop.start_byte, header_end(loop))
    if any(node.type in ("while_statement", "do_statement") for node in others):
        return None, Obstacle(where, "a `while` or `do` loop stands inside")
    if not loops:
        hidden = bool(others) and may_become_loop(unit, others[0], elsewhere)
        return None, None if hidden else Obstacle(where, f"there {'is' if level == 1 else 'are'} {level}")
    if len(loops) > 1:
        return None, Obstacle(where, "two loops stand side by side")
    if others and not force and not any(may_hide_loop(unit, node) for node in others):
        first = Span(others[0].start_byte, others[0].end_byte)
        return None, Obstacle(first, "something else stands between them")
    return loops[0], None


def _statements(body: Node | None) -> list[Node]:
    """Statements of a body; braces in braces are opened."""
    if body is None:
        return []
    if body.type != "compound_statement":
        return [body]
    found = [node for node in body.named_children if node.type not in ("comment", "preproc_call")]
    return _statements(found[0]) if len(found) == 1 and found[0].type == "compound_statement" else found


def _is_empty(node: Node) -> bool:
    return node.type == "expression_statement" and not node.named_children


def _directive_between(unit: Unit, construct: Construct, loop: Node) -> Construct | None:
    for other in unit.inside(construct):
        if other.parent is construct and other.node.span.start > loop.start_byte and other.name:
            body = body_of(loop)
            statement = other.statement
            if body is None or statement is None:
                continue
            if statement in _statements(body) or statement == body:
                return other
    return None


def header_end(loop: Node) -> int:
    """Where the head of a loop ends."""
    return next((child.end_byte for child in loop.children if child.type == ")"), loop.end_byte)


def _header_has_error(loop: Node) -> bool:
    return any(child.has_error for child in loop.children if child.type != "compound_statement")


def _loop_variable(initializer: Node | None) -> tuple[Node | None, Node | None]:
    """(name, declaration or ``None``); no name if the start is not `variable = start`."""
    if initializer is None:
        return None, None
    if initializer.type == "declaration":
        names = list(declarators_of(initializer))
        if len(names) != 1 or names[0][2] is None:
            return None, None
        node = names[0][0].node
        return (node, initializer) if node is not None and node.type == "identifier" else (None, None)
    if initializer.type == "assignment_expression":
        left = initializer.child_by_field_name("left")
        operator = initializer.child_by_field_name("operator")
        if left is not None and left.type == "identifier" and operator is not None and operator.type == "=":
            return left, None
    return None, None
