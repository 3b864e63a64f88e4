"""LW314: nested reductions differ (OpenACC 3.4, 2.9.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import Construct
from loopwright.openacc.findings import Related
from loopwright.openacc.nodes import Variable
from loopwright.openacc.regions import reduction_operator


@dataclass(frozen=True)
class NestedReductionsDiffer(Problem):
    """Nested reductions differ."""

    name: str
    operator: str
    other: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is reduced with `{self.operator}` here and with `{self.other}` around"


def check(context: Context) -> Iterator[NestedReductionsDiffer]:
    """A variable that a loop and one around it reduce with two operators."""
    for name, operator, variable in _reduced(context.construct):
        parent = context.construct.parent
        while parent is not None:
            for other_name, other, place in _reduced(parent):
                if other_name == name and other != operator:
                    related = (Related(place.span, f"`{other}` here"),)
                    yield NestedReductionsDiffer(variable.span, name, operator, other, related=related)
                    return
            parent = parent.parent


def _reduced(construct: Construct) -> Iterator[tuple[str, str, Variable]]:
    for clause in construct.node.all("reduction"):
        for variable in clause.variables:
            if not variable.subscripts:
                yield variable.name, reduction_operator(clause), variable


RULE = DirectiveRule(
    code="LW314",
    title="nested reductions differ",
    severity="error",
    section="2.9.11",
    why="Partial results of the inner loop are put together by the outer one: both need the same operator.",
    wrong="""\
float f(int n, float a[9][9]) {
  float s = 1;
#pragma acc parallel loop reduction(+:s)
  for (int i = 0; i < n; i++) {
#pragma acc loop reduction(*:s)
    for (int j = 0; j < n; j++) s *= a[i][j];
  }
  return s;
}
""",
    right="""\
float f(int n, float a[9][9]) {
  float s = 0;
#pragma acc parallel loop reduction(+:s)
  for (int i = 0; i < n; i++) {
#pragma acc loop reduction(+:s)
    for (int j = 0; j < n; j++) s += a[i][j];
  }
  return s;
}
""",
    check=check,
    on=frozenset(("loop",)),
)
