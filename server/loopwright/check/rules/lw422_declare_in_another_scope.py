"""LW422: declare in another scope (OpenACC 3.4, 2.13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.declarations import Declaration
from loopwright.openacc.findings import Related
from loopwright.source.nodes import at_or_around


@dataclass(frozen=True)
class DeclareInAnotherScope(Problem):
    """Declare in another scope."""

    name: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is declared in another scope than this `declare`"


def check(context: Context) -> Iterator[DeclareInAnotherScope]:
    """A variable of the file, or of a block around it, in a `declare` of a function."""
    if context.construct.function is None:
        return
    for clause in context.clauses:
        for variable in clause.variables:
            declaration = context.unit.declarations.lookup(variable.name, variable.span.start)
            if declaration is not None and declaration.kind == "variable" and not _is_beside(context, declaration):
                yield DeclareInAnotherScope(
                    variable.span, variable.name, related=(Related(declaration.span, "declared here"),)
                )


def _is_beside(context: Context, declaration: Declaration) -> bool:
    """Whether a variable is visible to the end of the block that the directive stands in."""
    if declaration.is_global:
        return False
    root = context.unit.source.tree.root_node
    at = context.construct.node.span.start
    block = at_or_around(root.descendant_for_byte_range(at, at + 1), ("compound_statement",))
    return block is None or declaration.scope.end <= block.end_byte


RULE = DirectiveRule(
    code="LW422",
    title="declare in another scope",
    severity="error",
    section="2.13",
    why="The directive belongs beside the declaration of its variables.",
    wrong="""\
float a[9];
void f(void) {
#pragma acc declare create(a)
  a[0] = 1;
}
""",
    right="""\
float a[9];
#pragma acc declare create(a)
void f(void) { a[0] = 1; }
""",
    check=check,
    on=frozenset(("declare",)),
)
