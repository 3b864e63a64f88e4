"""LW114: empty entry (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class EmptyEntry(Problem):
    """Empty entry."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"an entry of `{self.word}` is empty"


def check(context: Context) -> Iterator[EmptyEntry]:
    """Nothing between two commas or parentheses."""
    for slip in context.slips("LW114"):
        yield EmptyEntry(slip.span, slip.word)


RULE = DirectiveRule(
    code="LW114",
    title="empty entry",
    severity="error",
    section="2.1",
    why="A comma too many, or nothing between the parentheses.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n],)
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
