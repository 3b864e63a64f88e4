"""A file → the same file with directives at the loops that deserve them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from loopwright.dependence.decide.judge import judge, nest_of_loop
from loopwright.dependence.decide.sections import DataFact, data_of
from loopwright.lang.symbols import names_within
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.directive import Clause, parse_directive
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.candidates import why_not
from loopwright.suggest.evidence import Candidate, Suggestion
from loopwright.suggest.facts import facts_of
from loopwright.suggest.programs.hoist import hoisted
from loopwright.suggest.region import DataRegion, region_edits, region_for, within_region
from loopwright.suggest.stored_references import fails_with_gcc, reduced_reference
from loopwright.suggest.trips import asks_whether_it_runs, constant_trips

Suggest = Callable[[Outline, Loop], Suggestion]
_DATA = frozenset(("copy", "copyin", "copyout", "create"))
_BRINGS = _DATA | {"present", "deviceptr"}


@dataclass(frozen=True)
class Choice:
    """What was decided for one loop: a candidate, or why none. ``too_small`` says why it does not pay by itself, ``is_assumed`` that
    only an assumption is wanted."""

    loop: Loop
    candidate: Candidate | None
    reason: str
    too_small: str = ""
    is_assumed: bool = False


@dataclass(frozen=True)
class Annotation:
    """The new text and the choices behind it; ``outline`` is the file that they speak of: that which was ``given``, with its locals
    taken out. ``lines`` are those of the file before its loops were rewritten, where any were, for each line of what was given."""

    given: Outline
    outline: Outline
    text: bytes
    choices: tuple[Choice, ...]
    regions: tuple[DataRegion, ...] = ()
    lines: tuple[int, ...] = ()

    def line_of(self, offset: int) -> int:
        """The line, from 1, of the file before it was rewritten in which something of ``outline`` stands."""
        line = self._line_given(offset)
        return self.lines[line] if line < len(self.lines) else line

    def _line_given(self, offset: int) -> int:
        """The line of the file that was given. Lines are added only before loops."""
        line = self.outline.source.lines.line_of(offset) + 1
        starts = [(loop.span.start, number) for number, loop in enumerate(self.outline.loops)]
        before = [each for each in starts if each[0] <= offset]
        if not before:
            return line
        start, number = max(before)
        as_given = self.given.source.lines.line_of(self.given.loops[number].span.start)
        return line + as_given - self.outline.source.lines.line_of(start)


def annotate(
    outline: Outline,
    suggest: Suggest,
    assumed: bool = False,
    least_iterations: int = 64,
    regions: bool = True,
) -> Annotation:
    """Annotate every outermost loop that deserves it; inside a loop that does not, the loops in it are looked at. With
    ``regions`` the data of loops that another loop repeats stays on the device."""
    return written(chosen(outline, suggest, assumed, least_iterations), regions)


@dataclass(frozen=True)
class Chosen:
    """What was decided for the loops of a file that was ``given``, with its locals taken out."""

    given: Outline
    outline: Outline
    choices: tuple[Choice, ...]


def chosen(
    outline: Outline,
    suggest: Suggest,
    assumed: bool = False,
    least_iterations: int = 64,
    refused: frozenset[int] | None = None,
    dear: frozenset[int] = frozenset(),
    hoist: bool = True,
    left: Mapping[int, str] = MappingProxyType({}),
    guarded: frozenset[int] = frozenset(),
    small: frozenset[int] = frozenset(),
) -> Chosen:
    """Which loops get a directive, and which. Where ``refused`` is given a loop may use pointers of which it cannot tell how much it
    moves, but for those with such numbers: a plan of the whole program is asked with `present(pointer)`. Loops with a number in ``dear``
    would be launched too often for too little. ``hoist`` takes out what clauses cannot name. Loops with a number in ``left`` stay on
    the host for the reason there, those in ``guarded`` ask whether they run at all, those in ``small`` run on the device although they
    do too little."""
    if refused is not None:
        suggest = _asking(suggest, refused)
    if refused is None:
        suggest = _if_it_may_be_empty(suggest)
    elif guarded:
        suggest = _if_they_run(suggest, guarded)
    if dear:
        suggest = _unless_dear(suggest, dear)
    allowed = [number for number in range(len(outline.loops)) if number not in left] if hoist else []
    changed, wanted = _with_locals(outline, suggest, assumed, least_iterations, allowed)
    choices = _choices(changed, suggest, assumed, least_iterations, left, small)
    kept = [number for number in wanted if any(c.candidate and c.loop is changed.loops[number] for c in choices)]
    if kept != wanted:  # what is taken out before a loop that does too little is put back
        changed, _ = _with_locals(outline, suggest, assumed, least_iterations, kept)
        choices = _choices(changed, suggest, assumed, least_iterations, left, small)
    return Chosen(outline, changed, tuple(choices))


def _unless_dear(suggest: Suggest, dear: frozenset[int]) -> Suggest:
    """No candidates for loops that do not pay however their data are placed."""

    def judged(outline: Outline, loop: Loop) -> Suggestion:
        found = suggest(outline, loop)
        number = next(n for n, other in enumerate(outline.loops) if other.span.start == loop.span.start)
        return replace(found, candidates=()) if number in dear else found

    return judged


def _asking(suggest: Suggest, refused: frozenset[int]) -> Suggest:
    """Candidates with `present` for the pointers that they cannot tell the sections of."""

    def asked(outline: Outline, loop: Loop) -> Suggestion:
        found = suggest(outline, loop)
        number = next(n for n, other in enumerate(outline.loops) if other.span.start == loop.span.start)
        if number in refused:
            return found
        told = (_asked(candidate) for candidate in _unassumed(outline, found))
        return replace(found, candidates=tuple(_where_it_holds(candidate, loop) for candidate in told))

    def judged(outline: Outline, loop: Loop) -> Suggestion:
        found = asked(outline, loop)
        return replace(found, verdict=found.candidates[0].verdict) if found.candidates else found

    return judged


def _unassumed(outline: Outline, found: Suggestion) -> tuple[Candidate, ...]:
    """Candidates without the assumptions that only sections rest on (that row starts never decrease): the plan tells these."""
    nest = nest_of_loop(outline, found.loop)
    if nest is None or found.verdict.verdict != "assumed":
        return found.candidates
    moved = data_of(*nest, names_within(outline, found.loop.span))
    told = {*moved.assumptions, *(text for item in moved.reached for text in item.assumptions)}
    if not told or not set(found.verdict.assumptions) <= told:
        return found.candidates
    guessed = frozenset(item.fact.variable for item in moved.reached if item.assumptions)
    verdict = replace(found.verdict, verdict="proved", reason=judge(outline, found.loop).reason, assumptions=())
    return tuple(replace(_without_sections(candidate, guessed), verdict=verdict) for candidate in found.candidates)


def _without_sections(candidate: Candidate, guessed: frozenset[str]) -> Candidate:
    """With `present(x)` for each section that is worked out from elements of arrays, and for what is ``guessed``."""
    directive = parse_directive(candidate.directive)
    clauses: list[Clause] = []
    asked: list[str] = []
    for clause in directive.clauses:
        parts = clause.parts if clause.name in _DATA else []
        told = [part for part in parts if part.count("[") > 1 or part.split("[")[0] in guessed]
        asked += [part.split("[")[0] for part in told]
        kept = [part for part in parts if part not in told]
        if kept or not parts:
            clauses.append(Clause(clause.name, ",".join(kept)) if parts else clause)
    if not asked:
        return candidate
    clauses.append(Clause("present", ",".join(asked)))
    new = " ".join([directive.name, *map(str, clauses)])
    edits = tuple(
        replace(edit, text=edit.text.replace(candidate.pragma, f"#pragma acc {new}")) for edit in candidate.edits
    )
    return replace(candidate, directive=new, edits=edits)


def _where_it_holds(candidate: Candidate, loop: Loop) -> Candidate:
    """With an `if` clause for what the loop rests on, where that can be asked before it: the host runs it otherwise. A loop that does
    not run is the host's too: its sections may have any length."""
    verdict, test = candidate.verdict, loop.header.first_test
    asked = f"({verdict.precondition})" if "||" in verdict.precondition else verdict.precondition
    code = f"{test} && {asked}" if test and asked else ""
    if not code or candidate.directive.split()[0] not in COMPUTE:
        return candidate
    own, new = candidate.pragma, f"{candidate.pragma} if({code})"
    edits = tuple(replace(edit, text=edit.text.replace(own, new)) for edit in candidate.edits)
    reason = f"{verdict.argument}; the host runs it unless {code}"
    proved = replace(verdict, verdict="proved", reason=reason, assumptions=(), preconditions=())
    return replace(candidate, directive=new.removeprefix("#pragma acc "), edits=edits, verdict=proved)


