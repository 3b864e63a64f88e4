"""LW424: static variable in a routine (OpenACC 3.4, 2.15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import routine_body
from loopwright.openacc.statements import text_of_node
from loopwright.source.nodes import subtree
from loopwright.source.text import Span


@dataclass(frozen=True)
class StaticInARoutine(Problem):
    """Static variable in a routine."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "`static` variable in a function with `acc routine`"


def check(context: Context) -> Iterator[StaticInARoutine]:
    """A variable that outlives the call, unless it never changes."""
    body = routine_body(context.unit, context.construct)
    data = context.unit.data
    if body is None or b"static" not in data[body.start_byte : body.end_byte]:
        return
    for node in subtree(body):
        if node.type == "declaration":
            static = next((c for c in node.children if _is_static(c)), None)
            if static is not None and not any(text_of_node(c) in ("const", "constexpr") for c in node.children):
                yield StaticInARoutine(Span(static.start_byte, static.end_byte))


def _is_static(node: Node) -> bool:
    return node.type == "storage_class_specifier" and text_of_node(node) == "static"


RULE = DirectiveRule(
    code="LW424",
    title="static variable in a routine",
    severity="error",
    section="2.15.1",
    why="There is no one place for it: every thread of the device runs the function.",
    wrong="""\
#pragma acc routine seq
int f(void) { static int z; return z++; }
""",
    right="""\
#pragma acc routine seq
int f(void) { int z = 0; return z++; }
""",
    check=check,
    on=frozenset(("routine",)),
    in_place=True,
)
