"""LW413: call to a routine of a higher level (OpenACC 3.4, 2.15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE, routine_body, routine_name
from loopwright.openacc.findings import Related
from loopwright.openacc.nodes import ClauseNode
from loopwright.openacc.regions import LEVELS, levels_of
from loopwright.source.text import Span

_ORDER = (*LEVELS, "seq")


@dataclass(frozen=True)
class CallOfAHigherLevel(Problem):
    """Call to a routine of a higher level."""

    name: str
    inner: str
    place: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` is a `routine {self.inner}`, called in a {self.place}"


def check(context: Context) -> Iterator[CallOfAHigherLevel]:
    """A call to a routine whose level the loops around it, or the callers of the routine it stands in, use already."""
    if context.construct.name == "routine":
        yield from _in_routine(context)
        return
    for name, where in context.device_calls:
        routine = context.unit.routines.get(name)
        level = routine.node.clause(*LEVELS) if routine is not None else None
        around = _innermost_level(context, where.start) if level is not None else None
        if level is not None and around is not None and LEVELS.index(level.name) <= LEVELS.index(around.name):
            both = (Related(level.span, f"`routine {level.name}`"), Related(around.span, f"`{around.name}` here"))
            yield CallOfAHigherLevel(where, name, level.name, f"`{around.name}` loop", related=both)


def _in_routine(context: Context) -> Iterator[CallOfAHigherLevel]:
    unit, own = context.unit, context.construct.node.clause(*_ORDER)
    body = routine_body(unit, context.construct)
    first = unit.routines.get(routine_name(context.construct))
    if own is None or body is None or first is None or first.node.span != context.construct.node.span:
        return
    for name, where in context.calls_in(Span(body.start_byte, body.end_byte)):
        routine = unit.routines.get(name)
        level = routine.node.clause(*_ORDER) if routine is not None else None
        if level is not None and _ORDER.index(level.name) < _ORDER.index(own.name):
            both = (Related(level.span, f"`routine {level.name}`"), Related(own.span, f"`{own.name}` here"))
            yield CallOfAHigherLevel(where, name, level.name, f"`routine {own.name}` function", related=both)


def _innermost_level(context: Context, offset: int) -> ClauseNode | None:
    deepest: ClauseNode | None = None
    for other in (context.construct, *context.unit.inside(context.construct)):
        if other.region.start <= offset < other.region.end:
            for clause in levels_of(other):
                if deepest is None or LEVELS.index(clause.name) > LEVELS.index(deepest.name):
                    deepest = clause
    return deepest


RULE = DirectiveRule(
    code="LW413",
    title="call to a routine of a higher level",
    severity="warning",
    section="2.15.1",
    why=(
        "The called function shares out gangs, workers or lanes that the loop around the call has used already, or the "
        "callers of the routine around it."
    ),
    wrong="""\
#pragma acc routine vector
void g(float *a);
void f(int n, float *a) {
#pragma acc parallel loop vector copy(a[0:n])
  for (int i = 0; i < n; i++) g(a);
}
""",
    right="""\
#pragma acc routine seq
void g(float *a);
void f(int n, float *a) {
#pragma acc parallel loop vector copy(a[0:n])
  for (int i = 0; i < n; i++) g(a);
}
""",
    check=check,
    on=COMPUTE | {"routine"},
    in_place=True,
)
