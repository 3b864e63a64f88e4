"""LW401: no loop follows (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import Construct
from loopwright.openacc.findings import Related
from loopwright.openacc.statements import LOOPS, may_become_loop

_TOLD_HERE = frozenset(("loop", "cache"))  # of others a rule of their own says that they cannot stand there


@dataclass(frozen=True)
class NoLoopFollows(Problem):
    """No loop follows, or another directive stands ``between``."""

    directive: str
    between: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        if self.between:
            return f"`{self.between}` stands between `{self.directive}` and its loop"
        return f"`{self.directive}` must be followed by a `for` loop"


def check(context: Context) -> Iterator[NoLoopFollows]:
    """Something else than a loop, unless it may hide one."""
    unit, construct, spec = context.unit, context.construct, context.spec
    statement, outer = construct.statement, construct.parent
    if outer is not None and construct.name in _TOLD_HERE and _has_one_loop(outer, construct):
        related = (Related(outer.node.name_span, f"`{outer.name}` stands here"),)
        yield NoLoopFollows(construct.node.name_span, outer.name, construct.name, related=related)
    if spec.follows != "loop" or (statement is not None and statement.type in LOOPS):
        return
    if unit.follows_in_another_branch(construct) or (
        statement is not None and may_become_loop(unit, statement, context.elsewhere)
    ):
        return
    yield NoLoopFollows(construct.node.name_span, spec.name, "", section=spec.section)


def _has_one_loop(outer: Construct, inner: Construct) -> bool:
    """Whether two directives stand above one loop, which the first has to have next."""
    spec = outer.node.spec
    return spec is not None and spec.follows == "loop" and outer.pragma.governs == inner.pragma.governs


RULE = DirectiveRule(
    code="LW401",
    title="no loop follows",
    severity="error",
    section="2.9",
    why=(
        "The directive says how the iterations of the loop after it are shared out. `while` and `do` loops "
        "have no countable iterations."
    ),
    wrong="""\
void f(int n, float *a) {
  int i = 0;
#pragma acc parallel loop
  while (i < n) a[i++] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    in_place=True,
)
