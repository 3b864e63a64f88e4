"""LW513: section in bytes (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.numbers import fundamental
from loopwright.openacc.findings import Fix
from loopwright.openacc.names import DATA
from loopwright.source.edits import Edit
from loopwright.source.text import Span
from loopwright.source.tokens import Token, text_of

_BYTES = frozenset(("char", "unsigned char", "signed char"))


@dataclass(frozen=True)
class SectionInBytes(Problem):
    """Section in bytes."""

    text: str
    counted: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}`: a section counts elements, and `{self.counted}` makes bytes of them"


def check(context: Context) -> Iterator[SectionInBytes]:
    """A length that is a product with a `sizeof`, of elements longer than a byte."""
    for moved in context.moved:
        if moved.clause.name not in DATA or len(moved.variable.subscripts) != 1:
            continue
        length = moved.variable.subscripts[0].length
        part = _size_of(length)
        base = fundamental(context.unit.declarations.expanded(moved.declaration.type).base)
        if part is not None and base and base not in _BYTES:
            span = Span(part[0].span.start, part[-1].span.end)
            size = part[1:] if part[0].text == "*" else part[:-1]
            yield SectionInBytes(span, context.unit.text(moved.variable.span), text_of(size))


def _size_of(length: tuple[Token, ...]) -> tuple[Token, ...] | None:
    """The factor `sizeof(…)` of a product with its `*`, ``None`` where there is none: `bytes / sizeof(float)` is a number of elements."""
    at = next((index for index, token in enumerate(length) if token.text == "sizeof"), None)
    if at is None or any(token.text in ("/", "%", "+", "-") for token in length):
        return None
    end = next((index + 1 for index, token in enumerate(length) if index > at and token.text == ")"), len(length))
    if at and length[at - 1].text == "*":
        return length[at - 1 : end]
    return length[at : end + 1] if end < len(length) and length[end].text == "*" else None


def fix(context: Context, problem: SectionInBytes) -> Fix | None:
    """The number of elements."""
    return Fix(f"Remove `{problem.counted}`", (Edit(problem.span, ""),))


RULE = DirectiveRule(
    code="LW513",
    title="section in bytes",
    severity="warning",
    section="2.7.1",
    why="`malloc` counts bytes, a section counts elements: this one reaches far behind the array. No compiler at hand reports this.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n*sizeof(float)])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=fix,
)
