"""Arrays of which each iteration needs a copy of its own, as they carry something from one to another.

What each iteration fills before it reads it *may* have a copy for each iteration. Where iterations use elements of their own anyway,
as in an output that nobody reads, a copy of the whole array for each of them is nothing but memory.
"""

from __future__ import annotations

from loopwright.dependence.decide.arrays import private_arrays
from loopwright.dependence.decide.conflicts import examine
from loopwright.dependence.decide.pairs import pairs
from loopwright.dependence.decide.relations import OverBudget
from loopwright.dependence.model.program import Program


def work_arrays(program: Program, loop: int) -> frozenset[str]:
    """Roots of the arrays that are private to an iteration of ``loop``, and have to be."""
    return frozenset(
        root for root in private_arrays(program, loop) if not _has_elements_of_its_own(program, loop, root)
    )


def _has_elements_of_its_own(program: Program, loop: int, root: str) -> bool:
    others = frozenset(program.roots) - {root}
    try:
        answers = [examine(program, loop, first, second) for first, second in pairs(program, loop, others)]
    except OverBudget:
        return False
    return all(answer.conflict is None and not answer.assumptions and not answer.apart for answer in answers)
