"""LW430: a global variable in a routine that is not on the device (OpenACC 3.4, 2.13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import NUMBERS, Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.accesses import variables_in
from loopwright.openacc.constructs import routine_body
from loopwright.openacc.findings import Related
from loopwright.source.text import Span

_KINDS = (*NUMBERS, "array", "pointer")


@dataclass(frozen=True)
class GlobalInARoutine(Problem):
    """A global variable in a routine that is not on the device."""

    name: str
    once = True

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is a variable of the host: a routine uses it, and no `declare` puts it on the device"


def check(context: Context) -> Iterator[GlobalInARoutine]:
    """A variable of the file, one that changes, that no `declare` names."""
    body = routine_body(context.unit, context.construct)
    if body is None or context.unit.is_fragment:
        return
    declared = {v.name for other in context.unit.whole.declares for c in other.node.clauses for v in c.variables}
    for use in variables_in(context.unit, body):
        found, name = use.declaration, use.name
        if name in declared or not found.is_global or found.kind != "variable" or found.const or found.extern:
            continue
        if context.unit.declarations.category(found) in _KINDS:
            declared.add(name)
            related = (Related(found.span, "declared here"),)
            yield GlobalInARoutine(Span(use.node.start_byte, use.node.end_byte), name, related=related)


RULE = DirectiveRule(
    code="LW430",
    title="global variable in a routine",
    severity="warning",
    section="2.13",
    why=(
        "A function that is compiled for the device finds a variable of the file there only if `declare` with `create`, `copyin`,"
        " `device_resident` or `link` names it. Otherwise the program does not link, or another memory is read."
    ),
    wrong="""\
float factor = 3;
#pragma acc routine seq
float scaled(float x) { return x * factor; }
""",
    right="""\
float factor = 3;
#pragma acc declare copyin(factor)
#pragma acc routine seq
float scaled(float x) { return x * factor; }
""",
    check=check,
    on=frozenset(("routine",)),
    in_place=True,
)
