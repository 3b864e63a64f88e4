"""What is found out of the variables of a plan before statements are made of it: one pass for each kind of fact, put on the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.listed import Pass
from loopwright.cuda.ir.plan import Around, Item, Plan, Region
from loopwright.cuda.read.variables import Variable


def with_values(plan: Plan, vary: Vary) -> Plan:
    """Variables that are one value for the block, and those that every region works out again."""
    variables = vary.function.variables.all
    uniform, derived = filter(vary.is_uniform, variables), filter(vary.is_derived, variables)
    return replace(plan, uniform=frozenset(uniform), derived=frozenset(derived))


def with_lives(plan: Plan, vary: Vary) -> Plan:
    """Variables that live across the end of a region, each with the numbers of the regions that it lives in."""
    home: dict[Variable, int] = {}
    lives: dict[Variable, set[int]] = {}
    for number, region in enumerate(regions_of(plan.items)):
        home |= {step.declares: number for step in region.steps if step.declares is not None}
        for variable in region.uses:
            if variable in home and (home[variable] != number or variable in lives):
                lives.setdefault(variable, {home[variable]}).add(number)
    own = lives.keys() - plan.uniform - plan.derived
    return replace(plan, lives={variable: frozenset(lives[variable]) for variable in own})


def with_guards(plan: Plan, vary: Vary) -> Plan:
    """The conditions that all regions have in common that mention a variable."""
    found: dict[Variable, frozenset[tuple[str, ...]]] = {}
    for region in regions_of(plan.items):
        own = frozenset(guard.words for guard in region.guards)
        for variable in region.uses:
            found[variable] = found.get(variable, own) & own
    return replace(plan, under=found)


ON_PLAN: tuple[Pass[Callable[[Plan, Vary], Plan]], ...] = (
    Pass(with_values, "tell which variables are one value for the block, and which every region works out again"),
    Pass(with_lives, "tell which of the others live across which ends of regions"),
    Pass(with_guards, "tell under which conditions all regions stand that mention a variable"),
)


def planned(items: Sequence[Item], vary: Vary, handed: Iterable[Variable] = ()) -> Plan:
    """The plan of ``items`` with all facts. ``handed``: variables whose arrays go to functions, whatever else is known of them."""
    plan = Plan(tuple(items), frozenset(handed))
    for of_plan in ON_PLAN:
        plan = of_plan.run(plan, vary)
    return plan


def regions_of(items: Iterable[Item]) -> Iterator[Region]:
    """The regions of a plan in their order."""
    for item in items:
        if isinstance(item, Around):
            yield from regions_of(item.items)
        elif isinstance(item, Region):
            yield item
