"""LW428: gang reduction of a loop without a construct (OpenACC 3.4, 2.9.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import function_name
from loopwright.openacc.findings import Related


@dataclass(frozen=True)
class GangReductionOfAnOrphan(Problem):
    """Gang reduction of a loop without a construct."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "a `gang` loop of a routine cannot reduce: its compute construct is in the caller"


def check(context: Context) -> Iterator[GangReductionOfAnOrphan]:
    """A `gang` loop with a reduction in a routine."""
    construct = context.construct
    gang, reduction = construct.node.clause("gang"), construct.node.clause("reduction")
    routine = context.unit.routines.get(function_name(construct.function)) if construct.compute is None else None
    if gang is not None and reduction is not None and routine is not None:
        related = (Related(gang.span, "`gang` stands here"),)
        yield GangReductionOfAnOrphan(reduction.span, related=related)


RULE = DirectiveRule(
    code="LW428",
    title="gang reduction of an orphaned loop",
    severity="error",
    section="2.9.11",
    why="The gangs would have to meet at the end of the loop, and they do so only at the end of the compute construct.",
    wrong="""\
#pragma acc routine gang
float f(int n, float *a) {
  float s = 0;
#pragma acc loop gang reduction(+:s)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
""",
    right="""\
#pragma acc routine vector
float f(int n, float *a) {
  float s = 0;
#pragma acc loop vector reduction(+:s)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
""",
    check=check,
    on=frozenset(("loop",)),
)
