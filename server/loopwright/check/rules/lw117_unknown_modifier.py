"""LW117: unknown modifier (OpenACC 3.4, 2.7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class UnknownModifier(Problem):
    """Unknown modifier."""

    word: str
    clause: str
    known: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` is not a modifier of `{self.clause}`{self.known}"


def check(context: Context) -> Iterator[UnknownModifier]:
    """A word before a colon that the clause does not take."""
    for slip in context.slips("LW117"):
        known = ", ".join(f"`{word}`" for word in slip.known) or "none"
        yield UnknownModifier(slip.span, slip.word, slip.clause, f": it takes {known}")


RULE = DirectiveRule(
    code="LW117",
    title="unknown modifier",
    severity="error",
    section="2.7.4",
    why="A modifier stands before the colon of a list and belongs to certain clauses only.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copyin(zero: a[0:n])
  for (int i = 0; i < n; i++) (void)a[i];
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copyin(readonly: a[0:n])
  for (int i = 0; i < n; i++) (void)a[i];
}
""",
    check=check,
    unread=True,
)
