"""LW118: missing separator (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class MissingSeparator(Problem):
    """Missing separator."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"a comma or an operator is missing before `{self.word}`"


def check(context: Context) -> Iterator[MissingSeparator]:
    """Two words side by side."""
    for slip in context.slips("LW118"):
        yield MissingSeparator(slip.span, slip.word)


RULE = DirectiveRule(
    code="LW118",
    title="missing separator",
    severity="error",
    section="2.1",
    why="Entries of a list are separated by commas.",
    wrong="""\
void f(float *a, float *b) {
#pragma acc parallel copy(a[0:4] b[0:4])
  { a[0] = b[0]; }
}
""",
    right="""\
void f(float *a, float *b) {
#pragma acc parallel copy(a[0:4], b[0:4])
  { a[0] = b[0]; }
}
""",
    check=check,
    unread=True,
)
