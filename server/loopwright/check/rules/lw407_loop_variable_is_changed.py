"""LW407: loop variable is changed in the body (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import Unit, body_of
from loopwright.openacc.nests import Head
from loopwright.openacc.statements import text_of_node, updated_place
from loopwright.source.nodes import subtree
from loopwright.source.text import Span


@dataclass(frozen=True)
class LoopVariableIsChanged(Problem):
    """Loop variable is changed in the body."""

    name: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is changed in the body of its loop"


def check(context: Context) -> Iterator[LoopVariableIsChanged]:
    """An assignment to the loop variable in the body of its loop."""
    for head in context.heads:
        if head.variable is None:
            continue
        loop = context.unit.outline.loop_starting_at(head.loop.start_byte)
        if loop is not None and loop.header.is_changed and _changes(context.unit, head):
            yield LoopVariableIsChanged(Span(head.variable.start_byte, head.variable.end_byte), head.name)


def _changes(unit: Unit, head: Head) -> bool:
    """Whether the body changes the loop's own variable: one of its name that the body declares is another."""
    body = body_of(head.loop)
    own = unit.declarations.lookup(head.name, body.start_byte) if body is not None else None
    for node in subtree(body):
        target = updated_place(node)
        if target is not None and target.type == "identifier" and text_of_node(target) == head.name:
            declaration = unit.declarations.lookup(head.name, target.start_byte)
            if own is None or declaration is None or declaration.span == own.span:
                return True
    return False


RULE = DirectiveRule(
    code="LW407",
    title="loop variable is changed in the body",
    severity="warning",
    section="2.9",
    why=(
        "Iterations run in any order and at the same time: skipping ahead in one of them has no effect on the"
        " others. No compiler at hand reports this."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop
  for (int i = 0; i < n; i++) { a[i] = 0; if (a[i] > 1) i++; }
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    in_place=True,
)
