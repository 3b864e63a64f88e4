"""LW315: variable in several data clauses (OpenACC 3.4, 2.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Related
from loopwright.openacc.names import DATA, base_name
from loopwright.openacc.nodes import ClauseNode, Variable
from loopwright.source.tokens import text_of


@dataclass(frozen=True)
class SeveralDataClauses(Problem):
    """Variable in several data clauses."""

    name: str
    other: str
    clause: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.name}` stands in `{self.other}` and again in `{self.clause}`"


def check(context: Context) -> Iterator[SeveralDataClauses]:
    """One variable in two clauses that move it, or in one that copies it too."""
    held: dict[str, tuple[str, Variable]] = {}
    moved: dict[
        str, tuple[str, Variable]
    ] = {}  # by the name alone: whoever has a copy of it has no part of it in common
    for clause in context.construct.node.all(*DATA):
        for variable in clause.variables:
            sections = (f"[{text_of(s.lower)}:{text_of(s.length)}]" for s in variable.subscripts)
            key = "".join((base_name(variable), *sections))
            before = held.get(key)
            if before is not None and "attach" not in (before[0], clause.name):
                yield _found(base_name(variable), before, clause, variable)
            held.setdefault(key, (clause.name, variable))
            if not variable.members:
                moved.setdefault(variable.name, (clause.name, variable))
    for clause in context.construct.node.all("firstprivate", "private"):
        for variable in clause.variables:
            before = moved.get(variable.name)
            if before is not None and variable.form == "name":
                yield _found(variable.name, before, clause, variable)


def _found(name: str, before: tuple[str, Variable], clause: ClauseNode, variable: Variable) -> SeveralDataClauses:
    related = (Related(before[1].span, f"in `{before[0]}`"),)
    return SeveralDataClauses(variable.span, name, before[0], clause.name, related=related)


RULE = DirectiveRule(
    code="LW315",
    title="variable in several data clauses",
    severity="warning",
    section="2.7",
    why="Which of the two happens is not defined. gcc refuses it, clang says nothing.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copyin(a[0:n]) copy(a[0:n])
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
)
