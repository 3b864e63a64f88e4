"""LW104: empty directive (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class EmptyDirective(Problem):
    """Empty directive."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "a directive is missing after `#pragma acc`"


def check(context: Context) -> Iterator[EmptyDirective]:
    """Nothing after the sentinel."""
    for slip in context.slips("LW104"):
        yield EmptyDirective(slip.span)


RULE = DirectiveRule(
    code="LW104",
    title="empty directive",
    severity="error",
    section="2.1",
    why="Nothing follows the sentinel.",
    wrong="""\
void f(void) {
#pragma acc
}
""",
    right="""\
void f(void) {
#pragma acc wait
}
""",
    check=check,
    unread=True,
)
