"""Which directives a trial says something about: it runs what the analysis would write, and not each candidate by itself."""

from __future__ import annotations

from collections.abc import Mapping

from loopwright.dependence.decide.sections import DataFact
from loopwright.openacc.directive import Directive
from loopwright.source.outline import Loop
from loopwright.suggest.claims import MOVES, listed, taken_together
from loopwright.suggest.facts import LoopFacts


def is_covered(directive: Directive, loop: Loop, facts: LoopFacts) -> bool:
    """Whether ``directive`` says of ``loop`` what a trial with ``facts`` ran, or leaves it unsaid: the same sections in the same
    direction or both ways, no other private variable, no other reduction, no more loops together. That data is on the device
    already (`present`, or no clause at all) is told with the candidate; the trial has it there."""
    known = {fact.variable: fact for fact in facts.data}
    moved = all(
        _is_moved_so(clause.name, item, known)
        for clause in directive.clauses
        if clause.name in MOVES
        for item in clause.entries
    )
    private = listed(directive, "private") <= {*facts.verdict.private, loop.header.variable or ""}
    reduced = listed(directive, "reduction") <= {reduction.variable for reduction in facts.verdict.reductions}
    return moved and private and reduced and taken_together(directive) <= max(1, facts.collapse)


def _is_moved_so(clause: str, item: str, known: Mapping[str, DataFact]) -> bool:
    fact = known.get(item.partition("[")[0])
    if fact is None:
        return True  # more than it needs
    if "".join(item.split()) == "".join(fact.argument.split()):
        return clause in (fact.clause, "copy")
    # All of an array is no less than a section; with `copyout` what the loop does not write would come back unwritten.
    return "[" not in item and (clause == "copy" or clause == fact.clause == "copyin")
