"""LW212: reduction over several gang dimensions (OpenACC 3.4, 2.5.15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related


@dataclass(frozen=True)
class ReductionOverGangDimensions(Problem):
    """Reduction over several gang dimensions."""

    other: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`reduction` cannot stand with {self.other}"


def check(context: Context) -> Iterator[ReductionOverGangDimensions]:
    """A reduction where gangs have several dimensions."""
    construct = context.construct
    reduction = construct.node.clause("reduction")
    if reduction is None:
        return
    gangs = construct.node.clause("num_gangs")
    if gangs is not None and len(gangs.items) > 1 and construct.name.startswith("parallel"):
        related = (Related(gangs.span, "`num_gangs` stands here"),)
        yield ReductionOverGangDimensions(reduction.span, "several dimensions of `num_gangs`", related=related)
        return
    holder = construct.compute
    outer = holder.node.clause("num_gangs") if holder and holder is not construct else None
    for gang in construct.node.all("gang"):
        dim = any(item.tag and item.tag.text == "dim" and item.text != "1" for item in gang.items)
        if dim or (outer is not None and len(outer.items) > 1):
            related = (Related(gang.span, "`gang` stands here"),)
            yield ReductionOverGangDimensions(reduction.span, "a `gang` loop over several dimensions", related=related)
            return


RULE = DirectiveRule(
    code="LW212",
    title="reduction over several gang dimensions",
    severity="error",
    section="2.5.15",
    why="A gang reduction is defined for one dimension of gangs.",
    wrong="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel num_gangs(4, 4) reduction(+:s)
  { s += a[0]; }
  return s;
}
""",
    right="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel num_gangs(4) reduction(+:s)
  { s += a[0]; }
  return s;
}
""",
    check=check,
)
