"""LW604: missing private (OpenACC 3.4, 2.9.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import appended
from loopwright.check.races import has_no_copies, is_one_for_all
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
    """Scalars from outside that every iteration writes for itself (2.9.10); loop variables are private by themselves (2.9)."""
    races = context.races
    if races is None:
        return
    own = (name for name in dict.fromkeys((*races.verdict.private, *races.own)) if has_no_copies(races, name))
    names = [name for name in own if not is_one_for_all(races, name)]  # LW609
    if names:
        places = [(name, races.first_uses.get(name)) for name in names]
        related = tuple(Related(place, f"`{name}` is written here") for name, place in places if place is not None)
        written = [races.written(name) for name in names]
        said = ", ".join(f"`{name}`" for name in written)
        yield MissingPrivate(context.construct.node.name_span, ", ".join(written), said, related=related)


def fix(context: Context, problem: MissingPrivate) -> Fix | None:
    """The clause that is missing."""
    return appended(context.construct, f"private({problem.name})")


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