def _if_they_run(suggest: Suggest, guarded: frozenset[int]) -> Suggest:
    """Candidates with an `if` clause that asks whether the loop runs: a section may be negative where it does not."""

    def judged(outline: Outline, loop: Loop) -> Suggestion:
        found = suggest(outline, loop)
        test = asks_whether_it_runs(outline, loop)
        if not test or not any(outline.loops[n].span.start == loop.span.start for n in guarded):
            return found
        return replace(found, candidates=tuple(_with_test(candidate, test) for candidate in found.candidates))

    return judged


def _if_it_may_be_empty(suggest: Suggest) -> Suggest:
    """The same for sections whose length is a difference, where nobody looks at the program."""

    def judged(outline: Outline, loop: Loop) -> Suggestion:
        found = suggest(outline, loop)
        test = asks_whether_it_runs(outline, loop)
        if not test or not any(fact.may_be_negative for fact in facts_of(outline, loop).data):
            return found
        return replace(found, candidates=tuple(_with_test(candidate, test) for candidate in found.candidates))

    return judged


def _with_test(candidate: Candidate, test: str) -> Candidate:
    directive = parse_directive(candidate.directive)
    if candidate.directive.split()[0] not in COMPUTE or any(clause.name == "if" for clause in directive.clauses):
        return candidate
    own, new = candidate.pragma, f"{candidate.pragma} if({test})"
    edits = tuple(replace(edit, text=edit.text.replace(own, new)) for edit in candidate.edits)
    return replace(candidate, directive=new.removeprefix("#pragma acc "), edits=edits)


