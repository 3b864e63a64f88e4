"""LW221: tile beside collapse (OpenACC 3.4, 2.9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class TileBesideCollapse(Problem):
    """Tile beside collapse."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "`tile` and `collapse` on one loop contradict each other"


def check(context: Context) -> Iterator[TileBesideCollapse]:
    """Two clauses that say how many loops are one."""
    tile, collapse = context.construct.node.clause("tile"), context.construct.node.clause("collapse")
    if tile is not None and collapse is not None:
        yield TileBesideCollapse(max(tile, collapse, key=lambda clause: clause.span.start).span)


RULE = DirectiveRule(
    code="LW221",
    title="tile beside collapse",
    severity="warning",
    section="2.9.8",
    why="Both say how many loops belong to the directive. gcc refuses it, clang says nothing.",
    wrong="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop collapse(2) tile(2, 2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = 0;
}
""",
    right="""\
void f(int n, float a[9][9]) {
#pragma acc parallel loop tile(2, 2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = 0;
}
""",
    check=check,
)
