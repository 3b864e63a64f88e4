"""LW420: clause of declare at file scope (OpenACC 3.4, 2.13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class DeclareAtFileScope(Problem):
    """Clause of declare at file scope."""

    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` is not allowed on `declare` outside a function"


def check(context: Context) -> Iterator[DeclareAtFileScope]:
    """A clause that copies at the end of a scope which has none."""
    for clause in context.clauses if context.construct.function is None else ():
        if clause.name in ("copy", "copyout", "present"):
            yield DeclareAtFileScope(clause.span, clause.name)


RULE = DirectiveRule(
    code="LW420",
    title="clause of declare at file scope",
    severity="error",
    section="2.13",
    why="Copying back needs an end of the region; a global variable lives as long as the program.",
    wrong="""\
float a[9];
#pragma acc declare copy(a)
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
