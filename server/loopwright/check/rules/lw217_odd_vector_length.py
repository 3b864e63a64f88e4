"""LW217: odd vector length (OpenACC 3.4, 2.5.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.types import evaluate


@dataclass(frozen=True)
class OddVectorLength(Problem):
    """Odd vector length."""

    value: int

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`vector_length({self.value})`: GPUs run lanes in groups of 32, so compilers round this or ignore it"


def check(context: Context) -> Iterator[OddVectorLength]:
    """A length that is no multiple of 32, or more than a block has."""
    for clause in context.construct.node.all("vector_length"):
        for item in clause.items:
            value = evaluate(item.tokens, context.unit.declarations, item.span.start).value
            if value is not None and value > 1 and (value % 32 or value > 1024):
                yield OddVectorLength(item.span, value)


RULE = DirectiveRule(
    code="LW217",
    title="odd vector length",
    severity="information",
    section="2.5.12",
    why="NVIDIA devices take multiples of 32 up to 1024. gcc uses 32 whatever is asked for otherwise.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop vector_length(100)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop vector_length(128)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
