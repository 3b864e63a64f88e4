"""LW312: section without a length (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.names import has_no_length


@dataclass(frozen=True)
class SectionWithoutLength(Problem):
    """Section without a length."""

    text: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}`: how long is it? The length can be left out for arrays of known size only"


def check(context: Context) -> Iterator[SectionWithoutLength]:
    """A section of a pointer that does not say how long it is."""
    for extent in context.names.extents:
        if has_no_length(extent):
            yield SectionWithoutLength(extent.variable.span, extent.text)


RULE = DirectiveRule(
    code="LW312",
    title="section without a length",
    severity="error",
    section="2.7.1",
    why="A pointer does not know what it points to.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:])
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
)
