"""LW611: a reduction is read before the results of the gangs are put together (OpenACC 3.4, 2.9.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import NUMBERS, Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.decide.unordered import read_behind
from loopwright.dependence.model.program import Access
from loopwright.openacc.constructs import Construct
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.findings import Related
from loopwright.openacc.gangs import shares_out, starts_several
from loopwright.openacc.inactive import inactive
from loopwright.openacc.nodes import Variable
from loopwright.openacc.statements import LOOPS
from loopwright.source.groups import lines_around

_OWN = ("private", "firstprivate")


@dataclass(frozen=True)
class ReductionReadTooEarly(Problem):
    """A reduction is read before the results of the gangs are put together."""

    name: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is read too early: the gangs' results of its reduction are put together where the `parallel` ends"


def check(context: Context) -> Iterator[ReductionReadTooEarly]:
    """Numbers that gangs reduce in a loop of the construct, and that a statement behind the loop certainly reads in the construct."""
    unit, construct = context.unit, context.construct
    if construct.statement is None or not starts_several(parse_directive(construct.pragma.text)):
        return
    off = inactive(unit.outline)
    loops = [each for each in unit.inside(construct) if each.pragma.span.start not in off]
    for loop in loops:
        if shares_out(parse_directive(loop.pragma.text)):
            for variable in (v for clause in loop.node.all("reduction") for v in clause.variables if not v.members):
                read = _read_behind(context, loop, variable, loops)
                if read is not None:
                    yield ReductionReadTooEarly(
                        read.span, variable.name, related=(Related(variable.span, "reduced here"),)
                    )


def _read_behind(context: Context, loop: Construct, variable: Variable, loops: list[Construct]) -> Access | None:
    """The next read of a variable of which the gangs share one. Other loops that reduce it read nothing."""
    unit, construct = context.unit, context.construct
    declared = unit.declarations.lookup(variable.name, loop.pragma.span.start)
    own = {v.name for clause in construct.node.all(*_OWN) for v in clause.variables}
    if declared is None or variable.name in own or construct.region.contains(declared.span):
        return None
    if (
        unit.declarations.category(declared) not in NUMBERS
        or loop.statement is None
        or loop.statement.type not in LOOPS
    ):
        return None
    start = unit.outline.loop_starting_at(loop.statement.start_byte)
    nest = nest_of_loop(unit.outline, start) if start is not None else None
    if nest is None:
        return None
    apart = [each.region for each in loops if variable.name in _reduced(each)]
    read = read_behind(*nest, variable.name, construct.region, apart)
    if read is None or unit.declarations.lookup(variable.name, read.span.start) != declared:
        return None
    there, here = ([*lines_around(unit.covering(span))] for span in (loop.pragma.span, read.span))
    return read if there == here else None


def _reduced(loop: Construct) -> set[str]:
    return {variable.name for clause in loop.node.all("reduction") for variable in clause.variables}


RULE = DirectiveRule(
    code="LW611",
    title="reduction read before it is complete",
    severity="warning",
    section="2.9.11",
    why=(
        "Each gang reduces what its own iterations give. These results are put together where the compute construct ends, so a statement behind the loop "
        "in the same construct reads what the variable held before, or a part of the sum. It stands behind the construct, or in the next one."
    ),
    wrong="""\
void f(int n, float *a) {
  float s = 0;
#pragma acc parallel copy(a[0:n])
  {
#pragma acc loop gang reduction(+:s)
    for (int i = 0; i < n; i++) s += a[i];
#pragma acc loop gang
    for (int i = 0; i < n; i++) a[i] /= s;
  }
}
""",
    right="""\
void f(int n, float *a) {
  float s = 0;
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < n; i++) s += a[i];
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] /= s;
  }
}
""",
    check=check,
    on=frozenset(("parallel",)),
)
