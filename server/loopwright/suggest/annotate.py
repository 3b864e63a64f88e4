"""A file → the same file with directives at the loops that deserve them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from loopwright.source.edits import Edit, apply_edits
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.candidates import why_not
from loopwright.suggest.evidence import Candidate, Suggestion
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


def annotate(
    outline: Outline, suggest: Callable[[Loop], Suggestion], assumed: bool = False, least_iterations: int = 64
) -> Annotation:
    """Annotate every outermost loop that deserves it; inside a loop that does not, the loops in it are looked at."""
    choices: list[Choice] = []
    taken: list[Loop] = []
    for loop in outline.loops:
        if any(outer.span.contains(loop.span) for outer in taken):
            continue
        choice = _choose(outline, loop, suggest, assumed, least_iterations)
        choices.append(choice)
        if choice.candidate is not None:
            taken.append(loop)
    edits = _distinct(edit for choice in choices if choice.candidate is not None for edit in choice.candidate.edits)
    return Annotation(apply_edits(outline.source.data, edits), tuple(choices))


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
    verdict = suggestion.verdict
    if verdict.verdict not in (("proved", "assumed") if assumed else ("proved",)):
        return Choice(loop, None, f"dependence {verdict.verdict}: {verdict.reason}")
    for candidate in suggestion.candidates:
        if candidate.acceptance.status != "rejected" and not candidate.missing:
            return Choice(loop, candidate, candidate.verdict.reason)
    if suggestion.candidates and suggestion.candidates[0].missing:
        return Choice(loop, None, f"how much to move is not known for {', '.join(suggestion.candidates[0].missing)}")
    return Choice(loop, None, "no directive was accepted by the compiler")


def _distinct(edits: Iterable[Edit]) -> list[Edit]:
    return list(dict.fromkeys(edits))
