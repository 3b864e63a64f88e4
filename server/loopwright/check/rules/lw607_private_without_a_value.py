"""LW607: private copy that is read and was never set (OpenACC 3.4, 2.9.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import NUMBERS, Context
from loopwright.check.edits import drop_item
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.decide.unset import read_unset
from loopwright.openacc.findings import Fix, Related
from loopwright.openacc.statements import LOOPS


@dataclass(frozen=True)
class PrivateWithoutAValue(Problem):
    """Private copy that is read and was never set."""

    name: str
    is_set_later: bool

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        when = "before anything is written to it" if self.is_set_later else "and nothing writes it"
        return f"`private({self.name})` makes copies without a value: `{self.name}` is read {when}"


def check(context: Context) -> Iterator[PrivateWithoutAValue]:
    """A number that each iteration reads before it writes it, or that none writes. Bounds of the loop itself are no part of it."""
    unit, construct = context.unit, context.construct
    clauses = construct.node.all("private")
    statement = construct.statement
    if not clauses or statement is None or statement.type not in LOOPS:
        return
    loop = unit.outline.loop_starting_at(statement.start_byte)
    nest = nest_of_loop(unit.outline, loop) if loop is not None else None
    if loop is None or nest is None:
        return
    for variable in (v for clause in clauses for v in clause.variables if not v.members):
        declared = unit.declarations.lookup(variable.name, variable.span.start)
        if declared is None or unit.declarations.category(declared) not in NUMBERS:
            continue
        unset = read_unset(*nest, variable.name, loop.body.start)
        if unset is not None:
            related = (Related(unset.read.span, "read here"),)
            yield PrivateWithoutAValue(variable.span, variable.name, unset.is_set_later, related=related)


def fix(context: Context, problem: PrivateWithoutAValue) -> Fix | None:
    """The clause without what nothing writes: all read the variable itself."""
    return drop_item(context, problem.span) if not problem.is_set_later else None


RULE = DirectiveRule(
    code="LW607",
    title="private copy without a value",
    severity="warning",
    section="2.9.10",
    why=(
        "A private copy has no value until something is written to it, whatever the variable held before. What is only "
        "read needs no clause; `firstprivate` on a compute construct copies the value."
    ),
    wrong="""\
void f(int n, float m, float *a) {
#pragma acc parallel loop private(m) copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] *= m;
}
""",
    right="""\
void f(int n, float m, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] *= m;
}
""",
    check=check,
    fix=fix,
)
