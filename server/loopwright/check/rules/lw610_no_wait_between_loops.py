"""LW610: nothing waits between two loops of a construct (OpenACC 3.4, 2.9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.decide.unordered import meeting
from loopwright.dependence.model.program import Access, Program
from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.findings import Related
from loopwright.openacc.gangs import shares_out, starts_several
from loopwright.openacc.inactive import inactive
from loopwright.openacc.statements import LOOPS
from loopwright.source.groups import lines_around
from loopwright.source.text import Span

_COPIES = ("private", "firstprivate", "reduction")


@dataclass(frozen=True)
class NoWaitBetweenLoops(Problem):
    """Nothing waits between two loops of a construct."""

    here: str
    there: str
    writes: bool

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        does, did = ("writes", "may still read") if self.writes else ("reads", "may not have written yet")
        harm = f"this loop {does} `{self.here}`, which another gang {did} as `{self.there}` in the loop before"
        return f"no gang waits for the others between two loops of one `parallel`: {harm}"


def check(context: Context) -> Iterator[NoWaitBetweenLoops]:
    """Two loops that gangs share out, one of which certainly reads what another iteration of the other writes."""
    construct = context.construct
    if construct.statement is None or not starts_several(parse_directive(construct.pragma.text)):
        return
    told: set[Construct] = set()
    for first, second in combinations(_shared_out(context), 2):
        found = None if second in told else _meeting(context, first, second)
        if found is not None:
            told.add(second)
            here, there = found
            words = {True: "written here", False: "read here"}
            related = tuple(Related(access.span, words[access.writes]) for access in (there, here))
            yield NoWaitBetweenLoops(second.node.name_span, here.text, there.text, here.writes, related=related)


def _shared_out(context: Context) -> list[Construct]:
    """The outermost loops of the construct whose iterations gangs share out, in their order."""
    unit, off = context.unit, inactive(context.unit.outline)
    loops = [
        each
        for each in unit.inside(context.construct)
        if each.statement is not None and each.statement.type in LOOPS and each.pragma.span.start not in off
    ]
    sharing = [each for each in loops if shares_out(parse_directive(each.pragma.text))]
    return [each for each in sharing if not any(o is not each and o.region.contains(each.region) for o in sharing)]


def _meeting(context: Context, first: Construct, second: Construct) -> tuple[Access, Access] | None:
    """The access of the second loop and that of the first."""
    outline = context.unit.outline
    nests = []
    for each in (first, second):
        assert each.statement is not None
        loop = outline.loop_starting_at(each.statement.start_byte)
        nests.append(None if loop is None else nest_of_loop(outline, loop))
    if nests[0] is None or nests[1] is None or nests[0][0] is not nests[1][0]:
        return None
    program, before, after = nests[0][0], nests[0][1], nests[1][1]
    if program.stacks[before][:-1] != program.stacks[after][:-1]:
        return None  # not one after the other
    found = meeting(program, before, after)
    if found is None or _has_copies(context, program, found.write, (first, second)):
        return None
    pairs = ((first.pragma.span, second.pragma.span), (found.write.span, found.read.span))
    if not all(_are_in_one_build(context.unit, *pair) for pair in pairs):
        return None
    return (found.write, found.read) if second.region.contains(found.write.span) else (found.read, found.write)


def _are_in_one_build(unit: Unit, one: Span, other: Span) -> bool:
    """Whether the same conditional lines stand around two places."""
    return [*lines_around(unit.covering(one))] == [*lines_around(unit.covering(other))]


def _has_copies(context: Context, program: Program, access: Access, loops: tuple[Construct, ...]) -> bool:
    """Whether each gang or iteration has what is accessed for itself."""
    name, unit = program.roots[access.place.root].name, context.unit
    named = {
        v.name for each in (context.construct, *loops) for clause in each.node.all(*_COPIES) for v in clause.variables
    }
    declared = unit.declarations.lookup(name, access.span.start)
    return name in named or (declared is not None and context.construct.region.contains(declared.span))


RULE = DirectiveRule(
    code="LW610",
    title="nothing waits between two loops of a construct",
    severity="warning",
    section="2.9.2",
    why=(
        "A gang that is through with its iterations of one loop goes on to the next, while others are still at the first. All gangs are through only "
        "where the construct ends, so loops that need each other's results stand in constructs of their own. No compiler at hand reports this."
    ),
    wrong="""\
void f(int n, float *restrict a, float *restrict b) {
#pragma acc parallel copy(a[0:n]) create(b[0:n])
  {
#pragma acc loop
    for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];
#pragma acc loop
    for (int i = 1; i < n - 1; i++) a[i] = b[i];
  }
}
""",
    right="""\
void f(int n, float *restrict a, float *restrict b) {
#pragma acc data copy(a[0:n]) create(b[0:n])
  {
#pragma acc parallel loop
    for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];
#pragma acc parallel loop
    for (int i = 1; i < n - 1; i++) a[i] = b[i];
  }
}
""",
    check=check,
    on=frozenset(("parallel",)),
)