def _asked(candidate: Candidate) -> Candidate:
    if not candidate.missing or not all(name.isidentifier() for name in candidate.missing):
        return candidate
    own, new = candidate.pragma, f"{candidate.pragma} present({','.join(candidate.missing)})"
    edits = tuple(replace(edit, text=edit.text.replace(own, new)) for edit in candidate.edits)
    return replace(candidate, directive=new.removeprefix("#pragma acc "), edits=edits, missing=())


def written(decided: Chosen, regions: bool = True) -> Annotation:
    """The text with the directives that were chosen."""
    outline, choices = decided.outline, list(decided.choices)
    found = _regions(outline, choices) if regions else []
    edits = _distinct(edit for choice in choices if choice.candidate is not None for edit in _edits(choice, found))
    edits += [edit for region in found for edit in region_edits(outline, region)]
    text = apply_edits(outline.source.data, edits)
    return Annotation(decided.given, outline, text, tuple(choices), tuple(found))


def _choices(
    outline: Outline,
    suggest: Suggest,
    assumed: bool,
    least_iterations: int,
    left: Mapping[int, str],
    small: frozenset[int],
) -> list[Choice]:
    choices: list[Choice] = []
    taken: list[Loop] = []
    for number, loop in enumerate(outline.loops):
        if any(outer.span.contains(loop.span) for outer in taken):
            continue
        if number in left:
            choices.append(Choice(loop, None, left[number]))
            continue
        choice = _choose(outline, loop, suggest, assumed, least_iterations)
        choices.append(choice)
        # Where the outer loop only wants an assumption, its inner ones alone would launch a kernel for each iteration.
        if choice.candidate is not None or choice.is_assumed:
            taken.append(loop)
    return _worthwhile(choices, frozenset(outline.loops[number].span.start for number in small))


def _with_locals(
    outline: Outline, suggest: Suggest, assumed: bool, least_iterations: int, allowed: Iterable[int]
) -> tuple[Outline, list[int]]:
    """The file with what loops use of structs and containers taken out before those that get a directive then, and the numbers
    of these loops; no loop is added, so they keep them."""
    taken: list[int] = []
    changed: list[int] = []
    for number in allowed:
        loop = outline.loops[number]
        if any(outline.loops[outer].span.contains(loop.span) for outer in taken):
            continue
        found = hoisted(outline, loop)
        if found is not None and found.gives_back and facts_of(outline, loop).verdict.verdict != "proved":
            found = None  # an element may be the very number that has another name then
        seen, inside = (found.outline, found.loop) if found is not None else (outline, loop)
        choice = _choose(seen, inside, suggest, assumed, least_iterations)
        if choice.is_assumed:
            taken.append(number)
        if choice.candidate is None:
            continue
        taken.append(number)
        if found is not None:
            outline = found.outline
            changed.append(number)
    return outline, changed


