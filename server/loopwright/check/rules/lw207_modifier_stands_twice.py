"""LW207: modifier stands twice (OpenACC 3.4, 2.7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit
from loopwright.source.text import Span


@dataclass(frozen=True)
class ModifierStandsTwice(Problem):
    """Modifier stands twice."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"modifier `{self.word}` stands twice"


def check(context: Context) -> Iterator[ModifierStandsTwice]:
    """One modifier twice in a list."""
    for clause in context.clauses:
        seen: set[str] = set()
        for token in clause.argument.lead if clause.argument and clause.spec.kind == "data" else ():
            if token.text in seen:
                yield ModifierStandsTwice(token.span, token.text)
            seen.add(token.text)


def fix(context: Context, problem: ModifierStandsTwice) -> Fix | None:
    """The first alone."""
    data, start = context.unit.data, problem.span.start
    while data[start - 1 : start] in (b" ", b"\t", b","):
        start -= 1
    edit = Edit(Span(start, problem.span.end), "")
    return Fix(f"Remove `{context.unit.text(problem.span)}`", (edit,), safe=True)


RULE = DirectiveRule(
    code="LW207",
    title="modifier stands twice",
    severity="error",
    section="2.7.4",
    why="Saying it once is enough; compilers refuse the second.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel copyin(always, always: a[0:n])
  { (void)a[0]; }
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel copyin(always: a[0:n])
  { (void)a[0]; }
}
""",
    check=check,
    fix=fix,
)
