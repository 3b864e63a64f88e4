"""Names that are assumed to be apart, in the functions that call: where a call gives them one object in which they meet, that is no assumption.

Bodies in sight are walked with their arguments, so that the program of a caller holds the accesses of a loop as they are in that call. Such a
program holds all that its function calls, and that of the outermost one the whole file: a caller is asked only for what a call of it could
still tell, and nobody is asked who calls one that is large. What is left of the condition then is still assumed, and it is said who was not
asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from loopwright.dependence.decide.as_called import MOST_ACCESSES
from loopwright.dependence.decide.bodies import FindProgram
from loopwright.dependence.decide.callers import may_hear_callers, span_of
from loopwright.dependence.decide.conflicts import Independence, examine, where_they_meet
from loopwright.dependence.decide.relations import OverBudget
from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.values import Place
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.template_arguments import type_parameters
from loopwright.source.kept import kept
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.text import Span, words_in

_MOST_CALLERS = 16
_MOST_TOLD = 3


def met_in_callers(outline: Outline, loop: Loop, verdict: LoopVerdict, program_at: FindProgram) -> LoopVerdict:
    """The verdict, unknown where a call in the file gives two names one object, in which what has to be apart meets."""
    function = loop.function
    if verdict.verdict != "assumed" or function is None or not may_hear_callers(outline, function):
        return verdict
    own = program_at(outline, function.span)
    number = own.by_start.get(loop.span.start) if own is not None else None
    if own is None or number is None:
        return verdict
    inside = {access.origin: access for access in accesses_in(own.nests[number].body)}
    large: dict[str, None] = {}
    for pair in (pair for pair in verdict.apart if not pair.rows):
        first, second = (inside.get(span_of(outline, origin)) for origin in (pair.first, pair.second))
        if first is None or second is None or first.origin is None or second.origin is None:
            continue
        here = _Pair(own, number, first, second)
        # As the function itself tells, where a reference in an object of its own was bound to a variable; else as a call tells.
        met = where_they_meet(*here)
        if not met:
            met, unasked = _met_in_one(outline, function, here, program_at)
            large |= dict.fromkeys(unasked)
        if met:
            meeting = f"{first.text} and {second.text}"
            reason = f"{meeting} may be one element of {met}"
            unknown = replace(verdict, verdict="unknown", reason=reason, assumptions=(), apart=(), argument="")
            return replace(unknown, preconditions=(), meeting=meeting)
    return replace(verdict, reason=f"{verdict.reason}; {_not_asked(list(large))}") if large else verdict


def _not_asked(large: list[str]) -> str:
    """Whose callers were not asked."""
    more = [f"{len(large) - _MOST_TOLD} more"] if len(large) > _MOST_TOLD else []
    *first, last = [*large[:_MOST_TOLD], *more]
    told = f"{', '.join(first)} and {last}" if first else last
    return f"what callers pass to {told} was not followed"


class _Pair(NamedTuple):
    """Two accesses of ``loop`` that have to be apart, in the program of the function around it."""

    program: Program
    loop: int
    first: Access
    second: Access

    def instances(self, program: Program) -> Iterator[tuple[int, Access, Access]]:
        """The loop and both accesses wherever the program of a caller has them."""
        first, second = (self._placed(program, access) for access in (self.first, self.second))
        return ((number, access, second[number]) for number, access in first.items() if number in second)

    def _placed(self, program: Program, access: Access) -> dict[int, Access]:
        outwards = len(access.loops) - access.loops.index(self.loop)
        placed = program.by_origin.get(access.origin, ()) if access.origin is not None else ()
        return {each.loops[-outwards]: each for each in placed if len(each.loops) >= outwards}


def _met_in_one(
    outline: Outline, function: Function, pair: _Pair, program_at: FindProgram
) -> tuple[str, tuple[str, ...]]:
    """The object in which a pair meets in a caller, and the call, empty if in none; and the callers that are too large to ask who calls them."""
    if _is_told_here(outline, function, *pair):
        return "", ()
    waiting = list(_callers_at(outline, function.span))
    told_by_callers = [_last_name(function)]  # functions in which it hangs on what is passed
    large: list[Function] = []
    while (caller := next((each for each in waiting if _names_any(outline, each, told_by_callers)), None)) is not None:
        waiting.remove(caller)
        program = program_at(outline, caller.span)
        told = []
        for number, first, second in pair.instances(program) if program is not None else ():
            assert program is not None
            met = where_they_meet(program, number, first, second)
            if met:
                line = outline.source.lines.line_of(first.span.start) + 1
                return f"{met}, as line {line} calls {function.name}", ()
            told.append(_is_told_here(outline, caller, program, number, first, second))
        if told and all(told):
            continue
        if program is not None and len(program.body.accesses) > MOST_ACCESSES:
            large.append(caller)
        else:
            told_by_callers.append(_last_name(caller))
    return "", tuple(
        each.name for each in large if any(_names_any(outline, one, [_last_name(each)]) for one in waiting)
    )


def _is_told_here(
    outline: Outline, function: Function, program: Program, loop: int, first: Access, second: Access
) -> bool:
    """Whether no caller of a function tells more of two accesses than its own program does."""
    if _are_apart_for_all(program, loop, first, second):
        return True
    is_lost = _is_lost(program, first) or _is_lost(program, second)
    return is_lost and not type_parameters(outline, function.span)  # what is done with a type is known where it is


def _is_lost(program: Program, access: Access) -> bool:
    """Whether a function itself lost sight of where an access is: the pointer that leads there is one of its own, or what it leads to cannot
    be told. In the program of a caller the same text is walked, and loses sight of it in the same place."""
    root = program.roots[(access.seen or access.place).root]
    return not root.one_of and (root.kind == "unknown" or (root.kind == "local" and root.pointed))


def _are_apart_for_all(program: Program, loop: int, first: Access, second: Access) -> bool:
    """Whether no caller of the function can bring two accesses together: they are of two objects, one of which it makes itself, or of one that
    it knows, in which they never meet."""
    one, other = first.seen or first.place, second.seen or second.place
    roots = program.roots[one.root], program.roots[other.root]
    if roots[0].object_of(one) != roots[1].object_of(other):
        return _is_made_here(program, one) or _is_made_here(program, other)
    if one.root != other.root or roots[0].kind == "unknown":
        return False
    try:
        return examine(program, loop, replace(first, place=one), replace(second, place=other)) == Independence()
    except OverBudget:
        return False


def _is_made_here(program: Program, place: Place) -> bool:
    """Whether a place is in a variable of a function that goes with its call, or in memory that it allocates."""
    root = program.roots[place.root]
    if root.view_of is not None:
        root = program.roots[root.view_of]
    is_variable = root.kind == "local" and not root.pointed and not root.type.static and "&" not in root.type.layers
    return (is_variable or root.kind == "heap") and not place.object[2]


@kept
def _callers_at(outline: Outline, at: Span) -> list[Function]:
    """Functions that call the one there, or call one that does; the first few."""
    function = next(each for each in outline.functions if each.span == at)
    found: list[Function] = []
    waiting = [function]
    while waiting and len(found) < _MOST_CALLERS:
        names = [_last_name(waiting.pop())]
        for other in outline.functions:
            if other is not function and other not in found and _names_any(outline, other, names):
                found.append(other)
                waiting.append(other)
    return found[:_MOST_CALLERS]


def _last_name(function: Function) -> frozenset[bytes]:
    """The words of a function's name, which is more than one in `operator new`."""
    return words_in(function.name.split("::")[-1].encode())


def _names_any(outline: Outline, function: Function, names: list[frozenset[bytes]]) -> bool:
    said = _words_at(outline, function.body)
    return any(name <= said for name in names)


@kept
def _words_at(outline: Outline, span: Span) -> frozenset[bytes]:
    return words_in(outline.source.data[span.start : span.end])
