"""LW220: clause is repeated (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import drop_clause
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix, Related
from loopwright.openacc.regions import repeated_clauses


@dataclass(frozen=True)
class ClauseIsRepeated(Problem):
    """Clause is repeated."""

    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` stands twice; the second says nothing"


def check(context: Context) -> Iterator[ClauseIsRepeated]:
    """A clause that says nothing more the second time."""
    for again in repeated_clauses(context.construct):
        clause = again.clause
        # On `update` each `self` has its list; elsewhere it is one condition.
        is_list = clause.name == "self" and context.construct.name == "update"
        if clause.spec.once and not is_list and clause.name not in context.spec.once:
            related = (Related(again.first.span, "the first one"),)
            yield ClauseIsRepeated(clause.span, clause.name, related=related, section=clause.spec.section)


def fix(context: Context, problem: ClauseIsRepeated) -> Fix | None:
    """The first alone."""
    return drop_clause(context, problem, safe=True)


RULE = DirectiveRule(
    code="LW220",
    title="clause is repeated",
    severity="warning",
    section="2.9",
    why="gcc refuses it, clang says nothing.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop vector vector
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop vector
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    tag="unnecessary",
    check=check,
    fix=fix,
)
