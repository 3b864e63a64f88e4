"""LW511: pointers to rows without their rows (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import MOVING, Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Related
from loopwright.source.text import Span


@dataclass(frozen=True)
class PointersWithoutTheirRows(Problem):
    """Pointers to rows without their rows."""

    name: str
    clause: str
    missing: int

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        needed = "[...]" * self.missing
        return (
            f"`{self.clause}` moves the pointers in `{self.name}`, which are the host's: the rows need a section too, "
            f"`{self.name}{needed}`, unless they were on the device before"
        )


def check(context: Context) -> Iterator[PointersWithoutTheirRows]:
    """A section of pointers that the region goes through, where no other directive names a row."""
    for moved in context.moved if context.accesses else ():
        variable, clause = moved.variable, moved.clause
        layers = context.unit.declarations.expanded(moved.declaration.type).referred().layers
        if clause.name not in MOVING or variable.form != "section" or layers.count("*") < 2:
            continue
        # Of `double (*a)[8]` the rows lie in the array itself.
        pointers = next((n for n, layer in enumerate(layers) if layer != "*"), len(layers))
        use = next((u for u in context.accesses_of(moved) if len(u.indices) > len(variable.subscripts)), None)
        if use is None or len(variable.subscripts) >= pointers:
            continue
        if not context.is_held_elsewhere(moved.declaration, variable.name, clause):
            where = Span(use.place.start_byte, use.place.end_byte)
            yield PointersWithoutTheirRows(
                variable.span,
                context.unit.source.slice(variable.span),
                clause.name,
                min(len(use.indices), pointers) - len(variable.subscripts),
                related=(Related(where, "goes through one of them here"),),
            )


RULE = DirectiveRule(
    code="LW511",
    title="pointers to rows without their rows",
    severity="warning",
    section="2.7.1",
    why=(
        "Of an array of pointers a section with one subscript copies addresses of the host, and the kernel fails at the first"
        " row. A section with a subscript for each pointer copies the rows and makes the pointers lead to them; gcc has"
        " none of these. No compiler at hand reports this."
    ),
    wrong="""\
void f(int n, int m, double **a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = 0;
}
""",
    right="""\
void f(int n, int m, double **a) {
#pragma acc parallel loop copy(a[0:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = 0;
}
""",
    check=check,
    on=COMPUTE,
)
