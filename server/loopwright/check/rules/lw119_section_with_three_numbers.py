"""LW119: section with three numbers, or with a comma (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit


@dataclass(frozen=True)
class SectionWithThreeNumbers(Problem):
    """Section with three numbers, or with a comma."""

    text: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        if self.with_colon:
            return f"`[{self.text}]`: a section has a colon between its first index and its length, `{self.with_colon}`"
        if self.apart:
            return f"`[{self.text}]`: each dimension has brackets of its own, `{self.apart}`"
        return f"`[{self.text}]` is no array section: it is `[first:length]`, without a stride"

    @property
    def meant(self) -> str:
        """What was meant, empty where that is not known."""
        return self.with_colon or self.apart

    @property
    def with_colon(self) -> str:
        """A section from the first element on whose colon was written as a comma; empty where it is none."""
        parts = self._parts
        is_section = len(parts) == 2 and parts[0] == "0" and ":" not in self.text
        return f"[{parts[0]}:{parts[1]}]" if is_section else ""

    @property
    def apart(self) -> str:
        """A section of several dimensions, each in its brackets; empty where no comma parts them."""
        return "".join(f"[{part}]" for part in self._parts) if len(self._parts) > 1 else ""

    @property
    def _parts(self) -> tuple[str, ...]:
        """What commas part; nothing where calls may have commas of their own."""
        parts = tuple(part.strip() for part in self.text.split(","))
        return parts if all(parts) and "(" not in self.text else ()


def check(context: Context) -> Iterator[SectionWithThreeNumbers]:
    """A section with a stride or a comma."""
    for slip in context.slips("LW119"):
        yield SectionWithThreeNumbers(slip.span, slip.text)


def fix(context: Context, problem: SectionWithThreeNumbers) -> Fix | None:
    """A colon, or brackets for each dimension."""
    return Fix(f"Change to `{problem.meant}`", (Edit(problem.span, problem.meant),)) if problem.meant else None


RULE = DirectiveRule(
    code="LW119",
    title="section with three numbers, or with a comma",
    severity="error",
    section="2.7.1",
    why=(
        "OpenACC sections are contiguous. Fortran's and Python's third number does not exist here. "
        "Of `a[0, n]` C takes the last number for an index: compilers see the element `a[n]`."
    ),
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
