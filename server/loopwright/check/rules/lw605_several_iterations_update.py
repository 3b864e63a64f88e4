"""LW605: several iterations update one element (OpenACC 3.4, 2.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import atomic_above
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix

_NOT_ATOMIC = ("min", "max")  # calls and conditions, not binary operators (2.12)


@dataclass(frozen=True)
class SeveralIterationsUpdate(Problem):
    """Several iterations update one element."""

    text: str
    operator: str
    reason: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        remedy = "`#pragma acc atomic update` makes it safe"
        if self.operator in _NOT_ATOMIC:
            remedy = f"`atomic` has no form for `{self.operator}`, so one of two values may be lost"
        return f"several iterations update `{self.text}`{self.reason}: {remedy}"


def check(context: Context) -> Iterator[SeveralIterationsUpdate]:
    """Elements that two iterations are known to update without `atomic`."""
    races = context.races
    if races is None:
        return
    claimed = races.meetings[0].array if races.verdict.verdict == "refuted" and races.meetings else None  # by LW601
    for repeated in races.repeated:
        if context.unit.root_name(repeated.span) == claimed:
            continue  # another access of it meets the update, so that `atomic` is no remedy
        yield SeveralIterationsUpdate(repeated.span, repeated.text, repeated.operator, repeated.reason)


def fix(context: Context, problem: SeveralIterationsUpdate) -> Fix | None:
    """`atomic` above the update, where it has a form for it."""
    return atomic_above(context, problem) if problem.operator not in _NOT_ATOMIC else None


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
    fix=fix,
)
