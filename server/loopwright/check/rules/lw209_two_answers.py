"""LW209: two answers to one question (OpenACC 3.4, 2.9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related
from loopwright.openacc.regions import argument_tag, associated, legal_levels

_COUNT_OF = {"gang": "num_gangs", "worker": "num_workers", "vector": "vector_length"}


@dataclass(frozen=True)
class TwoAnswers(Problem):
    """Two answers to one question."""

    clause: str
    other: str
    directive: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` with a number contradicts `{self.other}` on `{self.directive}`"


def check(context: Context) -> Iterator[TwoAnswers]:
    """A number on a loop in `kernels`, and one for the whole construct."""
    holder = context.construct.compute
    if holder is None or associated(context.construct) != "kernels":
        return
    for clause in legal_levels(context.construct):
        given = holder.node.clause(_COUNT_OF[clause.name])
        if given is not None and {"num", "length"} & {argument_tag(clause, item) for item in clause.items}:
            count = _COUNT_OF[clause.name]
            related = (Related(given.span, f"`{count}` stands here"),)
            yield TwoAnswers(clause.span, clause.name, count, holder.name, related=related, section=clause.spec.section)


RULE = DirectiveRule(
    code="LW209",
    title="two answers to one question",
    severity="error",
    section="2.9.2",
    why="The number of gangs, workers or lanes is given either on the construct or on its loop.",
    wrong="""\
void f(int n, float *a) {
#pragma acc kernels loop gang(64) num_gangs(32)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc kernels loop gang num_gangs(32)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
