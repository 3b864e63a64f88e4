"""LW421: link of a local variable (OpenACC 3.4, 2.13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class LinkOfALocal(Problem):
    """Link of a local variable."""

    name: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`link` needs a variable of file scope or `extern`; `{self.name}` is local"


def check(context: Context) -> Iterator[LinkOfALocal]:
    """`link` of a variable of the function."""
    if context.construct.function is None:
        return
    for clause in context.construct.node.all("link"):
        for variable in clause.variables:
            declaration = context.unit.declarations.lookup(variable.name, variable.span.start)
            if declaration is not None and not declaration.is_global and not declaration.extern:
                yield LinkOfALocal(variable.span, variable.name)


RULE = DirectiveRule(
    code="LW421",
    title="link of a local variable",
    severity="error",
    section="2.13.3",
    why="Only a global variable has a name that device code can be linked against.",
    wrong="""\
void f(void) {
  float a[9];
#pragma acc declare link(a)
  a[0] = 1;
}
""",
    right="""\
float a[9];
#pragma acc declare link(a)
void f(void) { a[0] = 1; }
""",
    check=check,
    on=frozenset(("declare",)),
)
