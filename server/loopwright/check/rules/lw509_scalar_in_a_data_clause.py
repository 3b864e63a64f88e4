"""LW509: scalar in a data clause (OpenACC 3.4, 2.6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import NUMBERS, Context
from loopwright.check.edits import drop_item
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Fix


@dataclass(frozen=True)
class ScalarInADataClause(Problem):
    """Scalar in a data clause."""

    name: str
    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"scalar `{self.name}` needs no `{self.clause}`: scalars are firstprivate by default"


def check(context: Context) -> Iterator[ScalarInADataClause]:
    """A scalar that is only read. Under `default(none)` each variable needs its clause."""
    if context.construct.name.split()[0] == "kernels" or context.is_default_none:
        return
    for moved in context.moved if context.accesses else ():
        if moved.clause.name != "copyin" or context.unit.declarations.category(moved.declaration) not in NUMBERS:
            continue
        mine = context.accesses_of(moved)
        if mine and not any(use.writes for use in mine):
            yield ScalarInADataClause(moved.variable.span, moved.variable.name, moved.clause.name)


def fix(context: Context, problem: ScalarInADataClause) -> Fix | None:
    """The clause without it."""
    return drop_item(context, problem.span)


RULE = DirectiveRule(
    code="LW509",
    title="scalar in a data clause",
    severity="information",
    section="2.6.2",
    why=(
        "A scalar in a data clause costs a transfer and a load for every use. By default it is passed like an argument."
    ),
    wrong="""\
void f(int n, float x, float *a) {
#pragma acc parallel loop copyin(x) copyout(a[0:n])
  for (int i = 0; i < n; i++) a[i] = x;
}
""",
    right="""\
void f(int n, float x, float *a) {
#pragma acc parallel loop copyout(a[0:n])
  for (int i = 0; i < n; i++) a[i] = x;
}
""",
    check=check,
    fix=fix,
    on=COMPUTE,
)
