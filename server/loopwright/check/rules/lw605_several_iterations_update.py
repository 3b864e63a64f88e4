"""LW605: several iterations update one element (OpenACC 3.4, 2.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import atomic_above
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class SeveralIterationsUpdate(Problem):
    """Several iterations update one element."""

    text: str
    reason: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"several iterations update `{self.text}`{self.reason}: `#pragma acc atomic update` makes it safe"


def check(context: Context) -> Iterator[SeveralIterationsUpdate]:
    """Elements that two iterations are known to update without `atomic`."""
    for repeated in context.races.repeated if context.races is not None else ():
        yield SeveralIterationsUpdate(repeated.span, repeated.text, repeated.reason)


RULE = DirectiveRule(
    code="LW605",
    title="several iterations update one element",
    severity="warning",
    section="2.12",
    why=(
        "Two iterations read the same old value and each writes back its own sum, so that updates are lost. "
        "No compiler at hand reports this."
    ),
    wrong="""\
void f(int n, float *total, float *a) {
#pragma acc parallel loop copy(total[0:1]) copyin(a[0:n])
  for (int i = 0; i < n; i++) total[0] += a[i];
}
""",
    right="""\
void f(int n, float *total, float *a) {
#pragma acc parallel loop copy(total[0:1]) copyin(a[0:n])
  for (int i = 0; i < n; i++) {
#pragma acc atomic update
    total[0] += a[i];
  }
}
""",
    check=check,
    fix=atomic_above,
)
