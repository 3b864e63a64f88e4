"""Which directives a trial says something about: it runs what the analysis would write, and not each candidate by itself."""

from __future__ import annotations

from collections.abc import Mapping

from loopwright.dependence.decide.sections import DataFact
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.openacc.gangs import shares_out
from loopwright.source.outline import Loop
from loopwright.suggest.claims import MOVES, listed, taken_together
from loopwright.suggest.facts import LoopFacts

_BACK = frozenset(("copy", "present"))


def is_covered(directive: Directive, loop: Loop, facts: LoopFacts) -> bool:
    """Whether ``directive`` says of ``loop`` what a trial with ``facts`` ran, or leaves it unsaid: the same sections in the same
    direction or both ways, no other private variable, no other reduction, no more loops together. That data is on the device
    already (`present`, or no clause at all) is told with the candidate; the trial has it there. It runs each iteration once and gives back
    what is summed: neither does a `parallel` that shares nothing out, nor a `serial` that says nothing of the sum."""
    known = {fact.variable: fact for fact in facts.data}
    moved = all(
        _is_moved_so(clause.name, item, known)
        for clause in directive.clauses
        if clause.name in MOVES
        for item in clause.entries
    )
    private = listed(directive, "private") <= {*facts.verdict.private, loop.header.variable or ""}
    reduced = listed(directive, "reduction") <= {reduction.variable for reduction in facts.verdict.reductions}
    return (
        moved
        and private
        and reduced
        and _runs_once(directive, loop)
        and _gives_back(directive, facts)
        and taken_together(directive) <= max(1, facts.collapse)
    )


def _runs_once(directive: Directive, loop: Loop) -> bool:
    above = (parse_directive(pragma.text) for pragma in loop.pragmas if pragma.sentinel == "acc")
    return directive.name != "parallel" or any(map(shares_out, above))


def _gives_back(directive: Directive, facts: LoopFacts) -> bool:
    """Whether what iterations sum is there afterwards: without a clause a scalar of `parallel` and `serial` is a copy (OpenACC 3.4, 2.6.2).
    Of a `loop` alone the construct around it may say so."""
    if not directive.name.startswith(("parallel", "serial")):
        return True
    summed = {reduction.variable for reduction in facts.verdict.reductions if reduction.is_scalar}
    return summed <= {name for clause in ("reduction", *_BACK) for name in listed(directive, clause)}


def _is_moved_so(clause: str, item: str, known: Mapping[str, DataFact]) -> bool:
    fact = known.get(item.partition("[")[0])
    if fact is None:
        return True  # more than it needs
    if "".join(item.split()) == "".join(fact.argument.split()):
        return clause in (fact.clause, "copy")
    # All of an array is no less than a section; with `copyout` what the loop does not write would come back unwritten.
    return "[" not in item and (clause == "copy" or clause == fact.clause == "copyin")
