"""LW202: clause stands twice (OpenACC 3.4, 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import drop_clause
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related
from loopwright.openacc.regions import repeated_clauses


@dataclass(frozen=True)
class ClauseStandsTwice(Problem):
    """Clause stands twice."""

    clause: str
    scope: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` may stand once{self.scope}"


def check(context: Context) -> Iterator[ClauseStandsTwice]:
    """A clause that the directive has at most once, again."""
    for again in repeated_clauses(context.construct):
        if again.clause.name in context.spec.once:
            yield ClauseStandsTwice(
                again.clause.span,
                again.clause.name,
                " for each device type" if again.is_scoped else "",
                related=(Related(again.first.span, "the first one"),),
                section=again.clause.spec.section,
            )


RULE = DirectiveRule(
    code="LW202",
    title="clause stands twice",
    severity="error",
    section="2",
    why="Two values for one property contradict each other.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop num_gangs(8) num_gangs(16)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop num_gangs(16)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=drop_clause,
)
