"""LW310: section of something that is no array (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.names import CATEGORY_WORDS


@dataclass(frozen=True)
class SectionOfNoArray(Problem):
    """Section of something that is no array."""

    text: str
    type: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}` is {self.type}: it has no elements"


def check(context: Context) -> Iterator[SectionOfNoArray]:
    """Subscripts on what has no elements."""
    for place in context.names.elementless:
        yield SectionOfNoArray(place.span, place.text, CATEGORY_WORDS[place.category])


RULE = DirectiveRule(
    code="LW310",
    title="section of something that is no array",
    severity="error",
    section="2.7.1",
    why="Only arrays and pointers have sections.",
    wrong="""\
void f(int n, float x, float *a) {
#pragma acc parallel loop copyin(x[0:1])
  for (int i = 0; i < n; i++) a[i] = x;
}
""",
    right="""\
void f(int n, float x, float *a) {
#pragma acc parallel loop firstprivate(x)
  for (int i = 0; i < n; i++) a[i] = x;
}
""",
    check=check,
)
