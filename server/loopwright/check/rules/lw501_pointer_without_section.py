"""LW501: pointer without a section (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.check.context import MOVING, Context, Moved
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.declarations import Declaration
from loopwright.lang.fragments import expression
from loopwright.openacc.constructs import Unit
from loopwright.openacc.findings import Fix
from loopwright.openacc.statements import text_of_node
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
    return _allocated(context.unit, declaration)


def _allocated(unit: Unit, declaration: Declaration) -> str | None:
    """The elements that a pointer is initialised with: of `malloc`, `calloc` or `new`."""
    value = expression(declaration.value or "", "c" if unit.source.language == "c" else "cpp")
    while value is not None and value.type == "cast_expression":
        value = value.child_by_field_name("value")
    if value is None:
        return None
    if value.type == "new_expression":
        declarator = value.child_by_field_name("declarator")
        return _count(declarator.child_by_field_name("length")) if declarator is not None else None
    arguments = value.child_by_field_name("arguments")
    if value.type != "call_expression" or arguments is None or not arguments.named_children:
        return None
    called = text_of_node(value.child_by_field_name("function")).removeprefix("std::")
    size = arguments.named_children[0]
    if called == "calloc":
        return _count(size)
    if called != "malloc" or size.type != "binary_expression":
        return None
    sides = (size.child_by_field_name("left"), size.child_by_field_name("right"))
    counts = [side for side in sides if side is not None and side.type != "sizeof_expression"]
    return _count(counts[0]) if len(counts) == 1 and text_of_node(size.child_by_field_name("operator")) == "*" else None


def _count(node: Node | None) -> str | None:
    while node is not None and node.type == "cast_expression":
        node = node.child_by_field_name("value")
    return f"[0:{text_of_node(node)}]" if node is not None and node.type in ("identifier", "number_literal") else None


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
