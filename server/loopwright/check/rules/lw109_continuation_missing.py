"""LW109: a line of clauses without `\\` before it (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit
from loopwright.source.text import Span
from loopwright.source.tokens import tokenize

_OF_C = frozenset(("if", "delete"))


@dataclass(frozen=True)
class ContinuationMissing(Problem):
    """A line of clauses without a `\\` before it."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` does not belong to the directive: the line before ends without `\\`"


def check(context: Context) -> Iterator[ContinuationMissing]:
    """A line that begins with a clause of the directive, with its list, and ends as no statement does."""
    unit, pragma = context.unit, context.construct.pragma
    start = unit.data.find(b"\n", pragma.span.end) + 1
    if not pragma.is_line or not start:
        return
    end = unit.data.find(b"\n", start)
    line = tokenize(unit.data, Span(start, end if end >= 0 else len(unit.data)))
    if len(line) < 3 or line[1].text != "(" or line[-1].text not in (")", "\\"):
        return
    word = line[0]
    if word.text in context.spec.clauses and word.text not in _OF_C and not _is_of_program(context, word.text):
        yield ContinuationMissing(word.span, word.text)


def _is_of_program(context: Context, word: str) -> bool:
    unit = context.unit
    is_declared = unit.declarations.lookup(word, context.construct.pragma.span.end) is not None
    return is_declared or word in unit.declarations.macros


def fix(context: Context, problem: ContinuationMissing) -> Fix | None:
    """The mark at the end of the line before."""
    end = context.construct.pragma.span.end
    return Fix("Add `\\` to the line before", (Edit(Span(end, end), " \\"),))


RULE = DirectiveRule(
    code="LW109",
    title="continuation is missing",
    severity="error",
    section="2.1",
    why="A directive ends with its line unless the last character is a backslash: what follows is read as code.",
    wrong="""\
void f(int n, float *a, float *b) {
#pragma acc parallel loop copy(a[0:n])
            copyin(b[0:n])
  for (int i = 0; i < n; i++) a[i] = b[i];
}
""",
    right="""\
void f(int n, float *a, float *b) {
#pragma acc parallel loop copy(a[0:n]) \\
            copyin(b[0:n])
  for (int i = 0; i < n; i++) a[i] = b[i];
}
""",
    check=check,
    fix=fix,
)
