"""What the model wrote, made to agree with what the analysis knows."""

from __future__ import annotations

from dataclasses import replace

from loopwright.dependence.verdict import LoopVerdict
from loopwright.openacc.directive import Clause, normalised, parse_directive


def repaired(text: str, verdict: LoopVerdict) -> str | None:
    """The directive with the reductions that the loop has, in place of those it names; ``None`` where a construct
    without `loop` leaves no place for them or the loop is refuted."""
    if verdict.verdict == "refuted":
        return None
    directive = parse_directive(text)
    if not verdict.reductions:
        return normalised(text)
    if "loop" not in directive.name.split():
        return None
    if directive.clause("seq") is not None:
        return normalised(text)
    by_operator: dict[str, list[str]] = {}
    for reduction in verdict.reductions:
        by_operator.setdefault(reduction.operator, []).append(reduction.variable)
    wanted = [Clause("reduction", f"{operator}:{','.join(names)}") for operator, names in by_operator.items()]
    kept = [clause for clause in directive.clauses if clause.name != "reduction"]
    return str(replace(directive, clauses=(*kept, *wanted)))
