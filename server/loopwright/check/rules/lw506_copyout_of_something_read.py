"""LW506: copyout of something read (OpenACC 3.4, 2.7.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import NUMBERS, Context
from loopwright.check.edits import copy_instead
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.accesses import surely_reads
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Related
from loopwright.source.text import Span


@dataclass(frozen=True)
class CopyoutOfSomethingRead(Problem):
    """Copyout of something read."""

    name: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is `copyout` but read in the region before it is written: its value is not copied to the device"


def check(context: Context) -> Iterator[CopyoutOfSomethingRead]:
    """A read in the region, before any write, of what was not copied there."""
    for moved in context.moved if context.accesses else ():
        mine = context.accesses_of(moved) if moved.clause.name == "copyout" else []
        if not mine or not surely_reads(context.unit, mine[0]):
            continue
        is_number = context.unit.declarations.category(moved.declaration) in NUMBERS
        name = moved.variable.name
        if (mine[0].indices or is_number) and not context.is_held_elsewhere(moved.declaration, name, moved.clause):
            where = Span(mine[0].place.start_byte, mine[0].place.end_byte)
            yield CopyoutOfSomethingRead(moved.variable.span, name, related=(Related(where, "read here"),))


RULE = DirectiveRule(
    code="LW506",
    title="copyout of something read",
    severity="warning",
    section="2.7.9",
    why="`copyout` does not copy in. Use `copy`. No compiler at hand reports this.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copyout(a[0:n])
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
