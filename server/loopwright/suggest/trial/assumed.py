"""What a verdict assumes, as conditions that the watched version asks where they matter: an input for which one does not hold says
nothing of the loop and is set aside."""

from __future__ import annotations

from dataclasses import dataclass, field

from loopwright.dependence.decide.bounds import atom, expressible
from loopwright.dependence.decide.conflicts import examine
from loopwright.dependence.decide.pairs import pairs
from loopwright.dependence.decide.relations import OverBudget
from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.linear import Linear
from loopwright.source.text import Span, names_in

_NOWHERE: frozenset[str] = frozenset()


@dataclass
class Assumed:
    """Conditions of C: those ``before`` the loop, and those right before the access at a place."""

    before: list[str] = field(default_factory=list)
    at: dict[Span, list[str]] = field(default_factory=dict)


def assumed(program: Program, loop: int, verdict: LoopVerdict) -> Assumed:
    """Those of the assumptions of ``verdict`` that can be asked. A subscript that has to stay inside its row is asked for where it
    is used: before the loop nobody knows how far the loops within go."""
    found = Assumed()
    if verdict.verdict != "assumed":
        return found
    written = _scalars_written(program, loop)
    told: set[str] = set()
    for access, text, numbers in _with_numbers(program, loop, verdict):
        conditions = [_condition(program, loop, access, number, written) for number in numbers]
        if None not in conditions:
            told.add(text)
            kept = found.at.setdefault(access.span, [])
            kept += [code for code in conditions if code is not None and code not in kept]
    found.before += [code for text, code in verdict.preconditions if text not in told]
    return found


def _with_numbers(program: Program, loop: int, verdict: LoopVerdict) -> list[tuple[Access, str, tuple[Linear, ...]]]:
    """Each assumption that holds where some numbers are not negative, with the access that it is about."""
    found = []
    try:
        for pair in pairs(program, loop, _NOWHERE):
            for text, numbers in examine(program, loop, *pair).assumptions:
                if numbers and text in verdict.assumptions:
                    found += [(access, text, numbers) for access in dict.fromkeys(pair)]
    except OverBudget:  # as many as were found can be asked
        pass
    return found


def _condition(program: Program, loop: int, access: Access, number: Linear, written: frozenset[str]) -> str | None:
    """That ``number`` is not negative, at ``access``; ``None`` where it cannot be said there."""
    counters = {program.frames[around].iterator: program.frames[around].variable for around in access.loops}
    value = Linear(number.constant)
    for product, factor in number.terms:
        part = Linear(factor)
        for name in product:
            counter = counters.get(name)
            known = atom(counter) if counter else expressible(program, loop, name)
            if known is None or (not counter and written & set(names_in(known.text()))):
                return None
            part = part.times(known)
        value = value.plus(part)
    if any("[" in name or "(" in name for name in value.names):  # what is read again may be another value by then
        return None
    wide = tuple((tuple(f"(long long)({name})" for name in product), factor) for product, factor in value.terms)
    return f"{Linear(value.constant, wide).text()} >= 0"


def _scalars_written(program: Program, loop: int) -> frozenset[str]:
    """Variables that the loop changes: what they were before it is not known within."""
    accesses = accesses_in(program.nests[loop].body)
    return frozenset(program.roots[a.place.root].name for a in accesses if a.writes and a.is_scalar)
