"""LW412: loop asks for more than its routine has (OpenACC 3.4, 2.15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import function_name
from loopwright.openacc.findings import Related
from loopwright.openacc.regions import LEVELS, levels_of

_ORDER = (*LEVELS, "seq")


@dataclass(frozen=True)
class MoreThanItsRoutine(Problem):
    """Loop asks for more than its routine has."""

    inner: str
    outer: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"a `{self.inner}` loop in a `routine {self.outer}` function"


def check(context: Context) -> Iterator[MoreThanItsRoutine]:
    """An orphaned loop with a level above the one that its routine has."""
    construct = context.construct
    routine = context.unit.routines.get(function_name(construct.function)) if construct.compute is None else None
    level = routine.node.clause(*_ORDER) if routine is not None else None
    if level is None:
        return
    for clause in levels_of(construct):
        if _ORDER.index(clause.name) < _ORDER.index(level.name):
            related = (Related(level.span, f"`routine {level.name}`"),)
            yield MoreThanItsRoutine(clause.span, clause.name, level.name, related=related)
            return


RULE = DirectiveRule(
    code="LW412",
    title="loop asks for more than its routine has",
    severity="warning",
    section="2.15.1",
    why="A routine is called by code that has already shared out the levels above its own.",
    wrong="""\
#pragma acc routine seq
void f(int n, float *a) {
#pragma acc loop gang
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
#pragma acc routine gang
void f(int n, float *a) {
#pragma acc loop gang
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    on=frozenset(("loop",)),
    in_place=True,
)
