"""LW120: too many arguments (OpenACC 3.4, 2.5.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem

_ONE_ARGUMENT = frozenset(
    (
        "async",
        "num_workers",
        "vector_length",
        "collapse",
        "worker",
        "vector",
        "device_num",
        "default_async",
        "default",
        "bind",
    )
)


@dataclass(frozen=True)
class TooManyArguments(Problem):
    """Too many arguments."""

    clause: str
    most: str
    count: int

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.clause}` takes {self.most}, not {self.count}"


def check(context: Context) -> Iterator[TooManyArguments]:
    """More arguments than the clause, or `routine`, takes."""
    name = context.construct.name
    for clause in context.clauses:
        count, most = len(clause.items), _most(clause.name, name)
        if most is not None and count > most:
            words = "one argument" if most == 1 else f"at most {most} arguments"
            yield TooManyArguments(clause.items[most].span, clause.name, words, count, section=clause.spec.section)
    argument = context.construct.node.argument
    if name == "routine" and argument is not None and len(argument.items) > 1:
        yield TooManyArguments(argument.items[1].span, "routine", "one name", len(argument.items))


def _most(clause: str, directive: str) -> int | None:
    if clause == "num_gangs":
        return 1 if directive.startswith("kernels") else 3
    if clause == "device_type" and directive in ("init", "shutdown", "set"):
        return 1
    return 1 if clause in _ONE_ARGUMENT else None


RULE = DirectiveRule(
    code="LW120",
    title="too many arguments",
    severity="error",
    section="2.5.10",
    why="Further arguments have no meaning. `num_gangs` takes up to three on `parallel`, one on `kernels`.",
    wrong="""\
void f(int n, float *a) {
#pragma acc parallel loop num_workers(4, 2)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop num_workers(4)
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
)
