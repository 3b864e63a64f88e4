"""LW508: section in Fortran style (OpenACC 3.4, 2.7.1)."""

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
class SectionInFortranStyle(Problem):
    """Section in Fortran style."""

    text: str
    first: str
    last: str
    used: str
    fitting: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}`: the second number is a length. This names the elements {self.first} to {self.last}; the loop uses {self.used}"


def check(context: Context) -> Iterator[SectionInFortranStyle]:
    """A section that begins right and is too long by its first index: its second number was meant as the last."""
    for moved, section in context.sections:
        lower, last, lowest, highest = section.lower, section.last, section.lowest, section.highest
        if lowest is None or highest is None or lower.terms or lower.constant <= 0:
            continue
        spare = last.plus(highest, -1)
        if lowest == lower and not spare.terms and spare.constant == lower.constant:
            used = f"{lowest.text()} to {highest.text()}"
            fitting = f"[{lower.text()}:{highest.plus(lower, -1).plus(Linear(1)).text()}]"
            text = context.unit.text(moved.variable.span)
            yield SectionInFortranStyle(moved.variable.span, text, lower.text(), last.text(), used, fitting)


def fix(context: Context, problem: SectionInFortranStyle) -> Fix | None:
    """The section that the loop uses."""
    name = problem.text[: problem.text.index("[")]
    return Fix(f"Change to `{name}{problem.fitting}`", (Edit(problem.span, f"{name}{problem.fitting}"),))


RULE = DirectiveRule(
    code="LW508",
    title="section in Fortran style",
    severity="information",
    section="2.7.1",
    why=(
        "In Fortran the second number is the last index. In C it is how many elements there are. No compiler "
        "at hand reports this."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[1:n])
  for (int i = 1; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[1:n-1])
  for (int i = 1; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=fix,
    on=COMPUTE,
)
