"""LW201: clause is not allowed on this directive (OpenACC 3.4, 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import drop_clause
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.openacc.spec import load_spec
from loopwright.source.edits import Edit
from loopwright.source.text import Span

_MOVING = frozenset(
    ("data", "enter data", "exit data")
)  # `data update` is `update`, while `kernels update` may be either


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
    spec, other, both = context.spec, context.other_directive, context.written_apart
    second = context.second_directive
    for clause in context.clauses:
        if second is not None and clause.span.start > second.start:
            return
        if clause is other:
            hint = f"; `{clause.name}` is a directive of its own"
            yield ClauseNotAllowed(clause.span, clause.written.text, spec.name, hint, section=spec.section)
            return
        if clause.name not in (both or spec).clauses:
            on_compute = clause.name in load_spec().directives["parallel loop"].clauses
            is_outer = context.construct.name == "loop" and on_compute
            hint = "; it belongs on the compute construct around it" if is_outer else ""
            yield ClauseNotAllowed(clause.span, clause.written.text, spec.name, hint, section=spec.section)


def fix(context: Context, problem: ClauseNotAllowed) -> Fix | None:
    """The directive that was meant; else the clause is removed."""
    other = context.other_directive
    is_meant = other is not None and other.span == problem.span and problem.directive in _MOVING
    if other is None or not is_meant:
        return drop_clause(context, problem)
    name = context.construct.node.name_span
    return Fix(f"Change to `{other.name}`", (Edit(Span(name.start, other.span.end), other.name),))


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
    fix=fix,
)
