"""LW414: call to a function without acc routine (OpenACC 3.4, 2.15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE, Unit, start_at_file_level
from loopwright.openacc.findings import Fix, Related
from loopwright.source.edits import Edit
from loopwright.source.text import Span


@dataclass(frozen=True)
class CallWithoutRoutine(Problem):
    """Call to a function without acc routine."""

    name: str
    once = True

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is called on the device but has no `#pragma acc routine`"


def check(context: Context) -> Iterator[CallWithoutRoutine]:
    """A call on the device to a function of this file that is no routine."""
    unit = context.unit
    for name, where in context.device_calls:
        declared = unit.declarations.file_level[name].span
        if unit.routines.get(name) is None and not _is_inlined(unit, declared) and not context.elsewhere(name):
            yield CallWithoutRoutine(where, name, related=(Related(declared, f"`{name}` is declared here"),))


def fix(context: Context, problem: CallWithoutRoutine) -> Fix | None:
    """The directive above the first declaration at file level; a routine with loops of its own would have one."""
    unit = context.unit
    at = start_at_file_level(unit, unit.declarations.file_level[problem.name].span)
    return (
        Fix("Add `#pragma acc routine seq`", (Edit(Span(at, at), "#pragma acc routine seq\n"),))
        if at is not None
        else None
    )


def _is_inlined(unit: Unit, span: Span) -> bool:
    """A device function of CUDA or one that compilers always inline."""
    head = unit.data[span.start : min(span.end, span.start + 200)]
    return b"__device__" in head or b"always_inline" in head or b"constexpr" in head


RULE = DirectiveRule(
    code="LW414",
    title="call to a function without acc routine",
    severity="warning",
    section="2.15.1",
    why=(
        "The function is compiled for the host alone; the program fails when it is linked or run, unless the "
        "compiler inlines it."
    ),
    wrong="""\
float g(float x);
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = g(a[i]);
}
""",
    right="""\
#pragma acc routine seq
float g(float x);
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = g(a[i]);
}
""",
    check=check,
    fix=fix,
    on=COMPUTE,
    in_place=True,
)
