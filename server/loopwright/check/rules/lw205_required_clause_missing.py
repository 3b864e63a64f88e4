"""LW205: required clause is missing (OpenACC 3.4, 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import routine_body, routine_name
from loopwright.openacc.findings import Fix
from loopwright.openacc.regions import LEVELS, levels_of
from loopwright.source.edits import Edit
from loopwright.source.text import Span


@dataclass(frozen=True)
class RequiredClauseMissing(Problem):
    """Required clause is missing."""

    directive: str
    needed: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.directive}` needs at least one of {self.needed}"


def check(context: Context) -> Iterator[RequiredClauseMissing]:
    """A directive without any of the clauses that it needs. One that could not be read, or is none of it, may have been meant as it."""
    spec, node = context.spec, context.construct.node
    if any(clause.name not in spec.clauses for clause in node.clauses):
        return  # LW201: the directive is another than was meant
    if spec.required and node.clause(*spec.required) is None:
        if not any(slip.code in ("LW110", "LW107") for slip in node.slips):
            needed = ", ".join(f"`{name}`" for name in spec.required)
            yield RequiredClauseMissing(node.name_span, spec.name, needed, section=spec.section)


def fix(context: Context, problem: RequiredClauseMissing) -> Fix | None:
    """The level of a routine, where its body says which: that of its loops and of what it calls, `seq` without any."""
    inside = _body(context) if problem.directive == "routine" else None
    if inside is None:
        return None
    loops = [
        each for each in context.unit.whole.constructs if inside.contains(each.pragma.span) and each.name == "loop"
    ]
    if any(each.node.clause(*LEVELS, "seq") is None for each in loops):
        return None  # any level may be meant
    levels = [clause.name for each in loops for clause in levels_of(each)]
    for name, _ in context.calls_in(inside):
        called = context.unit.routines.get(name)
        level = called.node.clause(*LEVELS) if called is not None else None
        levels += [] if level is None else [level.name]
    level_meant = next((level for level in LEVELS if level in levels), "seq")
    end = context.construct.node.tokens[-1].span.end
    is_safe = level_meant == "seq"  # which compilers take without a word
    return Fix(f"Add `{level_meant}`", (Edit(Span(end, end), f" {level_meant}"),), is_safe)


def _body(context: Context) -> Span | None:
    """That of the function a routine directive speaks of, which may be declared there and defined further down."""
    construct, unit = context.construct, context.unit
    body, definition = routine_body(unit, construct), unit.definitions.get(routine_name(construct))
    if body is None and definition is not None:
        body = definition.child_by_field_name("body")
    return None if body is None else Span(body.start_byte, body.end_byte)


RULE = DirectiveRule(
    code="LW205",
    title="required clause is missing",
    severity="error",
    section="2",
    why="Without it the directive says nothing.",
    wrong="""\
void f(int n, float *a) {
#pragma acc data if(n > 4)
  { a[0] = 1; }
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc data copy(a[0:n]) if(n > 4)
  { a[0] = 1; }
}
""",
    check=check,
    fix=fix,
)
