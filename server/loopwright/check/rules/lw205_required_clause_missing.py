"""LW205: required clause is missing (OpenACC 3.4, 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class RequiredClauseMissing(Problem):
    """Required clause is missing."""

    directive: str
    needed: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.directive}` needs at least one of {self.needed}"


def check(context: Context) -> Iterator[RequiredClauseMissing]:
    """A directive without any of the clauses that it needs. One that could not be read, or is none of it, may have been meant as it."""
    spec, node = context.spec, context.construct.node
    if any(clause.name not in spec.clauses for clause in node.clauses):
        return  # LW201: the directive is another than was meant
    if spec.required and node.clause(*spec.required) is None:
        if not any(slip.code in ("LW110", "LW107") for slip in node.slips):
            needed = ", ".join(f"`{name}`" for name in spec.required)
            yield RequiredClauseMissing(node.name_span, spec.name, needed, section=spec.section)


RULE = DirectiveRule(
    code="LW205",
    title="required clause is missing",
    severity="error",
    section="2",
    why="Without it the directive says nothing.",
    wrong="""\
void f(int n, float *a) {
#pragma acc data if(n > 4)
  { a[0] = 1; }
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc data copy(a[0:n]) if(n > 4)
  { a[0] = 1; }
}
""",
    check=check,
)
