"""LW215: newer than the chosen version (OpenACC 3.4, 1.16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.forms import forms
from loopwright.openacc.spec import VERSIONS, load_spec


@dataclass(frozen=True)
class NewerThanVersion(Problem):
    """Newer than the chosen version."""

    what: str
    since: str
    version: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"{self.what} came with OpenACC {self.since}; the chosen version is {self.version}"


def check(context: Context) -> Iterator[NewerThanVersion]:
    """A directive, clause or modifier that the chosen version does not have."""
    construct, version = context.construct, context.version
    if version not in VERSIONS:
        return
    if _is_newer(context.spec.since, version):
        yield NewerThanVersion(construct.node.name_span, f"`{construct.name}`", context.spec.since, version)
        return
    told: set[int] = set()
    for form in forms(construct):
        row = load_spec().clauses.get(form.key)
        since = load_spec().since.get(form.key) or (row.since if row else "1.0")
        if form.key == "self" and construct.name == "update":
            since = "1.0"
        if form.span.start not in told and _is_newer(since, version):
            told.add(form.span.start)
            yield NewerThanVersion(form.span, form.text, since, version)


def _is_newer(since: str, version: str) -> bool:
    return tuple(map(int, since.split("."))) > tuple(map(int, version.split(".")))


RULE = DirectiveRule(
    code="LW215",
    title="newer than the chosen version",
    severity="warning",
    section="1.16",
    why="A compiler for the older version refuses it. The version is a setting (`openacc.version`).",
    wrong="""\
// loopwright: version 2.6
void f(int n, float *a) {
#pragma acc parallel loop collapse(force: 1)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
// loopwright: version 2.6
void f(int n, float *a) {
#pragma acc parallel loop collapse(1)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
