"""LW204: clause after device_type (OpenACC 3.4, 2.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import clause_at, removal
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit
from loopwright.source.text import Span


@dataclass(frozen=True)
class ClauseAfterDeviceType(Problem):
    """Clause after device_type."""

    clause: str
    directive: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` may not follow `device_type` on `{self.directive}`: move it before"


def check(context: Context) -> Iterator[ClauseAfterDeviceType]:
    """A clause behind `device_type` that holds for all devices."""
    spec = context.spec
    behind = False
    for clause in context.clauses:
        allowed = spec.after_device_type
        if behind and clause.name in spec.clauses and clause.name != "device_type":
            if allowed is not None and clause.name not in allowed:
                yield ClauseAfterDeviceType(clause.span, clause.name, spec.name)
        behind |= clause.name == "device_type"


def fix(context: Context, problem: ClauseAfterDeviceType) -> Fix | None:
    """The clause before it."""
    clause, device = clause_at(context.construct, problem.span), context.construct.node.clause("device_type")
    if clause is None or device is None:
        return None
    text = context.unit.text(clause.span)
    insertion = Edit(Span(device.span.start, device.span.start), f"{text} ")
    edits = (insertion, removal(context.unit, context.construct, clause.span))
    return Fix(f"Move `{text}` before `device_type`", edits)


RULE = DirectiveRule(
    code="LW204",
    title="clause after device_type",
    severity="error",
    section="2.4",
    why=(
        "Clauses after `device_type` apply to that device only; data, reductions and conditions are the same "
        "for all devices."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop device_type(nvidia) copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n]) device_type(nvidia) num_gangs(64)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=fix,
)
