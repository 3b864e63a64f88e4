"""LW409: directive between collapsed loops (OpenACC 3.4, 2.9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related


@dataclass(frozen=True)
class DirectiveBetweenLoops(Problem):
    """Directive between collapsed loops."""

    directive: str
    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.directive}` stands between loops that `{self.clause}` makes one"


def check(context: Context) -> Iterator[DirectiveBetweenLoops]:
    """A directive above an inner loop of a nest."""
    nest = context.nest
    if nest is None or nest.clause is None or nest.obstacle is None or nest.obstacle.between is None:
        return
    name = nest.clause.name
    related = (Related(nest.clause.span, f"`{name}` stands here"),)
    yield DirectiveBetweenLoops(nest.obstacle.where, nest.obstacle.between.name, name, related=related)


RULE = DirectiveRule(
    code="LW409",
    title="directive between collapsed loops",
    severity="error",
    section="2.9.1",
    why="The loops have one directive together.",
    wrong="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop collapse(2)
  for (int i = 0; i < n; i++)
#pragma acc loop
    for (int j = 0; j < n; j++) a[i][j] = 0;
}
""",
    right="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = 0;
}
""",
    check=check,
    in_place=True,
)
