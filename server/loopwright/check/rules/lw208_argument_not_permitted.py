"""LW208: argument is not permitted here (OpenACC 3.4, 2.9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE, Construct
from loopwright.openacc.regions import argument_tag, associated, is_permitted, legal_levels

_WORDS = {"num": "number", "dim": "`dim`", "static": "`static`", "length": "length"}


@dataclass(frozen=True)
class ArgumentNotPermitted(Problem):
    """Argument is not permitted here."""

    clause: str
    what: str
    where: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` takes no {self.what} {self.where}"


def check(context: Context) -> Iterator[ArgumentNotPermitted]:
    """An argument of `gang`, `worker` or `vector` that the compute construct does not allow."""
    compute = associated(context.construct)
    if compute is None and context.construct.is_in_unread:
        return
    where = _where(context.construct, compute)
    for clause in legal_levels(context.construct):
        for item in clause.items:
            tag = argument_tag(clause, item)
            if not is_permitted(tag, context.construct, compute):
                yield ArgumentNotPermitted(item.span, clause.name, _WORDS[tag], where, section=clause.spec.section)


def _where(construct: Construct, compute: str | None) -> str:
    if construct.name == "routine":
        return "on `routine`"
    if construct.name in COMPUTE:
        return f"on `{construct.name}`"
    return f"in a `{compute}` construct" if compute else "on a loop outside a compute construct"


RULE = DirectiveRule(
    code="LW208",
    title="argument is not permitted here",
    severity="error",
    section="2.9.2",
    why=(
        "How many gangs, workers and vector lanes there are is fixed by the compute construct (`num_gangs`, "
        "`num_workers`, `vector_length`); only in `kernels` may a loop ask for a number."
    ),
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop gang(64)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop gang num_gangs(64)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
