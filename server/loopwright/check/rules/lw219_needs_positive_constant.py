"""LW219: needs a positive constant (OpenACC 3.4, 2.9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.types import evaluate


@dataclass(frozen=True)
class NeedsPositiveConstant(Problem):
    """Needs a positive constant."""

    clause: str
    found: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` needs a positive integer constant{self.found}"


def check(context: Context) -> Iterator[NeedsPositiveConstant]:
    """A count of loops or a size of a tile that is no positive constant."""
    for clause in context.construct.node.all("collapse", "tile"):
        for item in clause.items:
            if not item.tokens or (item.text == "*" and clause.name == "tile"):
                continue
            typed = evaluate(item.tokens, context.unit.declarations, item.span.start)
            if typed.value is not None and typed.value <= 0:
                yield NeedsPositiveConstant(item.span, clause.name, f", not {typed.value}", section=clause.spec.section)
            elif typed.value is None and typed.category == "integer":
                yield NeedsPositiveConstant(
                    item.span, clause.name, f"; `{item.text}` is not one", section=clause.spec.section
                )


RULE = DirectiveRule(
    code="LW219",
    title="needs a positive constant",
    severity="error",
    section="2.9.1",
    why="How many loops belong together is fixed when the program is compiled.",
    wrong="""\
void f(int n, int m, float *a) {
#pragma acc parallel loop collapse(m)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, int m, float *a) {
#pragma acc parallel loop collapse(1)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
