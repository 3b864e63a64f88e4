"""LW106: directive without its list (OpenACC 3.4, 2.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class DirectiveWithoutList(Problem):
    """Directive without its list."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` needs a list in parentheses"


def check(context: Context) -> Iterator[DirectiveWithoutList]:
    """A directive that needs its list."""
    for slip in context.slips("LW106"):
        yield DirectiveWithoutList(slip.span, slip.word)


RULE = DirectiveRule(
    code="LW106",
    title="directive without its list",
    severity="error",
    section="2.10",
    why="`cache` says which elements to keep; without a list it says nothing.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) {
#pragma acc cache
    a[i] = 0;
  }
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) {
#pragma acc cache(a[i:1])
    a[i] = 0;
  }
}
""",
    check=check,
    unread=True,
)
