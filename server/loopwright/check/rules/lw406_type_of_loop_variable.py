"""LW406: type of the loop variable (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.declarations import read
from loopwright.openacc.names import CATEGORY_WORDS
from loopwright.openacc.nests import Head
from loopwright.source.text import Span


@dataclass(frozen=True)
class TypeOfLoopVariable(Problem):
    """Type of the loop variable."""

    name: str
    type: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return (
            f"loop variable `{self.name}` is {self.type}: it must be an integer, a pointer or a random-access iterator"
        )


def check(context: Context) -> Iterator[TypeOfLoopVariable]:
    """A loop variable that is a floating-point number or, in C, a struct."""
    for head in context.heads:
        if head.variable is None:
            continue
        category = _category(context, head)
        if category == "floating" or (category == "struct" and context.unit.source.language == "c"):
            span = Span(head.variable.start_byte, head.variable.end_byte)
            yield TypeOfLoopVariable(span, head.name, CATEGORY_WORDS[category])


def _category(context: Context, head: Head) -> str:
    declarations, loop = context.unit.declarations, head.loop
    if head.declared is not None:
        declaration = next(read(head.declared, Span(loop.start_byte, loop.end_byte)), None)
    else:
        declaration = declarations.lookup(head.name, loop.start_byte)
    return declarations.category(declaration) if declaration is not None else "unknown"


RULE = DirectiveRule(
    code="LW406",
    title="type of the loop variable",
    severity="error",
    section="2.9",
    why="Rounding makes the number of iterations of a floating-point loop uncertain.",
    wrong="""\
void f(float *a) {
#pragma acc parallel loop
  for (float x = 0; x < 4; x += 1) a[(int)x] = 0;
}
""",
    right="""\
void f(float *a) {
#pragma acc parallel loop
  for (int x = 0; x < 4; x += 1) a[x] = 0;
}
""",
    check=check,
    in_place=True,
)
