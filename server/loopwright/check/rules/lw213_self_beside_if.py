"""LW213: self beside if (OpenACC 3.4, 2.5.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import drop_clause
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Related


@dataclass(frozen=True)
class SelfBesideIf(Problem):
    """Self beside if."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "`self` has no effect where the condition of `if` is false, and decides alone where it is true"


def check(context: Context) -> Iterator[SelfBesideIf]:
    """Two conditions on one compute construct."""
    own, condition = context.construct.node.clause("self"), context.construct.node.clause("if")
    if own is not None and condition is not None:
        yield SelfBesideIf(own.span, related=(Related(condition.span, "`if` stands here"),))


RULE = DirectiveRule(
    code="LW213",
    title="self beside if",
    severity="warning",
    section="2.5.9",
    why="When `if` is false the region already runs on the host. Both together are rarely meant.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop if(n > 9) self(n < 99)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop if(n > 9)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=drop_clause,
    on=COMPUTE,
)
