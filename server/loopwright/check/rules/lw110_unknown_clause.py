"""LW110: unknown clause (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import removal, replaced
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.openacc.nearest import did_you_mean, openacc_says
from loopwright.openacc.spec import load_spec
from loopwright.source.edits import Edit


@dataclass(frozen=True)
class UnknownClause(Problem):
    """Unknown clause."""

    word: str
    nearest: str
    combined: str

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
        both = context.written_apart
        if both is not None and both.name == f"{slip.directive} {slip.word}":
            hint = f"; `{both.name}` stands together, in front of the clauses"
            yield UnknownClause(slip.span, slip.word, hint, both.name)
            continue
        hint = same or did_you_mean(slip.word, legal) or did_you_mean(slip.word, spec.clauses)
        if hint or slip.word in spec.foreign or not context.elsewhere(slip.word):
            yield UnknownClause(slip.span, slip.word, hint, "")
        if slip.span == context.second_directive:
            return


def fix(context: Context, problem: UnknownClause) -> Fix | None:
    """The clause that was probably meant, or both directives in front of the clauses."""
    if problem.combined:
        whole = Edit(context.construct.node.name_span, problem.combined)
        return Fix(f"Change to `{problem.combined}`", (whole, removal(context.unit, context.construct, problem.span)))
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
