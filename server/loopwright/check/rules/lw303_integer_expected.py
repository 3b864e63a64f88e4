"""LW303: integer expected (OpenACC 3.4, 2.5.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.names import CATEGORY_WORDS

_OTHERS = frozenset(("floating", "pointer", "array", "struct", "function"))


@dataclass(frozen=True)
class IntegerExpected(Problem):
    """Integer expected."""

    clause: str
    text: str
    type: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"{self.clause} needs an integer; `{self.text}` is {self.type}"


def check(context: Context) -> Iterator[IntegerExpected]:
    """Something else where an integer belongs."""
    for place in context.names.integers:
        category = place.typed.category
        if category in _OTHERS and not (category == "struct" and place.may_convert):
            yield IntegerExpected(place.span, place.who, place.text, CATEGORY_WORDS[category], section=place.section)


RULE = DirectiveRule(
    code="LW303",
    title="integer expected",
    severity="error",
    section="2.5.10",
    why="Numbers of gangs, queues and elements are integers.",
    wrong="""\
void f(int n, float x, float *a) {
#pragma acc parallel loop num_gangs(x)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float x, float *a) {
#pragma acc parallel loop num_gangs((int)x)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
