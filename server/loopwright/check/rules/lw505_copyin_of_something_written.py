"""LW505: copyin of something written (OpenACC 3.4, 2.7.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import copy_instead
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.declarations import Declaration
from loopwright.openacc.accesses import Access, accesses
from loopwright.openacc.afterwards import is_dead_after, is_used_after
from loopwright.openacc.constructs import COMPUTE, Construct, Unit
from loopwright.openacc.findings import Related
from loopwright.openacc.followed import followed_member
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
    if context.construct.name == "data":
        yield from _of_data(context)
    for moved in context.moved if context.accesses else ():
        if moved.clause.name != "copyin":
            continue
        is_pointer = context.unit.declarations.category(moved.declaration) == "pointer"
        if is_pointer and moved.variable.form == "name":
            continue  # LW501: the pointer alone is moved
        write = next((use for use in context.accesses_of(moved) if _is_write(context.unit, use, is_pointer)), None)
        name = base_name(moved.variable)
        if write is None or context.is_held_elsewhere(moved.declaration, name, moved.clause):
            continue
        if not is_dead_after(context.unit, context.construct, moved.declaration):
            where = Span(write.place.start_byte, write.place.end_byte)
            yield CopyinOfSomethingWritten(
                moved.variable.span, moved.variable.name, related=(Related(where, "written here"),)
            )


def _of_data(context: Context) -> Iterator[CopyinOfSomethingWritten]:
    """A write in a construct within, of what no directive copies back and no other code of the region may."""
    unit, inside = context.unit, context.unit.inside(context.construct)
    constructs = [other for other in inside if other.name in COMPUTE]
    for moved in context.moved:
        if moved.clause.name != "copyin" or moved.variable.form != "section":
            continue
        name, is_pointer = moved.variable.name, unit.declarations.category(moved.declaration) == "pointer"
        naming = unit.clauses_naming(name, in_file=moved.declaration.is_global)
        if len(naming.get("copyin", ())) > 1 or not set(naming) <= {"copyin", "present"}:
            continue
        uses = [
            use
            for other in constructs
            for use in accesses(unit, other)
            if use.declaration.span == moved.declaration.span
        ]
        write = next((use for use in uses if _is_write(context.unit, use, is_pointer)), None)
        if write is None or _is_used_beside(context, moved.declaration, constructs):
            continue
        if is_used_after(unit, context.construct, moved.declaration):
            where = Span(write.place.start_byte, write.place.end_byte)
            yield CopyinOfSomethingWritten(moved.variable.span, name, related=(Related(where, "written here"),))


def _is_used_beside(context: Context, declaration: Declaration, constructs: list[Construct]) -> bool:
    """Whether the region has code of the host that uses a variable: a function may copy back what it is given."""
    regions = [other.region for other in constructs]
    return any(
        use.declaration.span == declaration.span
        and not any(region.start <= use.node.start_byte < region.end for region in regions)
        for use in accesses(context.unit, context.construct)
    )


def _is_write(unit: Unit, use: Access, is_pointer: bool) -> bool:
    """A write to the elements, not to the pointer, nor to what a pointer of a struct leads to."""
    if not use.writes or followed_member(unit, use):
        return False
    return bool(use.indices or not is_pointer or use.place != use.node)


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
    on=COMPUTE | {"data"},
)
