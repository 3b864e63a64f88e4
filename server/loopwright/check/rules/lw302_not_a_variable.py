"""LW302: not a variable (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.names import CATEGORY_WORDS


@dataclass(frozen=True)
class NotAVariable(Problem):
    """Not a variable."""

    text: str
    what: str
    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}` is {self.what}; `{self.clause}` takes variables, array elements, sections and members"


def check(context: Context) -> Iterator[NotAVariable]:
    """An expression, a function, a type or a constant in a list of variables."""
    for slip in context.slips("LW302"):
        if context.takes(slip.clause):
            yield NotAVariable(slip.span, slip.text, slip.what, slip.clause)
    for entry in context.names.misplaced:
        yield NotAVariable(entry.variable.span, entry.text, CATEGORY_WORDS[entry.category], entry.clause.name)


RULE = DirectiveRule(
    code="LW302",
    title="not a variable",
    severity="error",
    section="2.7.1",
    why="A list names data, it does not compute anything.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a + 1)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[1:n])
  for (int i = 0; i < n; i++) a[i + 1] = 0;
}
""",
    check=check,
)
