"""LW304: condition expected (OpenACC 3.4, 2.5.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class ConditionExpected(Problem):
    """Condition expected."""

    clause: str
    text: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` needs a condition; `{self.text}` is a struct"


def check(context: Context) -> Iterator[ConditionExpected]:
    """A struct where a condition belongs."""
    for condition in context.names.conditions:
        if condition.typed.category == "struct":
            yield ConditionExpected(condition.item.span, condition.clause.name, condition.item.text)


RULE = DirectiveRule(
    code="LW304",
    title="condition expected",
    severity="error",
    section="2.5.8",
    why="A struct is neither true nor false.",
    wrong="""\
struct s { int x; };
void f(int n, struct s t, float *a) {
#pragma acc parallel loop if(t)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
struct s { int x; };
void f(int n, struct s t, float *a) {
#pragma acc parallel loop if(t.x)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
