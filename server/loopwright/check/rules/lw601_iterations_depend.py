"""LW601: iterations depend on each other (OpenACC 3.4, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.dependence.model.verdict import Dependence
from loopwright.openacc.findings import Related

_WORDS = {
    "flow": ("written here", "read here, in a later iteration"),
    "anti": ("read here", "written here, in a later iteration"),
    "output": ("written here", "written here too, in a later iteration"),
}


@dataclass(frozen=True)
class IterationsDepend(Problem):
    """Iterations depend on each other."""

    reason: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"this loop is not parallel: {self.reason}"


def check(context: Context) -> Iterator[IterationsDepend]:
    """Two iterations that certainly meet where nothing keeps them apart."""
    races = context.races
    if races is None or races.verdict.verdict != "refuted" or not races.meetings:
        return
    meeting = races.meetings[0]
    # The reason is that of the first dependence.
    is_first = meeting is races.verdict.dependences[0]
    reason = races.verdict.reason if is_first else f"iterations meet in {meeting.array}"
    yield IterationsDepend(context.construct.node.name_span, reason, related=_places(meeting))


def _places(dependence: Dependence) -> tuple[Related, ...]:
    """The two accesses that meet."""
    spans = (dependence.source, dependence.sink)
    words = _WORDS[dependence.kind]
    return tuple(Related(span, said) for span, said in zip(spans, words) if span is not None)


RULE = DirectiveRule(
    code="LW601",
    title="iterations depend on each other",
    severity="warning",
    section="2.9",
    why=("Iterations run in any order: one of them reads what another writes. No compiler at hand reports this."),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 1; i < n; i++) a[i] = a[i] + a[i - 1];
}
""",
    right="""\
void f(int n, float *a, float *b) {
#pragma acc parallel loop copy(a[0:n]) copyin(b[0:n])
  for (int i = 1; i < n; i++) a[i] = a[i] + b[i - 1];
}
""",
    check=check,
)
