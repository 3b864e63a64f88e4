"""LW216: not a positive number (OpenACC 3.4, 2.5.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.types import evaluate


@dataclass(frozen=True)
class NotAPositiveNumber(Problem):
    """Not a positive number."""

    clause: str
    value: int

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` must be positive, this is {self.value}"


def check(context: Context) -> Iterator[NotAPositiveNumber]:
    """No gangs, workers or lanes."""
    for clause in context.construct.node.all("num_gangs", "num_workers", "vector_length"):
        for item in clause.items:
            value = evaluate(item.tokens, context.unit.declarations, item.span.start).value
            if value is not None and value <= 0:
                yield NotAPositiveNumber(item.span, clause.name, value, section=clause.spec.section)


RULE = DirectiveRule(
    code="LW216",
    title="not a positive number",
    severity="warning",
    section="2.5.10",
    why=(
        "A compute construct runs with at least one gang, worker and lane. gcc refuses the program, clang says nothing."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop num_gangs(0)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop num_gangs(1)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
