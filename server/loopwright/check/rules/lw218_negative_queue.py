"""LW218: negative queue (OpenACC 3.4, 2.16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.types import evaluate


@dataclass(frozen=True)
class NegativeQueue(Problem):
    """Negative queue."""

    value: int

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"queue {self.value} is not allowed: numbers from 0, `acc_async_sync` or `acc_async_noval`"


def check(context: Context) -> Iterator[NegativeQueue]:
    """A queue below 0."""
    node = context.construct.node
    queues = [item for clause in node.all("async", "wait") for item in clause.items]
    if context.construct.name == "wait" and node.argument is not None:
        queues += node.argument.items
    for item in queues:
        value = evaluate(item.tokens, context.unit.declarations, item.span.start).value
        if value is not None and value < 0:
            yield NegativeQueue(item.span, value)


RULE = DirectiveRule(
    code="LW218",
    title="negative queue",
    severity="warning",
    section="2.16",
    why="Negative numbers are kept for special values; what others mean is undefined.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop async(-5)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop async(5)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
