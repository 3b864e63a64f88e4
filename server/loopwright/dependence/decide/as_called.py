"""A loop in the programs of its callers, where its accesses stand with what each call passes: what is so there in every call is so at all.

That counts only if all calls are in sight and followed to the loop. How often the loop stands in the program of a caller shows that: as
often for each call as in the program of the function that is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from loopwright.dependence.decide.bodies import FindProgram
from loopwright.dependence.decide.conflicts import Independence, examine
from loopwright.dependence.decide.findings import judged
from loopwright.dependence.decide.others import speak_against
from loopwright.dependence.decide.relations import OverBudget
from loopwright.dependence.model.program import Access, Effect, Program, accesses_in, flat
from loopwright.dependence.model.verdict import FindOrigin, LoopVerdict
from loopwright.dependence.pointsto.units import Known, Units
from loopwright.source.outline import Loop
from loopwright.source.text import Span

_Holds = Callable[[Program, int], bool]
_DEEPEST = 3  # functions between a caller and the loop
MOST_ACCESSES = 600  # of a caller whose own callers are asked, too: their programs hold all of it again


class _Instance(NamedTuple):
    """The loop as it stands in a program: its number there, the call that leads to it if there is one."""

    number: int
    call: Span | None


class Calls:
    """The calls that lead to a ``loop`` of the first file, which stands in the function ``inner``."""

    def __init__(self, units: Units, inner: Known, loop: Loop, program_at: FindProgram) -> None:
        self._units, self._inner, self._loop, self._program_at = units, inner, loop, program_at

    def keep_apart(self, first: Span, second: Span) -> bool:
        """Whether two accesses of the loop, by where they stand, never meet in two iterations, whoever calls."""
        return self._hold(self._inner, lambda program, loop: _are_apart(program, loop, first, second), 0)

    def prove(self, verdict: LoopVerdict, atomic: bool, origin_of: FindOrigin) -> bool:
        """Whether the loop is what a verdict says of it without the assumptions, whoever calls."""

        def holds(program: Program, loop: int) -> bool:
            found = judged(program, loop, atomic, origin_of)
            return found.verdict == "proved" and _needs(found) == _needs(verdict)

        return self._hold(self._inner, holds, 0)

    def lines(self) -> list[str]:
        """Where the function is called."""
        line_of = self._units.outlines[0].source.lines.line_of
        return [str(line_of(call) + 1) for call in sorted(call for _, call in self._calls_of(self._inner))]

    def _hold(self, known: Known, holds: _Holds, depth: int) -> bool:
        """Whether something holds in every call of a function that leads to the loop."""
        calls, own = self._calls_of(known), self._instances(known)
        if not calls or not own or depth == _DEEPEST:
            return False
        for caller, call in calls:
            program = self._program(caller)
            inside = [each for each in self._instances(caller) if each.call is not None and each.call.start == call]
            if program is None or len(inside) != len(own) or not all(_passes_at_once(program, i.call) for i in inside):
                return False
            if speak_against(self._units.outlines[0], caller.function, self._program_at):
                return False
            if _all(holds, program, inside):
                continue
            if len(program.body.accesses) > MOST_ACCESSES or not self._hold(caller, holds, depth + 1):
                return False
        return True

    def _calls_of(self, known: Known) -> list[tuple[Known, int]]:
        """The functions that call one, each with where the call begins; none where there may be more."""
        units, name = self._units, known.name
        closed = units.is_static(known) or units.is_whole
        if not closed or units.has_hidden_ways or units.definition(0, name) != known:
            return []
        found = []
        for mention in units.mentions.get(name, ()):
            caller = self._around(mention.start) if mention.is_called and mention.unit == 0 else None
            if caller is None:
                return []
            found.append((caller, mention.start))
        return found

    def _around(self, offset: int) -> Known | None:
        """The function of the first file that an offset is in, ``None`` for one that is not all in sight."""
        for each in self._units.definitions.values():
            for known in each:
                if known.unit == 0 and known.function.body.contains(Span(offset, offset)):
                    return known if self._units.is_plain(known) else None
        return None

    def _program(self, known: Known) -> Program | None:
        program = self._program_at(self._units.outlines[0], known.function.span)
        return program if program is not None and not program.alternatives else None

    def _instances(self, known: Known) -> list[_Instance]:
        """The loop wherever it stands in the program of a function."""
        program = self._program(known)
        found = []
        for number, nest in program.nests.items() if program is not None else ():
            if nest.frame.start != self._loop.span.start:
                continue
            own = [a for a in accesses_in(nest.body) if a.origin is not None and self._loop.span.contains(a.origin)]
            calls = {access.span if access.span != access.origin else None for access in own}
            if len(calls) != 1:
                return []
            found.append(_Instance(number, calls.pop()))
        return found


def _all(holds: _Holds, program: Program, inside: list[_Instance]) -> bool:
    try:
        return all(holds(program, each.number) for each in inside)
    except OverBudget:
        return False


def _passes_at_once(program: Program, call: Span | None) -> bool:
    """Whether nothing is changed while the arguments of a call are worked out, which happens in any order."""
    return call is not None and not any(
        item.span != call and call.contains(item.span)
        for item in flat(program.body)
        if isinstance(item, Effect) or item.writes
    )


def _are_apart(program: Program, loop: int, *spans: Span) -> bool:
    first, second = ([access for access in _at(program, span) if loop in access.loops] for span in spans)
    return bool(first and second) and all(
        examine(program, loop, one, other) == Independence()
        for one in first
        for other in second
        if one.writes or other.writes
    )


def _at(program: Program, span: Span) -> list[Access]:
    """What a program does at a place of the file, wherever it calls that."""
    return [access for access in accesses_in(program.body) if access.origin == span]


def _needs(verdict: LoopVerdict) -> object:
    """What clauses have to say for the loop to be independent."""
    of_iterations = frozenset((one.variable, one.operator) for one in verdict.reductions)
    return of_iterations, frozenset(verdict.private), frozenset(verdict.shared), bool(verdict.updates)
