"""LW410: bounds depend on an outer loop (OpenACC 3.4, 2.9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related
from loopwright.openacc.nests import header_end
from loopwright.source.headers import read_header
from loopwright.source.text import Span
from loopwright.source.tokens import free_names, tokens_of


@dataclass(frozen=True)
class BoundsDependOnOuterLoop(Problem):
    """Bounds depend on an outer loop."""

    clause: str
    name: str
    outer: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}`: the bounds of the loop over `{self.name}` depend on `{self.outer}`"


def check(context: Context) -> Iterator[BoundsDependOnOuterLoop]:
    """A nest that is no rectangle."""
    nest = context.nest
    if nest is None or nest.clause is None:
        return
    name = nest.clause.name
    outer: list[str] = []
    for level, loop in enumerate(nest.loops):
        header = read_header(loop)
        bounds = {name.text for text in (header.lower, header.upper) for name in free_names(tokens_of(text or ""))}
        used = next((other for other in outer if other in bounds), None) if level else None
        if used is not None:
            related = (Related(nest.clause.span, f"`{name}` stands here"),)
            span = Span(loop.start_byte, header_end(loop))
            yield BoundsDependOnOuterLoop(span, name, header.variable or "", used, related=related)
        if header.variable:
            outer.append(header.variable)


RULE = DirectiveRule(
    code="LW410",
    title="bounds depend on an outer loop",
    severity="warning",
    section="2.9.1",
    why=(
        "The number of iterations of every collapsed loop must be the same in all iterations of the others: a"
        " triangle is no rectangle. gcc refuses it, clang says nothing."
    ),
    wrong="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) a[i][j] = 0;
}
""",
    right="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) a[i][j] = 0;
}
""",
    check=check,
    in_place=True,
)
