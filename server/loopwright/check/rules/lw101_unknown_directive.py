"""LW101: unknown directive (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import replaced
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.openacc.nearest import did_you_mean, openacc_says
from loopwright.openacc.spec import load_spec
from loopwright.source.text import Span


@dataclass(frozen=True)
class UnknownDirective(Problem):
    """Unknown directive."""

    word: str
    second: str
    nearest: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` is not an OpenACC directive{self.nearest}"


def check(context: Context) -> Iterator[UnknownDirective]:
    """A word that begins no directive."""
    spec = load_spec()
    directives = spec.directives
    for slip in context.slips("LW101"):
        both = [name for name in directives if " " in name] if slip.second else []
        same = openacc_says(slip.word, spec.instead) if spec.instead.get(slip.word) in directives else ""
        hint = same or did_you_mean(f"{slip.word} {slip.second}", both)
        yield UnknownDirective(slip.span, slip.word, slip.second, hint or did_you_mean(slip.word, directives))


def fix(context: Context, problem: UnknownDirective) -> Fix | None:
    """The directive that was probably meant."""
    span = problem.span
    tokens = context.construct.node.tokens
    if problem.second and " " in problem.nearest.partition("`")[2].partition("`")[0]:
        span = Span(tokens[0].span.start, tokens[1].span.end)
    return replaced(span, problem.nearest)


RULE = DirectiveRule(
    code="LW101",
    title="unknown directive",
    severity="error",
    section="2.1",
    why=(
        "A compiler that knows OpenACC refuses it; one that does not ignores the line, and the code silently "
        "stays serial."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc paralel loop
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
    fix=fix,
    unread=True,
)
