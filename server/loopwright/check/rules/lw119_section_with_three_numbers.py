"""LW119: section with three numbers (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit


@dataclass(frozen=True)
class SectionWithThreeNumbers(Problem):
    """Section with three numbers."""

    text: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        if self.apart:
            return f"`[{self.text}]`: each dimension has brackets of its own, `{self.apart}`"
        return f"`[{self.text}]` is no array section: it is `[first:length]`, without a stride"

    @property
    def apart(self) -> str:
        """A section of several dimensions, each in its brackets; empty where no comma parts them."""
        parts = [part.strip() for part in self.text.split(",")]
        is_plain = len(parts) > 1 and all(parts) and "(" not in self.text
        return "".join(f"[{part}]" for part in parts) if is_plain else ""


def check(context: Context) -> Iterator[SectionWithThreeNumbers]:
    """A section with a stride."""
    for slip in context.slips("LW119"):
        yield SectionWithThreeNumbers(slip.span, slip.text)


def fix(context: Context, problem: SectionWithThreeNumbers) -> Fix | None:
    """Brackets for each dimension."""
    return Fix(f"Change to `{problem.apart}`", (Edit(problem.span, problem.apart),)) if problem.apart else None


RULE = DirectiveRule(
    code="LW119",
    title="section with three numbers",
    severity="error",
    section="2.7.1",
    why="OpenACC sections are contiguous. Fortran's and Python's third number does not exist here.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel copy(a[0:n:2])
  { a[0] = 1; }
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel copy(a[0:n])
  { a[0] = 1; }
}
""",
    check=check,
    fix=fix,
    unread=True,
)
