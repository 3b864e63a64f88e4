"""LW201: clause is not allowed on this directive (OpenACC 3.4, 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import drop_clause
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.spec import load_spec


@dataclass(frozen=True)
class ClauseNotAllowed(Problem):
    """Clause is not allowed on this directive."""

    clause: str
    directive: str
    hint: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` is not a clause of `{self.directive}`{self.hint}"


def check(context: Context) -> Iterator[ClauseNotAllowed]:
    """A clause that the directive does not have."""
    spec = context.spec
    for clause in context.clauses:
        if clause.name not in spec.clauses:
            on_compute = clause.name in load_spec().directives["parallel loop"].clauses
            is_outer = context.construct.name == "loop" and on_compute
            hint = "; it belongs on the compute construct around it" if is_outer else ""
            yield ClauseNotAllowed(clause.span, clause.written.text, spec.name, hint, section=spec.section)


RULE = DirectiveRule(
    code="LW201",
    title="clause is not allowed on this directive",
    severity="error",
    section="2",
    why=(
        "Each directive has its list of clauses; `loop`, for example, takes no data clauses because the "
        "compute construct around it has them."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel
  {
#pragma acc loop copy(a[0:n])
    for (int i = 0; i < n; i++) a[i] = 0;
  }
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel copy(a[0:n])
  {
#pragma acc loop
    for (int i = 0; i < n; i++) a[i] = 0;
  }
}
""",
    check=check,
    fix=drop_clause,
)
