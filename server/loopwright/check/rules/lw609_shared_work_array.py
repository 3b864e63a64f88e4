"""LW609: work array or struct that all iterations share (OpenACC 3.4, 2.9.10 and 2.6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import MOVING, Context
from loopwright.check.edits import appended
from loopwright.check.races import has_no_copies, is_one_for_all
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix, Related
from loopwright.source.text import Span


@dataclass(frozen=True)
class SharedWorkArray(Problem):
    """Work array that all iterations share; ``clause`` names it, or none does. It ``is_allocated`` where ``name`` is a pointer that leads there,
    and then no clause makes copies of it."""

    name: str
    clause: str
    is_allocated: bool

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        if self.is_allocated:
            return f"what `{self.name}` leads to is one for all iterations, which overwrite it: each needs memory of its own"
        if not self.clause:
            return (
                f"`{self.name}` is in no clause, so that all iterations have one, and each writes it before it reads: "
                f"`private({self.name})` gives each its own"
            )
        return (
            f"`{self.clause}` makes one `{self.name}` for all iterations, and each writes it before it reads: "
            f"`private({self.name})` in its place gives each its own"
        )


def check(context: Context) -> Iterator[SharedWorkArray]:
    """An array or a struct that each iteration fills for itself and that is on the device once: by a clause of the directive, or because
    it is in none; and memory behind a pointer, which no clause makes copies of."""
    races = context.races
    if races is None:
        return

    def shared(span: Span, name: str, clause: str) -> SharedWorkArray:
        where = races.first_uses.get(name)
        related = (Related(where, "filled here"),) if where is not None else ()
        return SharedWorkArray(span, races.written(name), clause, is_allocated=False, related=related)

    for name in races.verdict.filled:
        declaration, compute = races.declaration(name), context.construct.compute
        is_outside = declaration is not None and compute is not None and declaration.span.start < compute.region.start
        if is_outside and name not in races.covered | races.inner:
            yield SharedWorkArray(context.construct.node.name_span, races.written(name), "", is_allocated=True)

    for moved in context.moved:
        name = moved.variable.name
        if moved.clause.name not in MOVING or name not in races.verdict.private or name in races.covered | races.inner:
            continue
        is_read = any(use.reads for use in context.accesses_of(moved))
        if is_read and context.unit.declarations.category(moved.declaration) == "array":
            yield shared(moved.variable.span, name, moved.clause.name)
    if context.is_default_none:
        return  # a clause is asked for anyway
    for name in dict.fromkeys(races.verdict.private):
        if has_no_copies(races, name) and is_one_for_all(races, name):
            yield shared(context.construct.node.name_span, name, "")


def fix(context: Context, problem: SharedWorkArray) -> Fix | None:
    """The clause that is missing; where another one names the variable, which elements it is about has to be thought of."""
    is_missing = not (problem.clause or problem.is_allocated)
    return appended(context.construct, f"private({problem.name})") if is_missing else None


RULE = DirectiveRule(
    code="LW609",
    title="work array shared by all iterations",
    severity="warning",
    section="2.9.10",
    why=(
        "An array or a struct in a data clause, or in no clause at all, exists once on the device: gangs overwrite what others have put "
        "there. No compiler at hand reports this."
    ),
    wrong="""\
void f(int n, float *a) {
  float w[4];
#pragma acc parallel loop copy(a[0:n]) create(w)
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) w[k] = a[i] * k;
    a[i] = w[1] + w[3];
  }
}
""",
    right="""\
void f(int n, float *a) {
  float w[4];
#pragma acc parallel loop copy(a[0:n]) private(w)
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) w[k] = a[i] * k;
    a[i] = w[1] + w[3];
  }
}
""",
    check=check,
    fix=fix,
)
