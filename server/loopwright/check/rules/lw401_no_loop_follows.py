"""LW401: no loop follows (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.statements import LOOPS, may_become_loop


@dataclass(frozen=True)
class NoLoopFollows(Problem):
    """No loop follows."""

    directive: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.directive}` must be followed by a `for` loop"


def check(context: Context) -> Iterator[NoLoopFollows]:
    """Something else than a loop, unless it may hide one."""
    unit, construct, spec = context.unit, context.construct, context.spec
    statement = construct.statement
    if spec.follows != "loop" or (statement is not None and statement.type in LOOPS):
        return
    if unit.follows_in_another_branch(construct) or (
        statement is not None and may_become_loop(unit, statement, context.elsewhere)
    ):
        return
    yield NoLoopFollows(construct.node.name_span, spec.name, section=spec.section)


RULE = DirectiveRule(
    code="LW401",
    title="no loop follows",
    severity="error",
    section="2.9",
    why=(
        "The directive says how the iterations of the loop after it are shared out. `while` and `do` loops "
        "have no countable iterations."
    ),
    wrong="""\
void f(int n, float *a) {
  int i = 0;
#pragma acc parallel loop
  while (i < n) a[i++] = 0;
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
