"""LW121: value is not allowed (OpenACC 3.4, 2.5.16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.openacc.nearest import nearest
from loopwright.openacc.spec import load_spec
from loopwright.source.edits import Edit


@dataclass(frozen=True)
class ValueNotAllowed(Problem):
    """Value is not allowed."""

    word: str
    clause: str
    known: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` is not a value of `{self.clause}`: {self.known}"


def check(context: Context) -> Iterator[ValueNotAllowed]:
    """A value that `default`, `device_type` or `bind` does not know."""
    for clause in context.construct.node.all("default", "device_type", "bind"):
        star = any(item.text == "*" for item in clause.items)
        for item in clause.items:
            if clause.name == "default" and item.text not in ("none", "present"):
                yield ValueNotAllowed(item.span, item.text, "default", "`none` or `present`")
            elif clause.name == "bind" and item.tokens[0].kind not in ("name", "string"):
                yield ValueNotAllowed(item.span, item.text, "bind", "a name or a string", section="2.15.1")
            elif clause.name == "device_type" and not star and item.tokens[0].kind == "name":
                devices = load_spec().devices
                if item.text.lower() not in devices:
                    known = ", ".join(f"`{device}`" for device in devices)
                    yield ValueNotAllowed(item.span, item.text, "device_type", known, section="2.4")


def fix(context: Context, problem: ValueNotAllowed) -> Fix | None:
    """The value that was probably meant."""
    known = [part for index, part in enumerate(problem.known.split("`")) if index % 2]
    name = nearest(context.unit.text(problem.span), known)
    return Fix(f"Change to `{name}`", (Edit(problem.span, name),)) if name else None


RULE = DirectiveRule(
    code="LW121",
    title="value is not allowed",
    severity="error",
    section="2.5.16",
    why="`default` takes `none` or `present`, `device_type` the device names of the implementation.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop default(shared)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop default(present)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=fix,
)
