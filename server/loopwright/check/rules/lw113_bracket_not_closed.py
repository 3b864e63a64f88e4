"""LW113: bracket is not closed (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class BracketNotClosed(Problem):
    """Bracket is not closed."""

    opened: str
    missing: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.opened}` is not closed: `{self.missing}` is missing"


def check(context: Context) -> Iterator[BracketNotClosed]:
    """An opening bracket alone."""
    for slip in context.slips("LW113"):
        yield BracketNotClosed(slip.span, slip.opened, slip.missing)


RULE = DirectiveRule(
    code="LW113",
    title="bracket is not closed",
    severity="error",
    section="2.1",
    why="Compilers give up on the rest of the line.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    unread=True,
)
