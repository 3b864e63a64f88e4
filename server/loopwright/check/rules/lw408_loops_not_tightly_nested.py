"""LW408: loops are not tightly nested (OpenACC 3.4, 2.9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related


@dataclass(frozen=True)
class LoopsNotTightlyNested(Problem):
    """Loops are not tightly nested."""

    clause: str
    count: int
    found: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` needs {self.count} tightly nested loops; {self.found}"


def check(context: Context) -> Iterator[LoopsNotTightlyNested]:
    """Fewer loops than `collapse` or `tile` asks for, or something between them."""
    nest = context.nest
    if nest is None or nest.clause is None or nest.obstacle is None or not nest.obstacle.found:
        return
    clause, found = nest.clause, nest.obstacle.found
    text = clause.name if clause.argument is None else context.unit.text(clause.span)
    related = (Related(clause.span, f"`{clause.name}` stands here"),)
    yield LoopsNotTightlyNested(
        nest.obstacle.where, text, nest.count, found, related=related, section=clause.spec.section
    )


RULE = DirectiveRule(
    code="LW408",
    title="loops are not tightly nested",
    severity="error",
    section="2.9.1",
    why=("The loops become one: nothing may stand between their headers. `collapse(force:…)` moves statements inside."),
    wrong="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop collapse(2)
  for (int i = 0; i < n; i++) {
    a[i][0] = 1;
    for (int j = 1; j < n; j++) a[i][j] = 0;
  }
}
""",
    right="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) a[i][j] = 0;
}
""",
    check=check,
    in_place=True,
)
