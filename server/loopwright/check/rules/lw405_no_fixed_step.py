"""LW405: loop without a fixed step (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.statements import text_of_node, unwrapped, updated_place
from loopwright.source.nodes import subtree


@dataclass(frozen=True)
class NoFixedStep(Problem):
    """Loop without a fixed step."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "the loop variable must advance by a fixed step (`++`, `--`, `+=`, `-=`)"


def check(context: Context) -> Iterator[NoFixedStep]:
    """A step that is not added or subtracted."""
    for head in context.heads:
        if head.variable is not None and not _advances(head.loop.child_by_field_name("update"), head.name):
            yield NoFixedStep(head.span("update"))


def _advances(update: Node | None, name: str) -> bool:
    node = unwrapped(update)
    if node is not None and node.type == "comma_expression":
        first, last = node.child_by_field_name("left"), node.child_by_field_name("right")
        # The other part may do what it likes, with other variables.
        return any(_advances(one, name) and not _changes(other, name) for one, other in ((first, last), (last, first)))
    target = updated_place(node) if node is not None else None
    if node is None or text_of_node(target) != name:
        return False
    if node.type == "update_expression":
        return True
    operator = text_of_node(node.child_by_field_name("operator"))
    if operator in ("+=", "-="):
        return True
    right = unwrapped(node.child_by_field_name("right"))
    if operator != "=" or right is None or right.type != "binary_expression":
        return False
    sign = text_of_node(right.child_by_field_name("operator"))
    left, other = (text_of_node(unwrapped(right.child_by_field_name(field))) for field in ("left", "right"))
    return (sign in ("+", "-") and left == name) or (sign == "+" and other == name)


def _changes(node: Node | None, name: str) -> bool:
    """Whether a part of the step assigns to the loop variable."""
    return any(text_of_node(updated_place(each)) == name for each in subtree(node))


RULE = DirectiveRule(
    code="LW405",
    title="loop without a fixed step",
    severity="error",
    section="2.9",
    why="Doubling and other steps give a number of iterations that is not computed up front.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop
  for (int i = 1; i < n; i *= 2) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop
  for (int i = 1; i < n; i += 2) a[i] = 0;
}
""",
    check=check,
    in_place=True,
)
