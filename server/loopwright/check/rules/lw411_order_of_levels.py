"""LW411: order of gang, worker and vector (OpenACC 3.4, 2.9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Related
from loopwright.openacc.nodes import ClauseNode
from loopwright.openacc.regions import LEVELS, gang_dimension, levels_of


@dataclass(frozen=True)
class OrderOfLevels(Problem):
    """Order of gang, worker and vector."""

    inner: str
    outer: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"a `{self.inner}` loop cannot stand in a `{self.outer}` loop: the order is gang, worker, vector"


def check(context: Context) -> Iterator[OrderOfLevels]:
    """A level in a loop of the same or a lower one, within one compute construct."""
    for clause in levels_of(context.construct):
        parent = context.construct.parent
        while parent is not None:
            for other in levels_of(parent):
                if _is_wrong(clause, other):
                    related = (Related(other.span, f"`{other.name}` here"),)
                    yield OrderOfLevels(clause.span, clause.name, other.name, related=related)
                    return
            if parent.name in COMPUTE:
                break
            parent = parent.parent


def _is_wrong(inner: ClauseNode, outer: ClauseNode) -> bool:
    if inner.name == outer.name == "gang":
        return gang_dimension(inner) >= gang_dimension(outer)
    return LEVELS.index(inner.name) <= LEVELS.index(outer.name)


RULE = DirectiveRule(
    code="LW411",
    title="order of gang, worker and vector",
    severity="error",
    section="2.9.2",
    why="Gangs contain workers, workers contain vector lanes, and each level is shared out once.",
    wrong="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop vector
  for (int i = 0; i < n; i++) {
#pragma acc loop gang
    for (int j = 0; j < n; j++) a[i][j] = 0;
  }
}
""",
    right="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop gang
  for (int i = 0; i < n; i++) {
#pragma acc loop vector
    for (int j = 0; j < n; j++) a[i][j] = 0;
  }
}
""",
    check=check,
    on=COMPUTE | {"loop"},
    in_place=True,
)
