"""LW116: not a reduction operator (OpenACC 3.4, 2.5.15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit


@dataclass(frozen=True)
class NotAReductionOperator(Problem):
    """Not a reduction operator."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` is not a reduction operator: `+ * max min & | ^ && ||` are"


def check(context: Context) -> Iterator[NotAReductionOperator]:
    """Another operator before the colon."""
    for slip in context.slips("LW116"):
        yield NotAReductionOperator(slip.span, slip.word)


def fix(context: Context, problem: NotAReductionOperator) -> Fix | None:
    """What is subtracted is summed up with `+`."""
    return Fix("Change to `+`", (Edit(problem.span, "+"),)) if context.unit.text(problem.span) == "-" else None


RULE = DirectiveRule(
    code="LW116",
    title="not a reduction operator",
    severity="error",
    section="2.5.15",
    why="Subtraction is not associative: sum what is subtracted with `+`, subtract once after the loop.",
    wrong="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel loop reduction(-:s)
  for (int i = 0; i < n; i++) s -= a[i];
  return s;
}
""",
    right="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel loop reduction(+:s)
  for (int i = 0; i < n; i++) s += a[i];
  return -s;
}
""",
    check=check,
    fix=fix,
    unread=True,
)