def _worthwhile(choices: list[Choice], small: frozenset[int]) -> list[Choice]:
    """Without the loops that do too little; one that a larger loop's data passes through stays, so that it need not
    travel, as do those that begin at a place in ``small``."""
    paying = {_outermost(choice.loop) for choice in choices if choice.candidate is not None and not choice.too_small}
    return [
        replace(choice, candidate=None, reason=choice.too_small)
        if choice.too_small
        and choice.loop.span.start not in small
        and (choice.loop.parent is None or _outermost(choice.loop) not in paying)
        else choice
        for choice in choices
    ]


def _outermost(loop: Loop) -> int:
    *_, outermost = (loop, *loop.around())
    return outermost.span.start


def _regions(outline: Outline, choices: list[Choice]) -> list[DataRegion]:
    """One region for each outermost loop around annotated ones."""
    groups: dict[tuple[int, int], dict[Loop, tuple[DataFact, ...]]] = {}
    for choice in choices:
        if choice.candidate is not None and choice.loop.function is not None:
            around = _outermost(choice.loop) if choice.loop.parent is not None else -1
            key = (choice.loop.function.span.start, around)
            groups.setdefault(key, {})[choice.loop] = facts_of(outline, choice.loop).data
    annotated = frozenset(
        choice.loop.function.name.split("::")[-1]
        for choice in choices
        if choice.candidate is not None and choice.loop.function is not None
    )
    found = (region_for(outline, loops, annotated) for loops in groups.values())
    return [region for region in found if region is not None]


def _edits(choice: Choice, regions: list[DataRegion]) -> list[Edit]:
    assert choice.candidate is not None
    around = next((r for r in regions if r.start <= choice.loop.span.start < r.end), None)
    if around is None:
        return list(choice.candidate.edits)
    own = f"#pragma acc {choice.candidate.directive}"
    new = f"#pragma acc {within_region(choice.candidate.directive, around)}"
    return [replace(edit, text=edit.text.replace(own, new)) for edit in choice.candidate.edits]


def _choose(outline: Outline, loop: Loop, suggest: Suggest, assumed: bool, least_iterations: int) -> Choice:
    reason = why_not(outline, loop) or loop.header.problem
    reference = reduced_reference(outline, loop) if reason is None else ""
    if reference:
        reason = fails_with_gcc(reference)  # which compiles the program for the emulated device
    if reason is not None:
        return Choice(loop, None, reason)
    trips = constant_trips(outline, loop)
    suggestion = suggest(outline, loop)
    too_small = ""
    if trips is not None and trips < least_iterations:
        too_small = f"only {trips} iterations"
    elif suggestion.worth is not None and suggestion.worth.resident is None:
        too_small = suggestion.worth.sentence
    verdict = suggestion.verdict
    tested = any(c.tested is not None and c.tested.agreed and not c.tested.smaller for c in suggestion.candidates)
    if verdict.verdict not in (("proved", "assumed") if assumed or tested else ("proved",)):
        return Choice(
            loop, None, f"dependence {verdict.verdict}: {verdict.reason}", is_assumed=verdict.verdict == "assumed"
        )
    rows = [fact.variable for fact in facts_of(outline, loop).data if fact.rows]
    if rows:
        return Choice(loop, None, f"where the rows that {', '.join(rows)} leads to have to be is not planned")
    # A whole program needs all data clauses: what the analysis wrote goes before what a person would leave to the defaults.
    needed = next((_moved_by(candidate) for candidate in suggestion.candidates if candidate.by_rule), frozenset())
    for candidate in sorted(suggestion.candidates, key=lambda c: not c.by_rule):
        moves_all = candidate.by_rule or needed <= _moved_by(candidate)
        if candidate.acceptance.status != "rejected" and not candidate.missing and moves_all:
            return Choice(loop, candidate, candidate.verdict.reason, too_small)
    if suggestion.candidates and suggestion.candidates[0].missing:
        return Choice(loop, None, f"how much to move is not known for {', '.join(suggestion.candidates[0].missing)}")
    if not suggestion.candidates:
        return Choice(loop, None, "a loop around it would launch it many times, each for too little work")
    return Choice(loop, None, "no directive was accepted by the compiler")


def _moved_by(candidate: Candidate) -> frozenset[str]:
    """The variables that a directive brings to the device, or asks there."""
    clauses = parse_directive(candidate.directive).clauses
    named = (part.split("[")[0] for clause in clauses if clause.name in _BRINGS for part in clause.parts)
    return frozenset(named)


def _distinct(edits: Iterable[Edit]) -> list[Edit]:
    return list(dict.fromkeys(edits))
