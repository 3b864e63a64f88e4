"""LW102: end directive (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit
from loopwright.source.text import Span


@dataclass(frozen=True)
class EndDirective(Problem):
    """End directive."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"C and C++ have no `end {self.word}`: a directive governs the statement after it"


def check(context: Context) -> Iterator[EndDirective]:
    """`end` and the name of a directive."""
    for slip in context.slips("LW102"):
        yield EndDirective(slip.span, slip.word)


def fix(context: Context, problem: EndDirective) -> Fix | None:
    """The line without it."""
    data, span = context.unit.data, context.construct.node.span
    start = data.rfind(b"\n", 0, span.start) + 1
    end = data.find(b"\n", span.end)
    return Fix("Remove the line", (Edit(Span(start, end + 1 if end >= 0 else len(data)), ""),))


RULE = DirectiveRule(
    code="LW102",
    title="end directive",
    severity="error",
    section="2.1",
    why="`end` directives belong to Fortran. In C the region is the statement or block that follows.",
    wrong="""\
void f(float *a) {
#pragma acc data copy(a[0:4])
  { a[0] = 1; }
#pragma acc end data
}
""",
    right="""\
void f(float *a) {
#pragma acc data copy(a[0:4])
  { a[0] = 1; }
}
""",
    check=check,
    fix=fix,
    unread=True,
)
