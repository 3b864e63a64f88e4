"""LW305: pointer expected (OpenACC 3.4, 2.7.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.names import CATEGORY_WORDS, POINTER_CLAUSES, Entry
from loopwright.openacc.types import element_category


@dataclass(frozen=True)
class PointerExpected(Problem):
    """Pointer expected."""

    clause: str
    text: str
    type: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` needs a pointer; `{self.text}` is {self.type}"


def check(context: Context) -> Iterator[PointerExpected]:
    """Something else where a pointer belongs."""
    for entry in context.names.entries:
        if entry.clause.name in POINTER_CLAUSES:
            category = _wrong_category(context, entry)
            if category:
                words, section = CATEGORY_WORDS[category], entry.clause.spec.section
                yield PointerExpected(entry.variable.span, entry.clause.name, entry.text, words, section=section)


def _wrong_category(context: Context, entry: Entry) -> str:
    variable, declaration, form = entry.variable, entry.declaration, entry.variable.form
    if form == "element" and entry.clause.name != "deviceptr":
        left = element_category(context.unit.declarations, declaration, len(variable.subscripts))
        return "" if variable.members or left in ("pointer", "unknown") else left
    if form != "name" or entry.category in ("pointer", "unknown"):
        return ""
    is_pointer = entry.category == "array" and declaration.type.extents[0:1] == (None,)
    return "" if is_pointer else entry.category


RULE = DirectiveRule(
    code="LW305",
    title="pointer expected",
    severity="error",
    section="2.7.5",
    why="The clause is about the value of a pointer, not about the data it points to.",
    wrong="""\
void f(int n, float x) {
#pragma acc parallel deviceptr(x)
  { (void)x; }
}
""",
    right="""\
void f(int n, float *x) {
#pragma acc parallel deviceptr(x)
  { (void)x; }
}
""",
    check=check,
)
