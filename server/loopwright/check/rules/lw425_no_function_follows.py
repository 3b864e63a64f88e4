"""LW425: no function follows (OpenACC 3.4, 2.15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import routine_name
from loopwright.openacc.statements import may_become_loop


@dataclass(frozen=True)
class NoFunctionFollows(Problem):
    """No function follows."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "`routine` without a name must stand before a function"


def check(context: Context) -> Iterator[NoFunctionFollows]:
    """A `routine` without a name above something that is surely no function."""
    construct = context.construct
    if construct.node.argument is None and not routine_name(construct) and not _may_be_function(context):
        yield NoFunctionFollows(construct.node.name_span)


def _may_be_function(context: Context) -> bool:
    """Whether what follows has parentheses before its body or its end: templates and macros hide the function."""
    unit, construct = context.unit, context.construct
    statement = construct.statement
    if statement is not None and (may_become_loop(unit, statement, context.elsewhere) or unit.is_fragment):
        return True
    head = unit.data[construct.pragma.governs : construct.pragma.governs + 2000]
    ends = [at for mark in (b";", b"{", b"}") if (at := head.find(mark)) >= 0]
    return b"(" in head[: min(ends, default=len(head))]


RULE = DirectiveRule(
    code="LW425",
    title="no function follows",
    severity="error",
    section="2.15.1",
    why="It says how the function after it is compiled for the device.",
    wrong="""\
#pragma acc routine seq
int x;
""",
    right="""\
#pragma acc routine seq
int x(void);
""",
    check=check,
    on=frozenset(("routine",)),
    in_place=True,
)
