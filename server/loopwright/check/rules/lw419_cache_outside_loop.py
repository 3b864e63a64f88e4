"""LW419: cache outside a loop (OpenACC 3.4, 2.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.statements import ANY_LOOP, FUNCTIONS


@dataclass(frozen=True)
class CacheOutsideLoop(Problem):
    """Cache outside a loop."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "`cache` stands in no loop: it has no effect"


def check(context: Context) -> Iterator[CacheOutsideLoop]:
    """A `cache` that no loop is around."""
    if context.construct.around("loop", "parallel loop", "serial loop", "kernels loop") is not None:
        return
    start = context.construct.node.span.start
    node = context.unit.source.tree.root_node.descendant_for_byte_range(start, start)
    while node is not None and node.type not in FUNCTIONS:
        if node.type in ANY_LOOP:
            return
        node = node.parent
    yield CacheOutsideLoop(context.construct.node.name_span)


RULE = DirectiveRule(
    code="LW419",
    title="cache outside a loop",
    severity="warning",
    section="2.10",
    why="It describes what one iteration of the loop around it uses.",
    wrong="""\
float a[9];
void f(void) {
#pragma acc cache(a[0:4])
  a[0] = 1;
}
""",
    right="""\
float a[9];
void f(void) {
#pragma acc parallel loop
  for (int i = 0; i < 9; i++) {
#pragma acc cache(a[i:1])
    a[i] = 1;
  }
}
""",
    check=check,
    on=frozenset(("cache",)),
    in_place=True,
)
