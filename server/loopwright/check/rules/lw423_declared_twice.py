"""LW423: declared twice (OpenACC 3.4, 2.13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related


@dataclass(frozen=True)
class DeclaredTwice(Problem):
    """Declared twice."""

    name: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` stands in a `declare` already"


def check(context: Context) -> Iterator[DeclaredTwice]:
    """A variable that a `declare` before has."""
    for clause in context.clauses:
        for variable in clause.variables:
            first = context.unit.first_declared(context.construct.function, variable)
            if first is not None and first.span.start < variable.span.start:
                yield DeclaredTwice(variable.span, variable.name, related=(Related(first.span, "here"),))


RULE = DirectiveRule(
    code="LW423",
    title="declared twice",
    severity="error",
    section="2.13",
    why="A variable appears at most once in all `declare` directives of its scope.",
    wrong="""\
float a[9];
#pragma acc declare create(a) copyin(a)
void f(void) {}
""",
    right="""\
float a[9];
#pragma acc declare create(a)
void f(void) {}
""",
    check=check,
    on=frozenset(("declare",)),
)
