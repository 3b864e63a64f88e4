"""LW308: one variable in clauses that contradict (OpenACC 3.4, 2.5.13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related
from loopwright.openacc.names import base_name
from loopwright.openacc.nodes import Variable


@dataclass(frozen=True)
class ContradictingClauses(Problem):
    """One variable in clauses that contradict."""

    name: str
    other: str
    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` stands in `{self.other}` and in `{self.clause}`"


def check(context: Context) -> Iterator[ContradictingClauses]:
    """One variable in `private`, `firstprivate` and `reduction`."""
    seen: dict[str, tuple[str, Variable]] = {}
    for clause in context.construct.node.all("private", "firstprivate", "reduction"):
        for variable in clause.variables:
            if variable.subscripts:
                continue
            name = base_name(variable)
            before = seen.get(name)
            if before is not None and before[0] != clause.name:
                related = (Related(before[1].span, f"in `{before[0]}`"),)
                yield ContradictingClauses(variable.span, name, before[0], clause.name, related=related)
            seen.setdefault(name, (clause.name, variable))


RULE = DirectiveRule(
    code="LW308",
    title="one variable in clauses that contradict",
    severity="warning",
    section="2.5.13",
    why=(
        "It is either one copy for each gang or worker, an initialised copy, or a shared result. No compiler "
        "at hand reports this."
    ),
    wrong="""\
void f(int n, float *a) {
  float t = 0;
#pragma acc parallel loop private(t) firstprivate(t)
  for (int i = 0; i < n; i++) { t = i; a[i] = t; }
}
""",
    right="""\
void f(int n, float *a) {
  float t = 0;
#pragma acc parallel loop private(t)
  for (int i = 0; i < n; i++) { t = i; a[i] = t; }
}
""",
    check=check,
)
