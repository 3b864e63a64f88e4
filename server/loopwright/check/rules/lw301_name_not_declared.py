"""LW301: name is not declared (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import replaced
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix


@dataclass(frozen=True)
class NameNotDeclared(Problem):
    """Name is not declared."""

    name: str
    nearest: str

    @property
    def once(self) -> bool:
        """A declaration mends all places; a misspelling is mended where it stands."""
        return not self.nearest

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is not declared{self.nearest}"


def check(context: Context) -> Iterator[NameNotDeclared]:
    """A name that nothing in sight declares."""
    for name in context.names.undeclared:
        yield NameNotDeclared(name.span, name.name, name.nearest)


def fix(context: Context, problem: NameNotDeclared) -> Fix | None:
    """The name that was probably meant."""
    return replaced(problem.span, problem.nearest)


RULE = DirectiveRule(
    code="LW301",
    title="name is not declared",
    severity="error",
    section="2.7.1",
    why=("The name has to be visible where the directive stands: a variable declared in the loop below it is not."),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(b[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=fix,
)
