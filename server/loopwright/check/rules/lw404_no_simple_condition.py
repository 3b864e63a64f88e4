"""LW404: loop without a simple condition (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.statements import text_of_node, unwrapped

_RELATIONS = frozenset(("<", "<=", ">", ">=", "!=", "=="))


@dataclass(frozen=True)
class NoSimpleCondition(Problem):
    """Loop without a simple condition."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "the condition must compare the loop variable with a bound"


def check(context: Context) -> Iterator[NoSimpleCondition]:
    """A condition that is no comparison with the loop variable."""
    for head in context.heads:
        if head.variable is not None and not _compares(head.loop.child_by_field_name("condition"), head.name):
            yield NoSimpleCondition(head.span("condition"))


def _compares(condition: Node | None, name: str) -> bool:
    node = unwrapped(condition)
    if node is None or node.type != "binary_expression":
        return False
    operator = node.child_by_field_name("operator")
    left, right = (unwrapped(node.child_by_field_name(field)) for field in ("left", "right"))
    return operator is not None and operator.type in _RELATIONS and name in (text_of_node(left), text_of_node(right))


RULE = DirectiveRule(
    code="LW404",
    title="loop without a simple condition",
    severity="error",
    section="2.9",
    why="The number of iterations has to be known before the loop starts.",
    wrong="""\
void f(int n, int *a) {
#pragma acc parallel loop
  for (int i = 0; i < n && a[i]; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, int *a) {
#pragma acc parallel loop
  for (int i = 0; i < n; i++) if (a[i]) a[i] = 0;
}
""",
    check=check,
    in_place=True,
)
