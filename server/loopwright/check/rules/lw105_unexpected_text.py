"""LW105: unexpected text (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.source.edits import Edit

_ATOMIC = ("read", "write", "update", "capture")


@dataclass(frozen=True)
class UnexpectedText(Problem):
    """Unexpected text."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"unexpected `{self.word}`"


def check(context: Context) -> Iterator[UnexpectedText]:
    """What the parser could not use, and what stands where only certain words may."""
    for slip in context.slips("LW105"):
        yield UnexpectedText(slip.span, slip.word)
    if context.construct.node.spec is None:
        return
    yield from _after_atomic(context)
    yield from _beside_star(context)
    yield from _as_routine(context)


def _after_atomic(context: Context) -> Iterator[UnexpectedText]:
    """The form of `atomic` stands first, without a comma after it (2.12)."""
    if context.construct.name != "atomic":
        return
    words = [clause for clause in context.clauses if clause.name in _ATOMIC]
    if words and context.clauses[0] is not words[0]:
        yield UnexpectedText(words[0].span, words[0].name)
    elif words:
        tokens = context.construct.node.tokens
        after = next((token for token in tokens if token.span.start >= words[0].span.end), None)
        if after is not None and after.text == ",":
            yield UnexpectedText(after.span, ",")


def _beside_star(context: Context) -> Iterator[UnexpectedText]:
    """`device_type(*)` names every device (2.4)."""
    for clause in context.construct.node.all("device_type"):
        star = any(item.text == "*" for item in clause.items)
        for item in clause.items:
            if item.text == "*" and len(clause.items) == 1:
                continue
            if star or item.tokens[0].kind != "name":
                yield UnexpectedText(item.span, item.text)


def _as_routine(context: Context) -> Iterator[UnexpectedText]:
    """`routine` names one function (2.15.1)."""
    argument = context.construct.node.argument
    if context.construct.name == "routine" and argument is not None and argument.items:
        item = argument.items[0]
        if item.tokens and item.tokens[0].kind != "name" and item.tokens[0].text != "::":
            yield UnexpectedText(item.span, item.text)


def fix(context: Context, problem: UnexpectedText) -> Fix | None:
    """What ends a statement goes, and what begins a block goes to the line after the directive."""
    if problem.word == ";":
        return Fix("Remove `;`", (Edit(problem.span, ""),))
    if problem.word == "{":
        return Fix("Move `{` to the next line", (Edit(problem.span, "\n{"),))
    return None


RULE = DirectiveRule(
    code="LW105",
    title="unexpected text",
    severity="error",
    section="2.1",
    why="A directive is a name and a list of clauses, separated by blanks or single commas.",
    wrong="""\
void f(float *a) {
#pragma acc parallel, copy(a[0:4]);
  { a[0] = 1; }
}
""",
    right="""\
void f(float *a) {
#pragma acc parallel copy(a[0:4])
  { a[0] = 1; }
}
""",
    check=check,
    fix=fix,
    unread=True,
)
