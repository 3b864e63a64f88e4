"""LW307: operator does not fit the type (OpenACC 3.4, 2.5.15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.names import CATEGORY_WORDS, reduced_category
from loopwright.openacc.regions import reduction_operator
from loopwright.openacc.spec import load_spec


@dataclass(frozen=True)
class OperatorDoesNotFit(Problem):
    """Operator does not fit the type."""

    operator: str
    text: str
    type: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.operator}` needs integers; `{self.text}` is {self.type}"


def check(context: Context) -> Iterator[OperatorDoesNotFit]:
    """An operator on bits over floating-point numbers."""
    for entry in context.names.entries:
        if entry.clause.name != "reduction" or entry.variable.members or entry.clause.argument is None:
            continue
        operator = reduction_operator(entry.clause)
        if operator in load_spec().integer_operators and reduced_category(context.unit, entry) == "floating":
            yield OperatorDoesNotFit(entry.variable.span, operator, entry.text, CATEGORY_WORDS["floating"])


RULE = DirectiveRule(
    code="LW307",
    title="operator does not fit the type",
    severity="error",
    section="2.5.15",
    why="Bitwise operators are not defined for floating point.",
    wrong="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel loop reduction(^:s)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
""",
    right="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel loop reduction(+:s)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
""",
    check=check,
)
