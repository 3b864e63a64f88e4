"""LW505: copyin of something written (OpenACC 3.4, 2.7.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import copy_instead
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.accesses import Access
from loopwright.openacc.afterwards import is_dead_after
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Related
from loopwright.openacc.names import base_name
from loopwright.source.text import Span


@dataclass(frozen=True)
class CopyinOfSomethingWritten(Problem):
    """Copyin of something written."""

    name: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is `copyin` but written in the region: the result is lost unless `{self.name}` was on the device before"


def check(context: Context) -> Iterator[CopyinOfSomethingWritten]:
    """A write in the region to what is not copied back, and what the host may read afterwards."""
    for moved in context.moved if context.accesses else ():
        if moved.clause.name != "copyin":
            continue
        is_pointer = context.unit.declarations.category(moved.declaration) == "pointer"
        if is_pointer and moved.variable.form == "name":
            continue  # LW501: the pointer alone is moved
        write = next((use for use in context.accesses_of(moved) if _is_write(use, is_pointer)), None)
        name = base_name(moved.variable)
        if write is None or context.is_held_elsewhere(moved.declaration, name, moved.clause):
            continue
        if not is_dead_after(context.unit, context.construct, moved.declaration):
            where = Span(write.place.start_byte, write.place.end_byte)
            yield CopyinOfSomethingWritten(
                moved.variable.span, moved.variable.name, related=(Related(where, "written here"),)
            )


def _is_write(use: Access, is_pointer: bool) -> bool:
    """A write to the elements, not to the pointer."""
    return use.writes and bool(use.indices or not is_pointer or use.place != use.node)


RULE = DirectiveRule(
    code="LW505",
    title="copyin of something written",
    severity="warning",
    section="2.7.8",
    why=("`copyin` does not copy back. Use `copy`, or `update self` afterwards. No compiler at hand reports this."),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copyin(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 2 * a[i];
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 2 * a[i];
}
""",
    check=check,
    fix=copy_instead,
    on=COMPUTE,
)
