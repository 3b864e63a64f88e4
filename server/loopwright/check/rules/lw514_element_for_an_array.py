"""LW514: one element where the loop goes through the array (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit
from loopwright.source.linear import Linear


@dataclass(frozen=True)
class ElementForAnArray(Problem):
    """One element where the loop goes through the array."""

    text: str
    first: str
    last: str
    whole: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}` is one element, and the loop reaches `{self.first}` to `{self.last}`: a section is `{self.whole}`"


def check(context: Context) -> Iterator[ElementForAnArray]:
    """An element in a list, of an array that the loops go through."""
    for moved, section in context.elements:
        if section.lowest is not None and section.highest is not None:
            name, low, high = moved.variable.name, section.lowest, section.highest
            whole = f"{name}[{low.text()}:{high.plus(low, -1).plus(Linear(1)).text()}]"
            text = context.unit.text(moved.variable.span)
            yield ElementForAnArray(moved.variable.span, text, f"{name}[{low.text()}]", f"{name}[{high.text()}]", whole)


def fix(context: Context, problem: ElementForAnArray) -> Fix | None:
    """The section that the loop reaches."""
    return Fix(f"Change to `{problem.whole}`", (Edit(problem.span, problem.whole),))


RULE = DirectiveRule(
    code="LW514",
    title="one element for an array",
    severity="warning",
    section="2.7.1",
    why="`a[n]` is the element behind the last one, not an array of `n` elements. No compiler at hand reports this.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=fix,
    on=COMPUTE,
)
