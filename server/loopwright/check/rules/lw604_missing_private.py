"""LW604: missing private (OpenACC 3.4, 2.9.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import appended
from loopwright.check.races import Races, is_loop_variable, is_moved
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix, Related


@dataclass(frozen=True)
class MissingPrivate(Problem):
    """Missing private."""

    name: str
    said: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"every iteration writes {self.said} for itself: `private({self.name})` says so"


def check(context: Context) -> Iterator[MissingPrivate]:
    """Variables from outside that every iteration writes for itself (2.9.10); loop variables are private by themselves (2.9)."""
    races = context.races
    if races is None:
        return
    names = [name for name in dict.fromkeys((*races.verdict.private, *races.own)) if _is_shared(races, name)]
    if names:
        places = [(name, races.first_uses.get(name)) for name in names]
        related = tuple(Related(place, f"`{name}` is written here") for name, place in places if place is not None)
        said = ", ".join(f"`{name}`" for name in names)
        yield MissingPrivate(context.construct.node.name_span, ", ".join(names), said, related=related)


def fix(context: Context, problem: MissingPrivate) -> Fix | None:
    """The clause that is missing."""
    return appended(context.construct, f"private({problem.name})")


def _is_shared(races: Races, name: str) -> bool:
    return not (
        name in races.covered
        or name in races.inner
        or is_moved(races.unit, name)
        or is_loop_variable(races.unit, races.loop, name)
    )


RULE = DirectiveRule(
    code="LW604",
    title="missing private",
    severity="information",
    section="2.9.10",
    why=(
        "Without it the iterations of a gang share one variable; compilers that make it private on their own "
        "accord go beyond the specification."
    ),
    wrong="""\
void f(int n, float *a) {
  float t;
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) { t = a[i]; a[i] = t * t; }
}
""",
    right="""\
void f(int n, float *a) {
  float t;
#pragma acc parallel loop copy(a[0:n]) private(t)
  for (int i = 0; i < n; i++) { t = a[i]; a[i] = t * t; }
}
""",
    check=check,
    fix=fix,
)
