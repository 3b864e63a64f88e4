"""LW512: container without its elements (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import MOVING, Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.classes import plain
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Related
from loopwright.source.text import Span


@dataclass(frozen=True)
class ContainerWithoutItsElements(Problem):
    """Container without its elements."""

    name: str
    clause: str
    type: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return (
            f"`{self.clause}` moves the `{self.type}` `{self.name}` and none of its elements, which lie in the host's memory: "
            f"move a section of what `{self.name}.data()` gives, and use that in the region"
        )


def check(context: Context) -> Iterator[ContainerWithoutItsElements]:
    """A container in a clause, an element of which the region uses."""
    for moved in context.moved if context.accesses else ():
        if moved.clause.name not in MOVING or moved.variable.members:
            continue
        type = context.unit.declarations.expanded(moved.declaration.type).referred()
        if type.layers or type.sequence != "vector":
            continue
        use = next((use for use in context.accesses_of(moved) if use.indices), None)
        if use is not None:
            where = Span(use.place.start_byte, use.place.end_byte)
            yield ContainerWithoutItsElements(
                moved.variable.span,
                moved.variable.name,
                moved.clause.name,
                plain(type.base),
                related=(Related(where, "an element is used here"),),
            )


RULE = DirectiveRule(
    code="LW512",
    title="container without its elements",
    severity="warning",
    section="2.7.1",
    why=(
        "A clause moves the bytes of an object. Those of a container are a pointer and numbers; the elements stay where the host"
        " allocated them, and the kernel fails at the first one unless the device shares the host's memory. A section needs"
        " an array or a pointer."
    ),
    wrong="""\
#include <vector>
void f(std::vector<double> &v, int n) {
#pragma acc parallel loop copy(v)
  for (int i = 0; i < n; i++) v[i] = 0;
}
""",
    right="""\
#include <vector>
void f(std::vector<double> &v, int n) {
  double *p = v.data();
#pragma acc parallel loop copy(p[0:n])
  for (int i = 0; i < n; i++) p[i] = 0;
}
""",
    check=check,
    on=COMPUTE,
)
