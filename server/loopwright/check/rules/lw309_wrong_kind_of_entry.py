"""LW309: wrong kind of entry (OpenACC 3.4, 2.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.names import POINTER_CLAUSES

_WORDS = {"section": "a section", "element": "an element"}


@dataclass(frozen=True)
class WrongKindOfEntry(Problem):
    """Wrong kind of entry."""

    text: str
    form: str
    clause: str
    needs: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}` is {self.form}; `{self.clause}` takes {self.needs}"


def check(context: Context) -> Iterator[WrongKindOfEntry]:
    """A member, an element or a section where the clause takes none; a whole variable in `cache`."""
    for entry in context.names.entries:
        clause, form = entry.clause, entry.variable.form
        wrong, section = "", clause.spec.section
        if clause.name in POINTER_CLAUSES and form in ("section", "element"):
            is_pointer = form == "element" and clause.name != "deviceptr"
            wrong, needs = "" if is_pointer else _WORDS[form], "pointers"
        elif clause.name == "use_device" and form in ("member", *_WORDS):
            wrong, needs = _WORDS.get(form, "a member"), "names of variables and arrays"
        elif context.construct.name == "declare" and form in _WORDS:
            wrong, needs, section = _WORDS[form], "names of variables and arrays on `declare`", "2.13"
        elif clause.name == "reduction" and entry.variable.members:
            wrong, needs = "a member", "variables, elements and sections"
        if wrong:
            yield WrongKindOfEntry(entry.variable.span, entry.text, wrong, clause.name, needs, section=section)
    argument = context.construct.node.argument
    if argument is not None and context.construct.name == "cache":
        undeclared = [name.span for name in context.names.undeclared]
        for item in argument.items:
            if (
                item.variable is None
                or item.variable.subscripts
                or any(item.span.contains(span) for span in undeclared)
            ):
                continue
            yield WrongKindOfEntry(
                item.variable.span, item.text, "a whole variable", "cache", "elements and sections", section="2.10"
            )


RULE = DirectiveRule(
    code="LW309",
    title="wrong kind of entry",
    severity="error",
    section="2.7",
    why=(
        "Each list says which forms it takes: `deviceptr` whole pointers, `use_device` names, `cache` "
        "elements and sections."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) {
#pragma acc cache(a)
    a[i] = 0;
  }
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) {
#pragma acc cache(a[i:1])
    a[i] = 0;
  }
}
""",
    check=check,
)
