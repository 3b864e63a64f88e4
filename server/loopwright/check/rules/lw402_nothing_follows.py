"""LW402: nothing follows (OpenACC 3.4, 2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class NothingFollows(Problem):
    """Nothing follows."""

    directive: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.directive}` must be followed by a statement"


def check(context: Context) -> Iterator[NothingFollows]:
    """The end of a block, or a declaration: a call of a macro or a constructor may look like one."""
    unit, construct, spec = context.unit, context.construct, context.spec
    statement = construct.statement
    if spec.follows not in ("block", "statement") or unit.follows_in_another_branch(construct):
        return
    if context.other_directive is not None:
        return
    is_plain = statement is not None and not statement.has_error and unit.source.language == "c"
    if statement is None or (statement.type == "declaration" and is_plain):
        yield NothingFollows(construct.node.name_span, spec.name, section=spec.section)


RULE = DirectiveRule(
    code="LW402",
    title="nothing follows",
    severity="error",
    section="2.5",
    why="The directive governs the statement or block after it, and there is none.",
    wrong="""\
void f(void) {
#pragma acc parallel
}
""",
    right="""\
void f(void) {
#pragma acc parallel
  {}
}
""",
    check=check,
    in_place=True,
)
