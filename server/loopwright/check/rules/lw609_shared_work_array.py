"""LW609: work array that all iterations share (OpenACC 3.4, 2.9.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import MOVING, Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related
from loopwright.source.text import Span


@dataclass(frozen=True)
class SharedWorkArray(Problem):
    """Work array that all iterations share."""

    name: str
    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return (
            f"`{self.clause}` makes one `{self.name}` for all iterations, and each writes it before it reads: "
            f"`private({self.name})` in its place gives each its own"
        )


def check(context: Context) -> Iterator[SharedWorkArray]:
    """An array that each iteration fills for itself, in a clause of the directive that puts it on the device once."""
    races = context.races
    if races is None:
        return
    for moved in context.moved:
        name = moved.variable.name
        if moved.clause.name not in MOVING or name not in races.verdict.private or name in races.covered | races.inner:
            continue
        is_read = any(use.reads for use in context.accesses_of(moved))
        if is_read and context.unit.declarations.category(moved.declaration) == "array":
            where: Span | None = races.first_uses.get(name)
            related = (Related(where, "filled here"),) if where is not None else ()
            yield SharedWorkArray(moved.variable.span, name, moved.clause.name, related=related)


RULE = DirectiveRule(
    code="LW609",
    title="work array shared by all iterations",
    severity="warning",
    section="2.9.10",
    why="An array in a data clause exists once on the device: gangs overwrite what others have put there. No compiler at hand reports this.",
    wrong="""\
void f(int n, float *a) {
  float w[4];
#pragma acc parallel loop copy(a[0:n]) create(w)
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) w[k] = a[i] * k;
    a[i] = w[1] + w[3];
  }
}
""",
    right="""\
void f(int n, float *a) {
  float w[4];
#pragma acc parallel loop copy(a[0:n]) private(w)
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) w[k] = a[i] * k;
    a[i] = w[1] + w[3];
  }
}
""",
    check=check,
)
