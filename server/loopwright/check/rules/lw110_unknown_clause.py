"""LW110: unknown clause (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import replaced
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.openacc.nearest import did_you_mean, openacc_says
from loopwright.openacc.spec import load_spec


@dataclass(frozen=True)
class UnknownClause(Problem):
    """Unknown clause."""

    word: str
    nearest: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` is not an OpenACC clause{self.nearest}"


def check(context: Context) -> Iterator[UnknownClause]:
    """A word that is no clause. One that stands in a header and is like no clause may be a macro."""
    spec = load_spec()
    for slip in context.slips("LW110"):
        directive = spec.directives.get(slip.directive)
        legal = directive.clauses if directive else ()
        same = openacc_says(slip.word, spec.instead)
        hint = same or did_you_mean(slip.word, legal) or did_you_mean(slip.word, spec.clauses)
        if hint or slip.word in spec.foreign or not context.elsewhere(slip.word):
            yield UnknownClause(slip.span, slip.word, hint)


def fix(context: Context, problem: UnknownClause) -> Fix | None:
    """The clause that was probably meant."""
    return replaced(problem.span, problem.nearest)


RULE = DirectiveRule(
    code="LW110",
    title="unknown clause",
    severity="error",
    section="2.1",
    why="Clause names are lower case and spelt exactly.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copi(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=fix,
    unread=True,
)
