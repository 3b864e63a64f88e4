"""LW311: section outside the array (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.names import Extent, has_no_length


@dataclass(frozen=True)
class SectionOutsideArray(Problem):
    """Section outside the array."""

    text: str
    what: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}`: {self.what}"


def check(context: Context) -> Iterator[SectionOutsideArray]:
    """A section that begins or ends outside of its array."""
    for extent in context.names.extents:
        what = "" if has_no_length(extent) else _outside(extent)
        if what:
            yield SectionOutsideArray(extent.subscript.span, extent.text, what)


def _outside(extent: Extent) -> str:
    lower, length, size = extent.lower, extent.length, extent.size
    if lower is not None and lower < 0 and not extent.is_pointer:
        return f"it begins at {lower}"
    if length is not None and length < 0:
        return f"its length is {length}"
    if size is not None and length is not None and (lower or 0) + length > size:
        return f"it ends at {(lower or 0) + length}, the array at {size}"
    if size is not None and lower is not None and lower >= size and length != 0:
        return f"it begins at {lower}, the array ends at {size}"
    return ""


RULE = DirectiveRule(
    code="LW311",
    title="section outside the array",
    severity="error",
    section="2.7.1",
    why="The first number is the index of the first element, the second how many elements there are.",
    wrong="""\
float a[100];
void f(void) {
#pragma acc parallel loop copy(a[0:200])
  for (int i = 0; i < 100; i++) a[i] = 0;
}
""",
    right="""\
float a[100];
void f(void) {
#pragma acc parallel loop copy(a[0:100])
  for (int i = 0; i < 100; i++) a[i] = 0;
}
""",
    check=check,
)
