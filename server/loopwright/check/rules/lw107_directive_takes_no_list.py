"""LW107: directive takes no list (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class DirectiveTakesNoList(Problem):
    """Directive takes no list."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` takes no list in parentheses; variables belong in its clauses"


def check(context: Context) -> Iterator[DirectiveTakesNoList]:
    """A list on a directive that takes none."""
    for slip in context.slips("LW107"):
        yield DirectiveTakesNoList(slip.span, slip.word)


RULE = DirectiveRule(
    code="LW107",
    title="directive takes no list",
    severity="error",
    section="2.1",
    why="Only `cache`, `wait` and `routine` have a list of their own.",
    wrong="""\
void f(float *a) {
#pragma acc data(a)
  { a[0] = 1; }
}
""",
    right="""\
void f(float *a) {
#pragma acc data copy(a[0:4])
  { a[0] = 1; }
}
""",
    check=check,
    unread=True,
)
