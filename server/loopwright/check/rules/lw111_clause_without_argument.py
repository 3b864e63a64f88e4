"""LW111: clause without its argument (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class ClauseWithoutArgument(Problem):
    """Clause without its argument."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` needs an argument in parentheses"


def check(context: Context) -> Iterator[ClauseWithoutArgument]:
    """A clause that needs its argument."""
    for slip in context.slips("LW111"):
        if context.takes(slip.word):
            yield ClauseWithoutArgument(slip.span, slip.word)


RULE = DirectiveRule(
    code="LW111",
    title="clause without its argument",
    severity="error",
    section="2.1",
    why="The clause means nothing without its argument.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop collapse
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop collapse(1)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    unread=True,
)
