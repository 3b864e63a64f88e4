"""LW115: reduction without an operator (OpenACC 3.4, 2.5.15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class ReductionWithoutOperator(Problem):
    """Reduction without an operator."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "`reduction` needs an operator and a colon: `reduction(+:sum)`"


def check(context: Context) -> Iterator[ReductionWithoutOperator]:
    """A list without its operator."""
    for slip in context.slips("LW115"):
        yield ReductionWithoutOperator(slip.span)


RULE = DirectiveRule(
    code="LW115",
    title="reduction without an operator",
    severity="error",
    section="2.5.15",
    why="The operator says how the partial results are put together.",
    wrong="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel loop reduction(s)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
""",
    right="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel loop reduction(+:s)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
""",
    check=check,
    unread=True,
)
