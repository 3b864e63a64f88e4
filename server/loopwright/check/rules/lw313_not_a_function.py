"""LW313: not a function (OpenACC 3.4, 2.15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.names import CATEGORY_WORDS


@dataclass(frozen=True)
class NotAFunction(Problem):
    """Not a function."""

    name: str
    what: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is {self.what}; `routine` names a function"


def check(context: Context) -> Iterator[NotAFunction]:
    """`routine` with the name of something else."""
    argument, unit = context.construct.node.argument, context.unit
    if argument is None or not argument.items:
        return
    item = argument.items[0]
    if "::" in item.text or (item.tokens and item.tokens[0].kind != "name"):
        return  # members and namespaces are not followed
    declaration = unit.declarations.lookup(item.text, item.span.start)
    if declaration is None:
        # Any header may declare functions, those of the standard library too.
        if not context.elsewhere(item.text) and b"#include" not in unit.data:
            yield NotAFunction(item.span, item.text, "not declared")
    elif declaration.kind != "function" and not (declaration.value or "").startswith("["):
        what = CATEGORY_WORDS.get(unit.declarations.category(declaration), "no function")
        yield NotAFunction(item.span, item.text, what)


RULE = DirectiveRule(
    code="LW313",
    title="not a function",
    severity="error",
    section="2.15.1",
    why="The function has to be declared before the directive names it.",
    wrong="""\
#pragma acc routine(g) seq
void f(void) {}
""",
    right="""\
void g(void);
#pragma acc routine(g) seq
void f(void) {}
""",
    check=check,
    on=frozenset(("routine",)),
)
