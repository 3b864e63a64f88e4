"""LW501: pointer without a section (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import MOVING, Context, Moved
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.declarations import Declaration
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit
from loopwright.source.linear import Linear
from loopwright.source.text import Span


@dataclass(frozen=True)
class PointerWithoutSection(Problem):
    """Pointer without a section."""

    name: str
    clause: str
    hint: str
    fitting: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is a pointer: without a section `{self.clause}` moves the pointer, not what it points to{self.hint}"


def check(context: Context) -> Iterator[PointerWithoutSection]:
    """A pointer by its name alone. One in a `declare` is filled by a later `attach`."""
    unit, construct = context.unit, context.construct
    for moved in context.moved if construct.name != "declare" else ():
        clause, variable = moved.clause, moved.variable
        moves = clause.name in MOVING or (construct.name == "update" and clause.name in ("self", "host", "device"))
        if not moves or variable.form != "name" or unit.declarations.category(moved.declaration) != "pointer":
            continue
        section = _inferred(context, moved)
        hint = f"; this region uses `{variable.name}{section}`" if section and context.accesses else ""
        yield PointerWithoutSection(variable.span, variable.name, clause.name, hint, section or "")


def fix(context: Context, problem: PointerWithoutSection) -> Fix | None:
    """The section that the loops use or that was allocated."""
    if not problem.fitting:
        return None
    end = problem.span.end
    return Fix(f"Change to `{problem.name}{problem.fitting}`", (Edit(Span(end, end), problem.fitting),))


def _inferred(context: Context, moved: Moved) -> str | None:
    """`[0:n]` for a pointer, from its accesses or its allocation; ``None`` if neither tells."""
    declaration = moved.declaration
    type = context.unit.declarations.expanded(declaration.type).referred()
    if len(type.layers) != 1:
        return None
    if type.extents[0] and declaration.kind == "parameter":
        return f"[0:{type.extents[0]}]"
    highest: Linear | None = None
    for use in context.accesses_of(moved):
        reach = context.bounds.reach(use)
        if reach is None:
            highest = None
            break
        gap = reach[1].plus(highest, -1) if highest is not None else Linear(1)
        if gap.terms:
            highest = None
            break
        highest = reach[1] if gap.constant > 0 else highest
    if highest is not None:
        return f"[0:{highest.plus(Linear(1)).text()}]"
    return _allocated(declaration)


def _allocated(declaration: Declaration) -> str | None:
    match = re.search(r"malloc\s*\(\s*(?:\(size_t\)\s*)?([\w]+)\s*\*\s*sizeof\b[^*]*\)\s*\Z", declaration.value or "")
    match = match or re.search(r"malloc\s*\(\s*sizeof\s*\([^)]*\)\s*\*\s*(\w+)\s*\)\s*\Z", declaration.value or "")
    match = match or re.search(r"calloc\s*\(\s*(\w+)\s*,", declaration.value or "")
    match = match or re.search(r"\Anew\s+[\w:]+\s*\[\s*(\w+)\s*\]\Z", declaration.value or "")
    return f"[0:{match[1]}]" if match else None


RULE = DirectiveRule(
    code="LW501",
    title="pointer without a section",
    severity="warning",
    section="2.7.1",
    why=(
        "The compiler does not know how much data there is. Some guess, some copy eight bytes. No compiler at"
        " hand reports this."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a)
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
