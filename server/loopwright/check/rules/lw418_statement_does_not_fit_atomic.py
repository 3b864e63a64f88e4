"""LW418: statement does not fit atomic (OpenACC 3.4, 2.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.atomics import FITS, FORMS
from loopwright.openacc.statements import may_hide_loop
from loopwright.source.text import Span


@dataclass(frozen=True)
class StatementDoesNotFitAtomic(Problem):
    """Statement does not fit atomic."""

    directive: str
    form: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.directive}` needs {self.form}"


def check(context: Context) -> Iterator[StatementDoesNotFitAtomic]:
    """A statement of another form than the directive takes; a macro, or a call in C++, may be anything."""
    unit, statement = context.unit, context.construct.statement
    kinds = context.construct.node.all("read", "write", "update", "capture")
    if statement is None or len(kinds) > 1:
        return  # which form is meant nobody knows
    if statement.has_error or may_hide_loop(unit, statement):
        return
    if unit.source.language != "c" and _has_call_only(statement):
        return
    kind = kinds[0].name if kinds else "update"
    if not FITS[kind](statement):
        directive = f"atomic {kind}" if kinds else "atomic"
        yield StatementDoesNotFitAtomic(Span(statement.start_byte, statement.end_byte), directive, FORMS[kind])


def _has_call_only(statement: Node) -> bool:
    return statement.type == "expression_statement" and any(
        child.type == "call_expression" for child in statement.named_children
    )


RULE = DirectiveRule(
    code="LW418",
    title="statement does not fit atomic",
    severity="error",
    section="2.12",
    why="Only these forms can be done as one operation by the hardware.",
    wrong="""\
void f(int i, int j) {
#pragma acc atomic update
  i = j + 1;
}
""",
    right="""\
void f(int i, int j) {
#pragma acc atomic update
  i = i + 1;
}
""",
    check=check,
    on=frozenset(("atomic",)),
    in_place=True,
)
