"""LW608: reduced with another operator than the loop's (OpenACC 3.4, 2.9.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import Construct
from loopwright.openacc.findings import Fix, Related
from loopwright.openacc.nodes import ClauseNode
from loopwright.openacc.regions import reduction_operator
from loopwright.openacc.spec import load_spec
from loopwright.source.edits import Edit

# Of truth values these come to the same.
_ALIKE = (frozenset(("&", "&&", "*", "min")), frozenset(("|", "||", "+", "max", "^")))


@dataclass(frozen=True)
class AnotherOperator(Problem):
    """Reduced with another operator than the loop's."""

    name: str
    written: str
    operator: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"the loop puts `{self.name}` together with `{self.operator}`, and the clause says `{self.written}`"


def check(context: Context) -> Iterator[AnotherOperator]:
    """A number that the clause gives another start and another sum than the loop does."""
    races = context.races
    for reduction in races.verdict.reductions if races is not None else ():
        if races is None or not reduction.is_scalar or reduction.is_flag:
            continue
        clause = _clause_of(context.construct, reduction.variable)
        written = reduction_operator(clause) if clause is not None else ""
        if clause is None or written not in load_spec().reduction_operators or written == reduction.operator:
            continue
        if _may_be_truth(written, reduction.operator):
            continue
        where = races.first_uses.get(reduction.variable)
        related = (Related(where, "put together here"),) if where is not None else ()
        span = next(v.span for v in clause.variables if v.name == reduction.variable)
        yield AnotherOperator(span, reduction.variable, written, reduction.operator, related=related)


def _clause_of(construct: Construct, name: str) -> ClauseNode | None:
    """The clause of the directive itself that reduces a variable."""
    clauses = construct.node.all("reduction")
    return next((clause for clause in clauses if any(v.name == name for v in clause.variables)), None)


def _may_be_truth(written: str, operator: str) -> bool:
    """Whether the two are the same for 0 and 1, which is often all that a variable holds. Of numbers alone `+` and `max` differ."""
    bits = {"&", "&&", "|", "||", "^"}
    return bool({written, operator} & bits) and any({written, operator} <= alike for alike in _ALIKE)


def fix(context: Context, problem: AnotherOperator) -> Fix | None:
    """The operator of the loop, where the clause names nothing else."""
    clause = _clause_of(context.construct, problem.name)
    if clause is None or clause.argument is None or len(clause.items) != 1 or len(clause.argument.lead) != 1:
        return None
    return Fix(f"Change to `{problem.operator}`", (Edit(clause.argument.lead[0].span, problem.operator),))


RULE = DirectiveRule(
    code="LW608",
    title="reduced with another operator",
    severity="warning",
    section="2.9.11",
    why=(
        "Each gang begins with the neutral value of the clause's operator, and the parts are put together with it: "
        "the result is another than the loop's. No compiler at hand reports this."
    ),
    wrong="""\
float f(int n, float *a) {
  float p = 1;
#pragma acc parallel loop copyin(a[0:n]) reduction(+:p)
  for (int i = 0; i < n; i++) p *= a[i];
  return p;
}
""",
    right="""\
float f(int n, float *a) {
  float p = 1;
#pragma acc parallel loop copyin(a[0:n]) reduction(*:p)
  for (int i = 0; i < n; i++) p *= a[i];
  return p;
}
""",
    check=check,
    fix=fix,
)
