"""A file → the same file with directives at the loops that deserve them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from loopwright.dependence.sections import DataFact
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.candidates import why_not
from loopwright.suggest.evidence import Candidate, Suggestion
from loopwright.suggest.facts import facts_of
from loopwright.suggest.region import DataRegion, region_edits, region_for, within_region
from loopwright.suggest.trips import constant_trips


@dataclass(frozen=True)
class Choice:
    """What was decided for one loop: a candidate, or why none."""

    loop: Loop
    candidate: Candidate | None
    reason: str


@dataclass(frozen=True)
class Annotation:
    """The new text and the choices behind it."""

    text: bytes
    choices: tuple[Choice, ...]
    regions: tuple[DataRegion, ...] = ()


def annotate(
    outline: Outline,
    suggest: Callable[[Loop], Suggestion],
    assumed: bool = False,
    least_iterations: int = 64,
    regions: bool = True,
) -> Annotation:
    """Annotate every outermost loop that deserves it; inside a loop that does not, the loops in it are looked at. With
    ``regions`` the data of loops that another loop repeats stays on the device."""
    choices: list[Choice] = []
    taken: list[Loop] = []
    for loop in outline.loops:
        if any(outer.span.contains(loop.span) for outer in taken):
            continue
        choice = _choose(outline, loop, suggest, assumed, least_iterations)
        choices.append(choice)
        if choice.candidate is not None:
            taken.append(loop)
    found = _regions(outline, choices) if regions else []
    edits = _distinct(edit for choice in choices if choice.candidate is not None for edit in _edits(choice, found))
    edits += [edit for region in found for edit in region_edits(outline, region)]
    return Annotation(apply_edits(outline.source.data, edits), tuple(choices), tuple(found))


def _regions(outline: Outline, choices: list[Choice]) -> list[DataRegion]:
    """One region for each outermost loop around annotated ones."""
    groups: dict[tuple[int, int], dict[Loop, tuple[DataFact, ...]]] = {}
    for choice in choices:
        outer = choice.loop
        while outer.parent is not None:
            outer = outer.parent
        if choice.candidate is not None and choice.loop.function is not None:
            key = (choice.loop.function.span.start, outer.span.start if outer is not choice.loop else -1)
            groups.setdefault(key, {})[choice.loop] = facts_of(outline, choice.loop).data
    found = (region_for(outline, loops) for loops in groups.values())
    return [region for region in found if region is not None]


def _edits(choice: Choice, regions: list[DataRegion]) -> list[Edit]:
    assert choice.candidate is not None
    around = next((r for r in regions if r.start <= choice.loop.span.start < r.end), None)
    if around is None:
        return list(choice.candidate.edits)
    own = f"#pragma acc {choice.candidate.directive}"
    new = f"#pragma acc {within_region(choice.candidate.directive, around)}"
    return [replace(edit, text=edit.text.replace(own, new)) for edit in choice.candidate.edits]


def _choose(
    outline: Outline, loop: Loop, suggest: Callable[[Loop], Suggestion], assumed: bool, least_iterations: int
) -> Choice:
    reason = why_not(outline, loop)
    if reason is not None:
        return Choice(loop, None, reason)
    trips = constant_trips(outline, loop)
    if trips is not None and trips < least_iterations:
        return Choice(loop, None, f"only {trips} iterations")
    suggestion = suggest(loop)
    if suggestion.worth is not None and suggestion.worth.resident is None:
        return Choice(loop, None, suggestion.worth.sentence)
    verdict = suggestion.verdict
    tested = any(c.tested is not None and c.tested.agreed for c in suggestion.candidates)
    if verdict.verdict not in (("proved", "assumed") if assumed or tested else ("proved",)):
        return Choice(loop, None, f"dependence {verdict.verdict}: {verdict.reason}")
    for candidate in suggestion.candidates:
        if candidate.acceptance.status != "rejected" and not candidate.missing:
            return Choice(loop, candidate, candidate.verdict.reason)
    if suggestion.candidates and suggestion.candidates[0].missing:
        return Choice(loop, None, f"how much to move is not known for {', '.join(suggestion.candidates[0].missing)}")
    return Choice(loop, None, "no directive was accepted by the compiler")


def _distinct(edits: Iterable[Edit]) -> list[Edit]:
    return list(dict.fromkeys(edits))
