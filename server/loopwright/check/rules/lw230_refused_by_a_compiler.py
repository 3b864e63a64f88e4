"""LW230: not accepted by a compiler you use (OpenACC 3.4, 1.16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.forms import forms, profiles


@dataclass(frozen=True)
class RefusedByACompiler(Problem):
    """Not accepted by a compiler you use."""

    compiler: str
    what: str
    rewrite: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"legal, but {self.compiler} refuses {self.what}{self.rewrite}"


def check(context: Context) -> Iterator[RefusedByACompiler]:
    """What a compiler that the user chose (a name of `portability.toml`) refuses."""
    for name in context.portability:
        profile = profiles().get(name)
        if profile is None:
            continue
        told: set[int] = set()
        for form in forms(context.construct):
            rewrite = profile["forms"].get(form.key)
            if rewrite is not None and form.span.start not in told:
                told.add(form.span.start)
                yield RefusedByACompiler(form.span, profile["name"], form.text, f": {rewrite}")


RULE = DirectiveRule(
    code="LW230",
    title="not accepted by a compiler you use",
    severity="information",
    section="1.16",
    why=("Legal is not the same as accepted. Name the compilers that matter in the setting `openacc.portability`."),
    wrong="""\
// loopwright: portability gcc-12
void f(int n, float *a) {
#pragma acc parallel loop copyin(readonly: a[0:n])
  for (int i = 0; i < n; i++) (void)a[i];
}
""",
    right="""\
// loopwright: portability gcc-12
void f(int n, float *a) {
#pragma acc parallel loop copyin(a[0:n])
  for (int i = 0; i < n; i++) (void)a[i];
}
""",
    check=check,
)
