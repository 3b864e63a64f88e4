"""LW222: condition is constant (OpenACC 3.4, 2.5.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import drop_clause
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.types import evaluate

_EFFECTS = {
    ("if", True): "it says nothing",
    ("if", False): "the region always runs on the host, or the directive does nothing",
    ("self", True): "the region always runs on the host",
    ("self", False): "it says nothing",
}


@dataclass(frozen=True)
class ConstantCondition(Problem):
    """Condition is constant."""

    clause: str
    value: str
    effect: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"the condition of `{self.clause}` is always {self.value}: {self.effect}"


def check(context: Context) -> Iterator[ConstantCondition]:
    """A condition that is a constant."""
    for clause in context.construct.node.all("if", "self"):
        if clause.spec.kind != "condition" or (context.construct.name == "update" and clause.name == "self"):
            continue
        for item in clause.items:
            value = evaluate(item.tokens, context.unit.declarations, item.span.start).value
            if value is not None:
                effect = _EFFECTS[clause.name, bool(value)]
                word = str(bool(value)).lower()
                yield ConstantCondition(item.span, clause.name, word, effect, section=clause.spec.section)


RULE = DirectiveRule(
    code="LW222",
    title="condition is constant",
    severity="information",
    section="2.5.8",
    why=(
        "A condition that is known when the program is compiled decides nothing when it runs. Often it is "
        "left from a test."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copyout(a[0:n]) if(0)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop copyout(a[0:n]) if(n > 1000)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=drop_clause,
)
