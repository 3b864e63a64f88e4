"""LW206: modifier is not allowed here (OpenACC 3.4, 2.7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.spec import load_spec


@dataclass(frozen=True)
class ModifierNotAllowedHere(Problem):
    """Modifier is not allowed here."""

    word: str
    clause: str
    directive: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` is not a modifier of `{self.clause}` on `{self.directive}`"


def check(context: Context) -> Iterator[ModifierNotAllowedHere]:
    """A modifier for the end of a region on a directive that has none."""
    spec, name = load_spec(), context.construct.name
    if name not in spec.unstructured_directives:
        return
    for clause in context.clauses:
        for token in clause.argument.lead if clause.argument and clause.spec.kind == "data" else ():
            if token.text in spec.structured_modifiers:
                yield ModifierNotAllowedHere(token.span, token.text, clause.name, name)


RULE = DirectiveRule(
    code="LW206",
    title="modifier is not allowed here",
    severity="error",
    section="2.7.4",
    why="`capture` needs a region with an end; `enter data`, `exit data` and `declare` have none.",
    wrong="""\
void f(int n, float *a) {
#pragma acc enter data create(capture: a[0:n])
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc enter data create(zero: a[0:n])
}
""",
    check=check,
)
