"""Which place an `atomic` construct protects: the one that is read, written or updated, not the variable that takes its value
(OpenACC 3.4, section 2.12; OpenMP 5.2, section 15.8.4)."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.source.nodes import text_of, written
from loopwright.source.pragmas import find_pragmas
from loopwright.source.syntax import Source
from loopwright.source.text import Span
from loopwright.source.tokens import tokens_of


def clause_of_atomic(node: Node) -> str | None:
    """What an `atomic` construct says that its statement does (`read`, `capture`; empty where it says nothing), ``None`` for other lines."""
    words = [token.text for token in tokens_of(text_of(node))] if b"atomic" in (node.text or b"") else []
    return _clause(words[3:]) if words[:2] == ["#", "pragma"] and words[2:3] in (["acc"], ["omp"]) else None


def clause_of_atomic_in(source: Source, span: Span) -> str | None:
    """The same of the last such construct in a piece of a file."""
    clauses = [_clause([token.text for token in tokens_of(pragma.text)]) for pragma in find_pragmas(source, span)]
    return next((clause for clause in reversed(clauses) if clause is not None), None)


def _clause(words: list[str]) -> str | None:
    """What a directive says its statement does, ``None`` for one that is not `atomic`."""
    if words[:1] != ["atomic"]:
        return None
    if "capture" in words:  # whatever stands beside it: the value that is taken is another one in another order
        return "capture"
    return words[1] if words[1:] and words[1].isidentifier() else ""


def conditional_atomic(node: Node) -> str | None:
    """The clause of the `atomic` construct under conditional lines that hold nothing but directives, and that is the next statement's where
    OpenACC is on: `#ifdef _OPENACC`, or each branch that may be taken has one."""
    branch: Node | None = node
    while branch is not None:
        alternative = branch.child_by_field_name("alternative")
        named = (branch.child_by_field_name("condition"), branch.child_by_field_name("name"), alternative)
        inside = [child for child in branch.named_children if child not in named and child.type != "comment"]
        if any(child.type != "preproc_call" for child in inside):
            return None
        found = next((clause for child in inside if (clause := clause_of_atomic(child)) is not None), None)
        holds = _holds(branch)
        if holds:
            return found
        if holds is None and found is None:
            return None
        branch = alternative
    return None


def _holds(branch: Node) -> bool | None:
    """Whether a branch is compiled where OpenACC is on and none before it was; ``None`` if other names decide."""
    if branch.type == "preproc_else":
        return True
    word = branch.children[0].type
    condition, negated = branch.child_by_field_name("condition"), word in ("#ifndef", "#elifndef")
    if condition is not None and condition.type == "unary_expression" and condition.children[0].type == "!":
        condition, negated = condition.child_by_field_name("argument"), True
    condition = _bare(condition)
    if condition is not None and condition.type == "preproc_defined":
        condition = next(iter(condition.named_children), None)
    name = branch.child_by_field_name("name") or condition
    return not negated if name is not None and text_of(name) == "_OPENACC" else None


def protected_place(clause: str, statement: Node) -> str:
    """Text of the place that ``statement`` under `atomic` with ``clause`` protects, empty if it has another form."""
    whole = [statement] if statement.type != "compound_statement" else statement.named_children
    parts = [part.named_children[0] for part in whole if part.type == "expression_statement" and part.named_children]
    if clause == "read":
        return spelling(parts[0].child_by_field_name("right")) if len(parts) == 1 else ""
    if clause != "capture":
        return spelling(_target(parts[0])) if len(parts) == 1 else ""
    if len(parts) == 1:
        return spelling(_target(_bare(parts[0].child_by_field_name("right"))))
    if len(parts) == 2:
        for takes, changes in (parts, parts[::-1]):
            place = spelling(_target(changes))
            if place and spelling(takes.child_by_field_name("right")) == place:
                return place
    return ""


def spelling(node: Node | None) -> str:
    """Text of a place, the same for ways of writing it that differ in blanks and parentheses."""
    text = written(node)
    while text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    return text


def _target(node: Node | None) -> Node | None:
    if node is None:
        return None
    field = {"update_expression": "argument", "assignment_expression": "left"}.get(node.type)
    return node.child_by_field_name(field) if field else None


def _bare(node: Node | None) -> Node | None:
    while node is not None and node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    return node
