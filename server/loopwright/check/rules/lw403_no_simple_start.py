"""LW403: loop without a simple start (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class NoSimpleStart(Problem):
    """Loop without a simple start."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "the loop must start with `variable = start`"


def check(context: Context) -> Iterator[NoSimpleStart]:
    """A start that is not `variable = start`."""
    for head in context.heads:
        if head.variable is None:
            yield NoSimpleStart(head.span("initializer"))


RULE = DirectiveRule(
    code="LW403",
    title="loop without a simple start",
    severity="error",
    section="2.9",
    why=(
        "The number of iterations has to be known before the loop starts: one variable, one start, one bound, one step."
    ),
    wrong="""\
void f(int n, float *a) {
  int i = 0;
#pragma acc parallel loop
  for (; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
  int i;
#pragma acc parallel loop
  for (i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    in_place=True,
)
