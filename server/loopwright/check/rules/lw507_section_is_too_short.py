"""LW507: section is too short (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE


@dataclass(frozen=True)
class SectionIsTooShort(Problem):
    """Section is too short."""

    text: str
    access: str
    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}` does not hold `{self.access}`, which the loop reaches"


def check(context: Context) -> Iterator[SectionIsTooShort]:
    """An element that the loops reach and the section does not hold."""
    for moved, section in context.sections:
        if section.outside is not None:
            access = f"{moved.variable.name}[{section.outside.text()}]"
            text = context.unit.text(moved.variable.span)
            yield SectionIsTooShort(moved.variable.span, text, access, moved.clause.name)


RULE = DirectiveRule(
    code="LW507",
    title="section is too short",
    severity="warning",
    section="2.7.1",
    why="What is outside the section is not on the device. No compiler at hand reports this.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n-1])
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
    on=COMPUTE,
)
