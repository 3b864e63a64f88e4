"""The last word on a verdict: what every caller of a function passes decides whether names may lead to one piece of memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from loopwright.dependence.decide import aliases
from loopwright.dependence.decide.as_called import Calls
from loopwright.dependence.decide.bodies import FindProgram
from loopwright.dependence.decide.conflicts import Independence, examine, rows_are_apart
from loopwright.dependence.model.program import Access, Program, in_turns
from loopwright.dependence.model.values import Index
from loopwright.dependence.model.verdict import NO_EFFECT, Apart, FindOrigin, LoopVerdict, Origin
from loopwright.dependence.pointsto.distinct import Distinct
from loopwright.dependence.pointsto.exclusive import exclusive_of
from loopwright.dependence.pointsto.machine import Access as Lvalue
from loopwright.dependence.pointsto.passed import are_one_or_apart
from loopwright.dependence.pointsto.sites import Sites, sites_alone, sites_of
from loopwright.dependence.pointsto.units import Known, Units, units_of
from loopwright.lang.second_names import second_names
from loopwright.source.kept import once
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.text import Span

_MOST_LINES = 4
_OWN_MEMBERS = "each of these members holds memory of its own in every object"
_SET_APART = "they are apart as this function makes them"
_ONE_MEMORY = "what such a member leads to in two objects is one piece of memory or two"


def origins_in(outline: Outline) -> FindOrigin:
    """Finds the function around a place of the file, so that a verdict does not depend on where that stands."""

    @cache
    def placed(span: Span) -> Origin | None:
        around = [function for function in outline.functions if function.span.contains(span)]
        if not around:
            return None
        inner = max(around, key=lambda function: function.span.start)  # a method of a class in a function
        if len(outline.functions_by_name[inner.name.split("::")[-1]]) != 1:
            return None
        start = inner.span.start
        return Origin(inner.name, span.start - start, span.end - start)

    def find(access: Access) -> Origin | None:
        if access.origin is not None:
            return placed(access.origin)
        if access.expanded is None:
            return None
        macro, text = access.expanded
        there = placed(Span(macro, macro))
        return there._replace(text=text) if there is not None else None

    return find


def with_callers(outline: Outline, loop: Loop, verdict: LoopVerdict, program_at: FindProgram) -> LoopVerdict:
    """The verdict without the assumptions about overlap that hold wherever the function is called."""
    if verdict.verdict != "assumed" or not verdict.apart or loop.function is None:
        return verdict
    given = _given_to(program_at(outline, loop.function.span))
    is_asked = loop.function.kind == "host" and any(_may_be_set_apart(pair, given) for pair in verdict.apart)
    alone = sites_alone(outline, loop.function) if is_asked else None
    apart = [pair for pair in verdict.apart if alone is None or not _is_set_apart(outline, loop, alone, pair)]
    shared = [pair for pair in apart if not _are_own_members(outline, loop, loop.function, pair)]
    left = of_callers = [pair for pair in shared if not _are_one_memory(outline, loop, loop.function, pair, program_at)]
    sites = sites_of(outline) if left and may_be_closed(outline, loop.function) else None
    if sites is not None:
        left = [pair for pair in left if not _is_apart(outline, loop, sites, pair, program_at)]
    met = left
    if sites is not None:
        left = [pair for pair in left if not _may_be_one(outline, loop, sites, pair, program_at)]
    if len(left) == len(verdict.apart):
        return verdict
    before = aliases.sentences([pair.names for pair in verdict.apart if not pair.rows])
    settled = {pair.names[0] for pair in verdict.apart if pair.rows} - {pair.names[0] for pair in left if pair.rows}
    others = [text for text in verdict.assumptions[len(before) :] if text not in settled]
    assumptions = (*aliases.sentences([pair.names for pair in left if not pair.rows]), *others)
    if assumptions == verdict.assumptions:
        return verdict
    of = _told_of([pair for pair in of_callers if pair not in left]) if left else ""
    told = "; ".join(
        ([_SET_APART] if len(apart) < len(verdict.apart) else [])
        + ([_OWN_MEMBERS] if len(shared) < len(apart) else [])
        + ([_ONE_MEMORY] if len(of_callers) < len(shared) else [])
        + ([_told(sites, loop.function, len(left) < len(met)) + of] if len(left) < len(of_callers) and sites else [])
    )
    kept = replace(verdict, assumptions=assumptions, apart=tuple(left))
    if assumptions:
        return replace(kept, reason=f"independent if {' and '.join(assumptions)}; {told}")
    return replace(kept, verdict="proved", reason=f"{verdict.argument}; {told}", argument="")


def proved_in_callers(
    outline: Outline, loop: Loop, verdict: LoopVerdict, atomic: bool, program_at: FindProgram
) -> LoopVerdict:
    """The verdict without its assumptions where the loop needs none in any call of its function, with what is passed there."""
    if verdict.verdict != "assumed" or loop.function is None or not may_be_closed(outline, loop.function):
        return verdict
    # What a call does hangs on no argument, and of overlap the call sites have said all that they can.
    if any(text.endswith(NO_EFFECT) for text in verdict.assumptions) or any(not pair.rows for pair in verdict.apart):
        return verdict
    units = units_of(outline)
    known = _known(units, loop)
    if known is None:
        return verdict
    calls = Calls(units, known, loop, program_at)
    key = (Calls.prove, loop.span.start, atomic, verdict)
    if not once(outline, key, lambda: calls.prove(verdict, atomic, origins_in(outline))):
        return verdict
    told = f"that holds for what {_callers_told(calls.lines())}"
    kept = replace(verdict, verdict="proved", reason=f"{verdict.argument}; {told}", argument="")
    return replace(kept, assumptions=(), apart=(), preconditions=())


def may_be_closed(outline: Outline, function: Function) -> bool:
    """Whether it is worth to look for the callers."""
    if not outline.asks_callers or any(second_names(file) for file in (outline, *outline.units)):
        return False
    head = outline.source.slice(Span(function.span.start, function.body.start))
    return "static" in head.split() or any("main" in file.functions_by_name for file in (outline, *outline.units))


def may_hear_callers(outline: Outline, function: Function) -> bool:
    """Whether a verdict on a loop of ``function`` may depend on what the rest of the program does with it."""
    return outline.asks_callers and (outline.source.language != "c" or may_be_closed(outline, function))


def ask_callers(outline: Outline, check: Callable[[], None] = lambda: None) -> bool:
    """Follow the pointers of the program around a file, so that verdicts on it need not wait for that; ``False`` if there is nothing to
    follow. Whoever wants a verdict meanwhile goes first; ``check`` is called now and then and may raise."""
    if not any(may_be_closed(outline, function) for function in outline.functions):
        return False
    with in_turns() as let_others:

        def pause() -> None:
            let_others()
            check()

        return sites_of(outline, pause) is not None


def _given_to(program: Program | None) -> frozenset[str]:
    """The names of pointers that a function did not make: its parameters, and variables of the file."""
    roots = program.roots.values() if program is not None else ()
    return frozenset(r.name for r in roots if r.kind == "parameter" or (r.kind == "global" and r.type.is_pointer))


def _may_be_set_apart(pair: Apart, given: frozenset[str]) -> bool:
    """Whether a function may itself set two ways to different memory: one leads through a member or a variable of its own."""
    if pair.rows:
        return pair.names[0] not in {rows_are_apart(name) for name in given}
    return not given.issuperset(pair.names)


def _is_set_apart(outline: Outline, loop: Loop, sites: Sites, pair: Apart) -> bool:
    """Whether the function around a loop itself sets two ways to different memory, however it is called."""
    return _are_own_rows(outline, loop, sites, pair) if pair.rows else _never_meet(outline, loop, sites, pair)


def _are_own_rows(outline: Outline, loop: Loop, sites: Sites, pair: Apart) -> bool:
    """Whether both accesses are in rows that were allocated one by one."""
    spans = span_of(outline, pair.first), span_of(outline, pair.second)
    return all(span is not None and sites.in_own_rows(loop.span.start, span) for span in spans)


def _never_meet(outline: Outline, loop: Loop, sites: Sites, pair: Apart) -> bool:
    ends = [
        Lvalue(sites.unit, span.start, span.end, text=origin.text)
        for origin in (pair.first, pair.second)
        if origin is not None and (span := span_of(outline, origin)) is not None
    ]
    return len(ends) == 2 and sites.apart(loop.span.start, *ends)


def _is_apart(outline: Outline, loop: Loop, sites: Sites, pair: Apart, program_at: FindProgram) -> bool:
    first, second = span_of(outline, pair.first), span_of(outline, pair.second)
    if first is None or second is None:
        return False
    if pair.rows:
        if _are_own_rows(outline, loop, sites, pair):
            return True
        known = _known(sites.units, loop)
        if known is None:
            return False
        calls = Calls(sites.units, known, loop, program_at)
        return once(outline, (Calls, loop.span.start, first, second), lambda: calls.keep_apart(first, second))
    return _never_meet(outline, loop, sites, pair) or _are_distinct(sites, loop, pair.names)


def _may_be_one(outline: Outline, loop: Loop, sites: Sites, pair: Apart, program_at: FindProgram) -> bool:
    """Whether two accesses keep iterations apart in all calls, those that give their pointers the same address among them."""
    known = _known(sites.units, loop)
    program, first, second = _accesses_of(outline, loop, pair, program_at)
    given = [_parameter_of(program, each) for each in (*first, *second)] if program is not None else []
    if known is None or "" in given or len({*given}) != 2:
        return False
    return _are_independent_in_one(outline, loop, pair, program_at) and are_one_or_apart(
        sites, known, *dict.fromkeys(given)
    )


def _are_independent_in_one(outline: Outline, loop: Loop, pair: Apart, program_at: FindProgram) -> bool:
    """Whether two accesses keep iterations apart where both are of the memory that the first is of, in the same way from its
    beginning."""
    program, first, second = _accesses_of(outline, loop, pair, program_at)
    if program is None:
        return False
    number = program.by_start[loop.span.start]
    return all(
        one.element == other.element
        and _leads_one_way(one)
        and _leads_one_way(other)
        and examine(program, number, one, _in_memory_of(one, other)) == Independence()
        for one in first
        for other in second
        if one.writes or other.writes
    )


def _accesses_of(
    outline: Outline, loop: Loop, pair: Apart, program_at: FindProgram
) -> tuple[Program | None, list[Access], list[Access]]:
    """The program of the function around a loop and what the loop does at the two places of a pair; no program if there is nothing."""
    is_told = loop.function is not None and not pair.rows and not pair.numbers
    program = program_at(outline, loop.function.span) if loop.function is not None and is_told else None
    number = program.by_start.get(loop.span.start) if program is not None else None
    if program is None or number is None:
        return None, [], []
    spans = span_of(outline, pair.first), span_of(outline, pair.second)
    placed = (program.by_origin.get(span, ()) if span is not None else () for span in spans)
    first, second = ([each for each in there if number in each.loops] for there in placed)
    return (program, first, second) if first and second else (None, [], [])


def _leads_one_way(access: Access) -> bool:
    """Whether the way to the object that an access is of is the same in all iterations."""
    return all(
        not isinstance(step, Index) or (step.value is not None and not step.value.terms)
        for step in access.place.steps[: access.place.object_length]
    )


def _in_memory_of(one: Access, other: Access) -> Access:
    """``other`` as an access of what ``one`` is of."""
    way, rest = one.place.steps[: one.place.object_length], other.place.steps[other.place.object_length :]
    return replace(other, place=other.place._replace(root=one.place.root, steps=(*way, *rest)))


def _parameter_of(program: Program, access: Access) -> str:
    """The parameter that an access is an element behind, as it was when the function was called; empty for all else."""
    root, steps = program.roots[access.place.root], access.place.steps
    is_given = root.kind == "parameter" and root.pointed and root.taken_in is None
    direct = len(steps) == 1 and isinstance(steps[0], Index) and not steps[0].loaded
    is_own = access.place.root == f"*{root.name}" and access.span == access.origin
    return root.name if is_given and direct and is_own else ""


def _are_own_members(outline: Outline, loop: Loop, function: Function, pair: Apart) -> bool:
    """Whether the class keeps what two members lead to apart."""
    names = _ways_of(outline, function, pair)
    return bool(names) and exclusive_of(units_of(outline)).apart(0, function, loop.span.start, *names)


def _are_one_memory(outline: Outline, loop: Loop, function: Function, pair: Apart, program_at: FindProgram) -> bool:
    """Whether two objects share all of what such a member leads to or nothing, and iterations are apart where it is all."""
    names = _ways_of(outline, function, pair)
    return (
        bool(names)
        and exclusive_of(units_of(outline)).one_or_apart(0, function, loop.span.start, *names)
        and _are_independent_in_one(outline, loop, pair, program_at)
    )


def _ways_of(outline: Outline, function: Function, pair: Apart) -> tuple[str, ...]:
    """The ways to two members of objects, as `this->a` and `grid->b`; nothing for what else has to be apart."""
    if (
        outline.source.language == "c"
        or not outline.asks_callers
        or pair.rows
        or len(pair.names) != 2
        or not all("->" in name or "." in name for name in pair.names)
    ):
        return ()
    names = tuple(name.replace(".", "->") for name in pair.names)
    if any(not name.startswith("this->") for name in names):
        # Names are those of the function only where it is its own text.
        if any(origin is None or origin.function != function.name for origin in (pair.first, pair.second)):
            return ()
    return names


def _are_distinct(sites: Sites, loop: Loop, names: tuple[str, ...]) -> bool:
    """Whether two references of the function never name one object."""
    known = _known(sites.units, loop) if len(names) == 2 else None
    return known is not None and Distinct(sites.units).are(known, names[0], names[1])


def _known(units: Units, loop: Loop) -> Known | None:
    """The function around a loop."""
    found = units.known_of(loop.function) if loop.function is not None else []
    return found[0] if len(found) == 1 else None


def span_of(outline: Outline, origin: Origin | None) -> Span | None:
    if origin is None:
        return None
    (function,) = outline.functions_by_name[origin.function.split("::")[-1]]
    return Span(function.span.start + origin.start, function.span.start + origin.end)


def _told(sites: Sites, function: Function, or_one: bool) -> str:
    """Who passes what; ``or_one`` says that some may pass one pointer twice."""
    callers = sites.callers(function)
    if not callers:
        return "they are apart wherever they are set in this program"
    own = sites.units.outlines[sites.unit].source.name
    return (
        f"{_callers_told([str(line) if file == own else f'{file}:{line}' for file, line in callers])} distinct memory"
        + (" or one pointer twice" if or_one else "")
    )


def _told_of(settled: list[Apart]) -> str:
    """What callers keep apart, where something is left that they do not."""
    names = [
        text.removesuffix(" do not overlap").removesuffix(" does not overlap")
        for text in aliases.sentences([p.names for p in settled if not p.rows])
    ]
    rows = [pair.names[0].removesuffix(" do not overlap") for pair in settled if pair.rows]
    return f" for {' and for '.join((*names, *rows))}"


def _callers_told(places: list[str]) -> str:
    """`the only caller (line 5) passes`."""
    shown = ", ".join(places[:_MOST_LINES]) + (" …" if len(places) > _MOST_LINES else "")
    if len(places) == 1:
        return f"the only caller (line {shown}) passes"
    return f"all {len(places)} callers (lines {shown}) pass"
