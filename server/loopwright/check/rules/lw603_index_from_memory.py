"""LW603: index from memory (OpenACC 3.4, 2.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.edits import atomic_above
from loopwright.check.races import scattered
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class IndexFromMemory(Problem):
    """Index from memory."""

    text: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return (
            f"several iterations update `{self.text}` if its index repeats: `#pragma acc atomic update` makes it safe"
        )


def check(context: Context) -> Iterator[IndexFromMemory]:
    """Places such as `h[k[i]]` that are updated without `atomic`, where no two iterations are known to meet."""
    races = context.races
    if races is None:
        return
    told = {repeated.span for repeated in races.repeated}
    for place in scattered(races.unit, races.construct, races.loop):
        if place not in told:
            yield IndexFromMemory(place, races.unit.text(place))


RULE = DirectiveRule(
    code="LW603",
    title="index from memory",
    severity="information",
    section="2.12",
    why=(
        "The index is read from memory. Where two iterations read one value, their updates of that element "
        "get lost. No compiler at hand reports this."
    ),
    wrong="""\
void f(int n, int *h, int *k) {
#pragma acc parallel loop copy(h[0:9]) copyin(k[0:n])
  for (int i = 0; i < n; i++) h[k[i]] += 1;
}
""",
    right="""\
void f(int n, int *h, int *k) {
#pragma acc parallel loop copy(h[0:9]) copyin(k[0:n])
  for (int i = 0; i < n; i++) {
#pragma acc atomic update
    h[k[i]] += 1;
  }
}
""",
    check=check,
    fix=atomic_above,
)
