"""LW606: every gang runs all iterations (OpenACC 3.4, 2.5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import NUMBERS, Context
from loopwright.check.races import is_moved
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.dependence.decide.judge import judge, nest_of_loop
from loopwright.dependence.decide.liveness import LiveVariable, live_out
from loopwright.dependence.decide.redundant import adds_up
from loopwright.dependence.model.program import Access, Effect, Program, flat
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.findings import Fix, Related
from loopwright.openacc.gangs import gangs_of, run_by_all, shares_out, starts_several, with_gangs
from loopwright.openacc.statements import LOOPS
from loopwright.source.edits import Edit
from loopwright.source.text import Span

_COPIES = ("private", "firstprivate")


@dataclass(frozen=True)
class EveryGangRunsAll(Problem):
    """Every gang runs all iterations. ``is_lost`` says that each has a copy of what is named, not that all change the same."""

    name: str
    is_lost: bool

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        harm = f"each leaves its own `{self.name}` behind" if self.is_lost else f"`{self.name}` is updated once by each"
        return f"no `loop` shares the iterations out, so every gang runs all of them: {harm}"


def check(context: Context) -> Iterator[EveryGangRunsAll]:
    """An update that each gang makes, or a scalar of which each has a copy and that is read afterwards, in a construct that shares nothing
    out and holds nothing that is not followed: what could tell gangs apart. Where a `loop` says who shares and nobody says how many gangs
    there are, compilers take one."""
    construct, unit = context.construct, context.unit
    directive = parse_directive(construct.pragma.text)
    if construct.statement is None or not starts_several(directive):
        return
    inside = [parse_directive(other.pragma.text) for other in unit.inside(construct)]
    loops = [each for each in inside if "loop" in each.name.split()]
    if any(map(shares_out, loops)) or (loops and gangs_of(directive) is None):
        return
    statement = Span(construct.statement.start_byte, construct.region.end)
    for loop in run_by_all(unit.outline, statement):
        nest = nest_of_loop(unit.outline, loop)
        if nest is None or _has_effects(nest[0], statement):
            return
        for access in adds_up(*nest, _shared(context)):
            if _is_for_all(context, nest[0].roots[access.place.root].name, access):
                related = (Related(access.span, "updated here"),)
                yield EveryGangRunsAll(construct.node.name_span, access.text, False, related=related)
                return
        for variable in live_out(*nest).variables:
            if _is_lost(context, variable) and variable.reader is not None:
                related = (Related(variable.reader.span, "read here"),)
                yield EveryGangRunsAll(construct.node.name_span, variable.name, True, related=related)
                return


def fix(context: Context, problem: EveryGangRunsAll) -> Fix | None:
    """`loop` on the construct, with what the iterations reduce, where they are known to be independent."""
    construct, unit = context.construct, context.unit
    if construct.statement is None or construct.statement.type not in LOOPS:
        return None
    loop = unit.outline.loop_starting_at(construct.statement.start_byte)
    verdict = judge(unit.outline, loop) if loop is not None else None
    if verdict is None or verdict.verdict != "proved" or verdict.private or verdict.updates or verdict.shared:
        return None
    name = with_gangs(parse_directive(construct.pragma.text))[0].name
    if construct.node.clause("reduction") is not None and verdict.reductions:
        return Fix(f"Change to `{name}`", (Edit(construct.node.name_span, name),))
    reductions = "".join(f" reduction({each.operator}:{each.variable})" for each in verdict.reductions)
    end = construct.node.tokens[-1].span.end
    edits = [Edit(construct.node.name_span, name)]
    edits += [Edit(Span(end, end), reductions)] if reductions else []
    return Fix(f"Change to `{name}{reductions}`", tuple(edits))


def _has_effects(program: Program, region: Span) -> bool:
    return any(isinstance(item, Effect) and region.contains(item.span) for item in flat(program.body))


def _named(context: Context, *clauses: str) -> set[str]:
    return {v.name for clause in context.construct.node.all(*clauses) for v in clause.variables}


def _shared(context: Context) -> frozenset[str]:
    """The variables of which there is one for all gangs, or is one after them."""
    moved = {use.name for use in context.accesses if is_moved(context.unit, use.name)}
    return frozenset(moved | _named(context, "reduction"))


def _is_for_all(context: Context, name: str, access: Access) -> bool:
    declared = context.unit.declarations.lookup(name, access.span.start)
    region = context.construct.region
    is_inside = declared is None or region.start <= declared.span.start < region.end
    return not is_inside and name not in _named(context, *_COPIES)


def _is_lost(context: Context, variable: LiveVariable) -> bool:
    """Whether a scalar is firstprivate without a clause and read behind the construct."""
    unit, region = context.unit, context.construct.region
    declared = unit.declarations.lookup(variable.name, region.end)
    if declared is None or declared.is_global or unit.declarations.category(declared) not in NUMBERS:
        return False
    is_read_behind = variable.reader is not None and variable.reader.span.start >= region.end
    is_named = is_moved(unit, variable.name) or variable.name in _named(context, "reduction", *_COPIES)
    return is_read_behind and not variable.counts and not is_named


RULE = DirectiveRule(
    code="LW606",
    title="every gang runs all iterations",
    severity="warning",
    section="2.5.1",
    why=(
        "All gangs of `parallel` run its statement from end to end until a `loop` shares the iterations of one out. What "
        "they store twice alike does no harm; an update is made once by each, and scalars are copies that are lost."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] += 1;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] += 1;
}
""",
    check=check,
    fix=fix,
    on=frozenset(("parallel",)),
)
