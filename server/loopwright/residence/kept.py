"""What was found out about a function of which nobody knows who calls it, kept by all that it depends on: a keystroke costs what it
touches. Places are kept as offsets in top-level pieces, which are found again by their text."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import NamedTuple

from loopwright.residence.machine import Claim
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_MOST_KEPT = 5_000


class Found(NamedTuple):
    """What is wrong, and how many steps it took to know."""

    claims: tuple[Claim, ...]
    steps: int


class _Place(NamedTuple):
    """A span in the piece of that text."""

    text: bytes
    span: Span


class _Kept(NamedTuple):
    found: Found
    places: dict[Span, _Place]


_kept: dict[Hashable, _Kept] = {}


def recalled(outline: Outline, key: Hashable) -> Found | None:
    """What was kept, in the file as it is now; ``None`` if nothing was."""
    kept = _kept.get(key)
    if kept is None:
        return None
    starts = _starts(outline)
    moved: dict[Span, Span] = {}
    for span, place in kept.places.items():
        start = starts.get(place.text)
        if start is None:
            return None
        moved[span] = place.span.shifted(start)
    return kept.found._replace(claims=_moved(kept.found.claims, moved.__getitem__))


def keep(outline: Outline, key: Hashable, found: Found) -> None:
    """Keep what was found, unless it names a place that could not be found again."""
    places: dict[Span, _Place] = {}
    starts = _starts(outline)
    for claim in found.claims:
        for span in (claim.span, *(note.place for note in claim.notes)):
            index = outline.piece_index(span.start)
            piece = outline.pieces[index] if index >= 0 else None
            if piece is None or not piece.span.contains(span) or starts.get(piece.text) is None:
                return
            places[span] = _Place(piece.text, span.shifted(-piece.start))
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[key] = _Kept(found, places)


@kept
def _starts(outline: Outline) -> dict[bytes, int | None]:
    """Where each piece begins, by its text; ``None`` where several have it."""
    starts: dict[bytes, int | None] = {}
    for piece in outline.pieces:
        starts[piece.text] = None if piece.text in starts else piece.start
    return starts


def _moved(claims: tuple[Claim, ...], move: Callable[[Span], Span]) -> tuple[Claim, ...]:
    return tuple(
        replace(
            claim,
            span=move(claim.span),
            notes=tuple(note._replace(place=move(note.place)) for note in claim.notes),
        )
        for claim in claims
    )
