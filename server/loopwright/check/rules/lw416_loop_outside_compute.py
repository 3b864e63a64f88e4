"""LW416: loop outside a compute construct (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.statements import LOOPS


@dataclass(frozen=True)
class LoopOutsideCompute(Problem):
    """Loop outside a compute construct."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "`loop` stands in no compute construct, and its function is no `acc routine`: it has no effect"


def check(context: Context) -> Iterator[LoopOutsideCompute]:
    """A loop in no compute construct, in a function that is surely no routine."""
    construct = context.construct
    is_outermost = construct.parent is None or construct.parent.name != "loop"
    has_loop = construct.statement is not None and construct.statement.type in LOOPS  # else LW401 tells of it
    if context.has_no_effect and is_outermost and has_loop:
        yield LoopOutsideCompute(context.construct.node.name_span)


RULE = DirectiveRule(
    code="LW416",
    title="loop outside a compute construct",
    severity="warning",
    section="2.9",
    why="`loop` shares out what a `parallel`, `serial` or `kernels` construct started.",
    wrong="""\
void f(int n, float *a) {
#pragma acc loop
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    on=frozenset(("loop",)),
    in_place=True,
)
