"""LW203: clauses exclude each other (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from loopwright.check.context import Context
from loopwright.check.edits import drop_clause
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related
from loopwright.openacc.regions import LEVELS, regions

_SCHEDULES = ("seq", "independent", "auto")
_ATOMIC = ("read", "write", "update", "capture")


@dataclass(frozen=True)
class ClausesExcludeEachOther(Problem):
    """Clauses exclude each other."""

    clause: str
    other: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` and `{self.other}` exclude each other"


def check(context: Context) -> Iterator[ClausesExcludeEachOther]:
    """A clause beside one that it cannot stand with, in one `device_type` region or before the first."""
    numbered = regions(context.construct)
    conflicts = _conflicts(context.construct.name)
    for index, (clause, region) in enumerate(numbered):
        for before, other_region in numbered[:index]:
            if (before.name, clause.name) in conflicts and (region == other_region or 0 in (region, other_region)):
                related = (Related(before.span, f"`{before.name}` stands here"),)
                yield ClausesExcludeEachOther(
                    clause.span, clause.name, before.name, related=related, section=clause.spec.section
                )
                break


@cache
def _conflicts(directive: str) -> frozenset[tuple[str, str]]:
    if directive == "routine":
        levels = (*LEVELS, "seq")
        return frozenset((a, b) for a in levels for b in levels)
    if directive == "atomic":
        return frozenset((a, b) for a in _ATOMIC for b in _ATOMIC if a != b)
    schedules = frozenset((a, b) for a in _SCHEDULES for b in _SCHEDULES if a != b)
    return schedules.union((("seq", level) for level in LEVELS), ((level, "seq") for level in LEVELS))


RULE = DirectiveRule(
    code="LW203",
    title="clauses exclude each other",
    severity="error",
    section="2.9",
    why=(
        "`seq` says that the loop is not shared out; `gang`, `worker`, `vector`, `independent` and `auto` say"
        " how it is. A routine has one level of parallelism."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop gang seq
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop gang
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=drop_clause,
)
