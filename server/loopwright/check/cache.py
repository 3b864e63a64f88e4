"""Findings of a function, kept by its text and by what it can see of the rest of the file.

A keystroke changes one function: the others' findings are taken from here. Places within the function are kept relative to it, places
outside (the directive of a routine, a declaration) by the piece of the file that holds them. What callers say of a loop is no matter of
its function, so that the verdicts that were asked for are kept beside the findings, and have to be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from loopwright.bounded import keep
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.openacc.findings import Finding, Fix, Related
from loopwright.source.edits import Edit
from loopwright.source.kept_places import KeptPlace, find_place, keep_place
from loopwright.source.outline import Outline
from loopwright.source.pieces import Piece
from loopwright.source.text import Span

_MOST = 20_000


class Answer(NamedTuple):
    """Findings with the places that they had, these places, and the verdicts on loops of the function, by where they begin in it."""

    findings: tuple[Finding, ...]
    places: dict[Span, KeptPlace]
    verdicts: dict[int, LoopVerdict]


class Kept:
    """A table of what was found last."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, Answer] = {}

    def __contains__(self, key: Hashable) -> bool:
        return key in self._answers

    def get(self, outline: Outline, piece: Piece, key: Hashable) -> tuple[Finding, ...] | None:
        """The findings of the function that ``piece`` is, in the file as it is now; ``None`` if they have to be found anew."""
        answer = self._answers.get(key)
        if answer is None or answer.verdicts != _verdicts(outline, piece, answer.verdicts):
            return None
        moved: dict[Span, Span] = {}
        for span, place in answer.places.items():
            found = place.span.shifted(piece.start) if place.text == piece.text else find_place(outline, place)
            if found is None:
                return None
            moved[span] = found
        return tuple(_moved(finding, moved.__getitem__) for finding in answer.findings)

    def put(self, key: Hashable, answer: Answer) -> None:
        """Keep what is known of a function."""
        keep(self._answers, key, answer, _MOST)


def answer_of(outline: Outline, piece: Piece, findings: tuple[Finding, ...], judged: Iterable[int]) -> Answer | None:
    """What can be kept of ``findings``, for which the loops were ``judged`` that begin at these offsets of the file; ``None`` where one of
    them names a place that could not be found again."""
    places: dict[Span, KeptPlace] = {}
    for span in {span for finding in findings for span in _spans(finding)}:
        inside = piece.span.contains(span)
        place = KeptPlace(piece.text, span.shifted(-piece.start)) if inside else keep_place(outline, span)
        if place is None:
            return None
        places[span] = place
    return Answer(findings, places, _verdicts(outline, piece, [start - piece.start for start in judged]))


def _verdicts(outline: Outline, piece: Piece, offsets: Iterable[int]) -> dict[int, LoopVerdict]:
    """What is known of the loops that begin at ``offsets`` of a piece, with places relative to it."""
    found: dict[int, LoopVerdict] = {}
    for offset in offsets:
        loop = outline.loop_starting_at(piece.start + offset)
        if loop is not None:
            line = outline.source.lines.line_of(piece.start)
            found[offset] = judge(outline, loop).shifted(-piece.start, -line)
    return found


def _spans(finding: Finding) -> Iterator[Span]:
    yield finding.span
    yield from (place.span for place in finding.related)
    yield from (edit.span for fix in finding.fixes for edit in fix.edits)


def _moved(finding: Finding, move: Callable[[Span], Span]) -> Finding:
    return replace(
        finding,
        span=move(finding.span),
        related=tuple(Related(move(place.span), place.message) for place in finding.related),
        fixes=tuple(
            Fix(fix.title, tuple(Edit(move(edit.span), edit.text) for edit in fix.edits), fix.safe)
            for fix in finding.fixes
        ),
    )
