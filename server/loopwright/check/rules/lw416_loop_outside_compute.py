"""LW416: loop outside a compute construct (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import Unit, function_name


@dataclass(frozen=True)
class LoopOutsideCompute(Problem):
    """Loop outside a compute construct."""

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return "`loop` stands in no compute construct, and its function is no `acc routine`: it has no effect"


def check(context: Context) -> Iterator[LoopOutsideCompute]:
    """A loop in no compute construct, in a function that is surely no routine."""
    unit, construct = context.unit, context.construct
    function, name = construct.function, function_name(construct.function)
    if construct.compute is not None or construct.is_in_unread or unit.routines.get(name) is not None:
        return
    if function is None or function.type != "function_definition" or _has_own_routine(unit, function):
        return
    if name == "main" or not context.elsewhere(
        name.rpartition("::")[2]
    ):  # no device calls `main`, whatever headers say
        yield LoopOutsideCompute(construct.node.name_span)


def _has_own_routine(unit: Unit, function: Node) -> bool:
    """A `routine` directive right before a function whose name macros or templates hide."""
    for other in unit.whole.routine_constructs:
        if other.pragma.governs <= function.start_byte:
            between = unit.data[other.pragma.governs : function.start_byte]
            if b";" not in between and b"}" not in between:
                return True
    return False


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
