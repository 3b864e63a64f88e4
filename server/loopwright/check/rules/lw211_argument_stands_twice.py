"""LW211: argument stands twice (OpenACC 3.4, 2.9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.regions import argument_tag, legal_levels


@dataclass(frozen=True)
class ArgumentStandsTwice(Problem):
    """Argument stands twice."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`gang` takes at most one `{self.word}` argument"


def check(context: Context) -> Iterator[ArgumentStandsTwice]:
    """Two arguments of one kind in `gang`."""
    for clause in legal_levels(context.construct):
        seen: set[str] = set()
        for item in clause.items if clause.name == "gang" else ():
            tag = argument_tag(clause, item)
            if tag in seen:
                yield ArgumentStandsTwice(item.span, tag)
            seen.add(tag)


RULE = DirectiveRule(
    code="LW211",
    title="argument stands twice",
    severity="error",
    section="2.9.2",
    why="Each of `num`, `dim` and `static` has one value.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop gang(static:8, static:*)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop gang(static:*)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
