"""LW427: directive inside a compute construct (OpenACC 3.4, 2.5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Related

_HOST_ONLY = COMPUTE | {
    "data",
    "enter data",
    "exit data",
    "host_data",
    "update",
    "wait",
    "init",
    "shutdown",
    "set",
}


@dataclass(frozen=True)
class DirectiveInsideCompute(Problem):
    """Directive inside a compute construct."""

    directive: str
    outer: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.directive}` stands in `{self.outer}`: the device cannot start work or move data by itself"


def check(context: Context) -> Iterator[DirectiveInsideCompute]:
    """A directive for the host in code for the device."""
    outer = context.construct.around(*COMPUTE)
    if outer is not None:
        related = (Related(outer.node.name_span, f"`{outer.name}` begins here"),)
        yield DirectiveInsideCompute(
            context.construct.node.name_span, context.construct.name, outer.name, related=related
        )


RULE = DirectiveRule(
    code="LW427",
    title="directive inside a compute construct",
    severity="warning",
    section="2.5.4",
    why=(
        "Compute constructs do not nest, and data directives are executed by the host. gcc refuses most of "
        "these, clang says nothing."
    ),
    wrong="""\
float a[9];
void f(void) {
#pragma acc parallel
  {
#pragma acc update self(a)
  }
}
""",
    right="""\
float a[9];
void f(void) {
#pragma acc parallel
  { a[0] = 1; }
#pragma acc update self(a)
}
""",
    check=check,
    on=_HOST_ONLY,
    in_place=True,
)
