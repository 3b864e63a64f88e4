"""LW112: clause takes no argument (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit


@dataclass(frozen=True)
class ClauseTakesNoArgument(Problem):
    """Clause takes no argument."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` takes no argument"


def check(context: Context) -> Iterator[ClauseTakesNoArgument]:
    """Parentheses after a clause that is a word alone."""
    for slip in context.slips("LW112"):
        if context.takes(slip.word):
            yield ClauseTakesNoArgument(slip.span, slip.word)


def fix(context: Context, problem: ClauseTakesNoArgument) -> Fix | None:
    """The clause without them."""
    return Fix(f"Remove `{context.unit.text(problem.span)}`", (Edit(problem.span, ""),))


RULE = DirectiveRule(
    code="LW112",
    title="clause takes no argument",
    severity="error",
    section="2.9",
    why="The clause is a word alone.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop seq(1)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop seq
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=fix,
    unread=True,
)
