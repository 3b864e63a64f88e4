"""LW306: type cannot be reduced (OpenACC 3.4, 2.5.15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.declarations import Declaration
from loopwright.openacc.names import reduced_category


@dataclass(frozen=True)
class TypeCannotBeReduced(Problem):
    """Type cannot be reduced."""

    text: str
    type: str
    hint: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}` has type `{self.type}`; a reduction needs numbers, arrays of numbers or structs of numbers{self.hint}"


def check(context: Context) -> Iterator[TypeCannotBeReduced]:
    """A reduction of pointers, or of structs that have one."""
    for entry in context.names.entries:
        if entry.clause.name != "reduction" or entry.variable.members:
            continue
        category = reduced_category(context.unit, entry)
        type = entry.declaration.type_text
        if category == "pointer":
            hint = "" if entry.variable.subscripts else f": name its elements, `{entry.variable.name}[0:n]`"
            yield TypeCannotBeReduced(entry.variable.span, entry.text, type, hint)
        elif category == "struct":
            pointer = _pointer_in(context, entry.declaration)
            if pointer is not None:
                hint = f": its member `{pointer.name}` is none"
                yield TypeCannotBeReduced(entry.variable.span, entry.text, type, hint)


def _pointer_in(context: Context, declaration: Declaration) -> Declaration | None:
    declarations = context.unit.declarations
    members = declarations.members(declarations.expanded(declaration.type).base) or {}
    return next((m for m in members.values() if declarations.category(m) in ("pointer", "struct")), None)


RULE = DirectiveRule(
    code="LW306",
    title="type cannot be reduced",
    severity="error",
    section="2.5.15",
    why="A pointer has no sum. Name the section instead: `reduction(+: a[0:n])`.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop reduction(+:a)
  for (int i = 0; i < n; i++) a[0] += i;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop reduction(+:a[0:1])
  for (int i = 0; i < n; i++) a[0] += i;
}
""",
    check=check,
)
