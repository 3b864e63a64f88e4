"""LW103: half a directive (OpenACC 3.4, 2.6.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit
from loopwright.source.text import Span


@dataclass(frozen=True)
class HalfDirective(Problem):
    """Half a directive."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` needs `data` after it: `{self.word} data`"


def check(context: Context) -> Iterator[HalfDirective]:
    """`enter` or `exit` alone."""
    for slip in context.slips("LW103"):
        yield HalfDirective(slip.span, slip.word)


def fix(context: Context, problem: HalfDirective) -> Fix | None:
    """The other half."""
    end = problem.span.end
    return Fix("Add `data`", (Edit(Span(end, end), " data"),), safe=True)


RULE = DirectiveRule(
    code="LW103",
    title="half a directive",
    severity="error",
    section="2.6.6",
    why="The directives are `enter data` and `exit data`; the second word is not optional.",
    wrong="""\
void f(float *a) {
#pragma acc enter copyin(a[0:4])
}
""",
    right="""\
void f(float *a) {
#pragma acc enter data copyin(a[0:4])
}
""",
    check=check,
    fix=fix,
    unread=True,
)
