"""LW210: gang dimension (OpenACC 3.4, 2.9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.regions import argument_tag, associated, is_permitted, legal_levels
from loopwright.openacc.types import evaluate


@dataclass(frozen=True)
class GangDimension(Problem):
    """Gang dimension."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "`dim` must be a constant 1, 2 or 3"


def check(context: Context) -> Iterator[GangDimension]:
    """A dimension of gangs that there is not."""
    compute = associated(context.construct)
    for clause in legal_levels(context.construct):
        for item in clause.items:
            if argument_tag(clause, item) == "dim" and is_permitted("dim", context.construct, compute):
                typed = evaluate(item.tokens, context.unit.declarations, item.span.start)
                if typed.category == "integer" and typed.value not in (1, 2, 3):
                    yield GangDimension(item.span)


RULE = DirectiveRule(
    code="LW210",
    title="gang dimension",
    severity="error",
    section="2.9.2",
    why="Gangs have three dimensions, chosen when the program is compiled.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop gang(dim:4)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop gang(dim:1)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
