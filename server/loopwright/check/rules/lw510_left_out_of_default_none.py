"""LW510: default(none) and a variable left out (OpenACC 3.4, 2.5.16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import NUMBERS, Context
from loopwright.check.edits import appended
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.declarations import Declaration
from loopwright.openacc.constructs import COMPUTE, Construct
from loopwright.openacc.findings import Fix, Related
from loopwright.openacc.names import DATA
from loopwright.source.headers import read_header
from loopwright.source.nodes import within
from loopwright.source.text import Span


@dataclass(frozen=True)
class LeftOutOfDefaultNone(Problem):
    """Default(none) and a variable left out."""

    name: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`default(none)`: `{self.name}` is used but stands in no data clause"


def check(context: Context) -> Iterator[LeftOutOfDefaultNone]:
    """A variable of the region that no clause names."""
    default = context.construct.node.clause("default")
    if default is None or not context.is_default_none:
        return
    named, loops = _named(context), _loop_variables(context)
    for use in context.accesses:
        if use.name in named or use.name in loops or _is_constant(context, use.declaration):
            continue
        named.add(use.name)
        related = (Related(Span(use.node.start_byte, use.node.end_byte), "used here"),)
        yield LeftOutOfDefaultNone(default.span, use.name, related=related)


def fix(context: Context, problem: LeftOutOfDefaultNone) -> Fix | None:
    """A scalar is copied to each gang."""
    unit, construct = context.unit, context.construct
    declaration = unit.declarations.lookup(problem.name, construct.region.end - 1)
    if declaration is None or unit.declarations.category(declaration) not in NUMBERS:
        return None
    return appended(construct, f"firstprivate({problem.name})") if "firstprivate" in context.spec.clauses else None


def _is_constant(context: Context, declaration: Declaration) -> bool:
    """Whether a value is all that the region needs of it. What a pointer to constants points to is memory."""
    return declaration.const and context.unit.declarations.category(declaration) != "pointer"


def _named(context: Context) -> set[str]:
    """What the clauses of the construct, of those in it and around it, and of `declare` name."""
    unit, construct = context.unit, context.construct
    named: set[str] = set()
    for other in (construct, *unit.inside(construct), *unit.whole.declares):
        named.update(v.name for clause in other.node.clauses for v in clause.variables)
    holder: Construct | None = construct
    while holder is not None:
        named.update(v.name for clause in holder.node.all(*DATA) for v in clause.variables)
        holder = holder.parent
    return named


def _loop_variables(context: Context) -> set[str]:
    region = context.construct.region
    found: set[str] = set()
    for node in within(context.unit.source.tree.root_node, region):
        if node.type == "for_statement" and node.start_byte >= region.start:
            header = read_header(node)
            if header.variable:
                found.add(header.variable)
    return found


RULE = DirectiveRule(
    code="LW510",
    title="default(none) and a variable left out",
    severity="warning",
    section="2.5.16",
    why="`default(none)` asks for every variable to be named. gcc refuses the program, clang says nothing.",
    wrong="""\
void f(int n, float *a, float *b) {
#pragma acc parallel loop default(none) copyout(a[0:n]) firstprivate(n)
  for (int i = 0; i < n; i++) a[i] = b[i];
}
""",
    right="""\
void f(int n, float *a, float *b) {
#pragma acc parallel loop default(none) copyout(a[0:n]) copyin(b[0:n]) firstprivate(n)
  for (int i = 0; i < n; i++) a[i] = b[i];
}
""",
    check=check,
    fix=fix,
    on=COMPUTE,
)
