"""LW214: old name of a clause (OpenACC 3.4, 2.7.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.openacc.spec import load_spec
from loopwright.source.edits import Edit


@dataclass(frozen=True)
class OldName(Problem):
    """Old name of a clause."""

    word: str
    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` is an old name of `{self.clause}`"


def check(context: Context) -> Iterator[OldName]:
    """A clause by its name of earlier versions."""
    deprecated = load_spec().deprecated
    for clause in context.clauses:
        if clause.written.text in deprecated:
            yield OldName(clause.written.span, clause.written.text, clause.name, section=clause.spec.section)


def fix(context: Context, problem: OldName) -> Fix | None:
    """The name of today."""
    name = load_spec().aliases.get(context.unit.text(problem.span))
    return Fix(f"Change to `{name}`", (Edit(problem.span, name),), safe=True) if name else None


RULE = DirectiveRule(
    code="LW214",
    title="old name of a clause",
    severity="hint",
    section="2.7.7",
    why="Since OpenACC 2.5 `copy` tests for presence itself; the long names are kept for old programs.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop pcopy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    tag="deprecated",
    check=check,
    fix=fix,
)
