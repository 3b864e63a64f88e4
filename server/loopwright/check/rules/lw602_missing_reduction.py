"""LW602: missing reduction (OpenACC 3.4, 2.9.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import appended
from loopwright.check.races import Races, is_parallel
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix, Related
from loopwright.openacc.statements import LOOPS
from loopwright.source.text import Span


@dataclass(frozen=True)
class MissingReduction(Problem):
    """Missing reduction."""

    name: str
    operator: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is accumulated by all iterations: `reduction({self.operator}:{self.name})` is missing"


def check(context: Context) -> Iterator[MissingReduction]:
    """A scalar that iterations accumulate without `reduction` or `atomic`."""
    races = context.races
    for reduction in races.verdict.reductions if races is not None else ():
        name = reduction.variable
        if races is None or not reduction.is_scalar or reduction.is_flag or name in races.covered:
            continue
        if _is_named_in_reduction(races, name) or _is_told_outside(races, name) or _is_updated_atomically(races, name):
            continue
        declaration = races.declaration(name)
        if declaration is None or declaration.kind not in ("variable", "parameter"):
            continue
        where = races.first_uses.get(name)
        related = (Related(where, "accumulated here"),) if where is not None else ()
        span, written = context.construct.node.name_span, races.written(name)
        yield MissingReduction(span, written, reduction.operator, related=related)


def fix(context: Context, problem: MissingReduction) -> Fix | None:
    """The clause that is missing."""
    return appended(context.construct, f"reduction({problem.operator}:{problem.name})")


def _is_named_in_reduction(races: Races, name: str) -> bool:
    """A clause that could not be read as a whole names what was meant."""
    clauses = races.construct.node.all("reduction")
    return any(races.unit.names(c.span, name) and name not in {v.name for v in c.variables} for c in clauses)


def _is_told_outside(races: Races, name: str) -> bool:
    """Whether a parallel loop around this one accumulates the variable too, and says so."""
    declaration = races.declaration(name)
    parent = races.construct.parent
    while parent is not None and declaration is not None:
        is_outside = not parent.region.start <= declaration.span.start < parent.region.end
        is_loop = parent.statement is not None and parent.statement.type in LOOPS
        if is_outside and is_loop and is_parallel(parent):
            return True
        parent = parent.parent
    return False


def _is_updated_atomically(races: Races, name: str) -> bool:
    inside = [other for other in races.unit.inside(races.construct) if other.name == "atomic"]
    statements = [other.statement for other in inside if other.statement is not None]
    return any(races.unit.names(Span(node.start_byte, node.end_byte), name) for node in statements)


RULE = DirectiveRule(
    code="LW602",
    title="missing reduction",
    severity="warning",
    section="2.9.11",
    why=(
        "Every iteration adds to its own copy or races for the same one; either way the sum is lost. No "
        "compiler at hand reports this."
    ),
    wrong="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel loop copyin(a[0:n])
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
""",
    right="""\
float f(int n, float *a) {
  float s = 0;
#pragma acc parallel loop copyin(a[0:n]) reduction(+:s)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
""",
    check=check,
    fix=fix,
)
