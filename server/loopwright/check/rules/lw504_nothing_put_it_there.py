"""LW504: present, but nothing put it there (OpenACC 3.4, 2.7.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import MOVING, NUMBERS, Context, Moved
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.declarations import Declaration
from loopwright.openacc.constructs import Construct, Unit
from loopwright.source.text import Span

_OTHERS = ("no_create", "deviceptr", "device_resident", "link", "attach")


@dataclass(frozen=True)
class NothingPutItThere(Problem):
    """Present, but nothing put it there."""

    name: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"nothing in this file puts `{self.name}` on the device before this `present`"


def check(context: Context) -> Iterator[NothingPutItThere]:
    """`present` of a variable that only this file can move, and does not."""
    for moved in context.moved:
        if moved.clause.name == "present" and _is_never_present(context, moved):
            yield NothingPutItThere(moved.variable.span, moved.variable.name)


def _is_never_present(context: Context, moved: Moved) -> bool:
    unit, construct, declaration = context.unit, context.construct, moved.declaration
    is_local = declaration.kind == "variable" and not declaration.is_global and not declaration.extern
    if not is_local and not (declaration.is_global and declaration.static):
        return False
    name = moved.variable.name
    if context.is_held_elsewhere(declaration, name, None, *MOVING, *_OTHERS):
        return False
    # A function that gets the variable may put it there, and so may the pointer that it was copied from.
    start = construct.function.start_byte if construct.function is not None else 0
    if _is_handed_over(
        unit, name, Span(start, construct.region.start if construct.function is not None else len(unit.data))
    ):
        return False
    if _calls_runtime(unit, construct, declaration):
        return False
    return unit.declarations.category(declaration) in ("array", *NUMBERS)


def _is_handed_over(unit: Unit, name: str, region: Span) -> bool:
    """Whether a call within ``region`` names the variable among its arguments."""
    for call in unit.calls_in(region, every=True):
        arguments = call.child_by_field_name("arguments")
        if arguments is not None and unit.names(Span(arguments.start_byte, arguments.end_byte), name):
            return True
    return False


def _calls_runtime(unit: Unit, construct: Construct, declaration: Declaration) -> bool:
    """Whether the runtime's functions may move the variable."""
    if declaration.is_global or construct.function is None:
        unit.looked_around = True
        return b"acc_" in unit.data
    return b"acc_" in unit.data[construct.function.start_byte : construct.function.end_byte]


RULE = DirectiveRule(
    code="LW504",
    title="present, but nothing put it there",
    severity="information",
    section="2.7.6",
    why="The program stops at run time if the data is not there. If another file does it, this is fine.",
    wrong="""\
void f(int n) {
  float a[100];
#pragma acc parallel loop present(a)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n) {
  float a[100];
#pragma acc enter data create(a)
#pragma acc parallel loop present(a)
  for (int i = 0; i < n; i++) a[i] = 0;
#pragma acc exit data delete(a)
}
""",
    check=check,
)
