"""What was found out about a function of which nobody knows who calls it, kept by all that it depends on: a keystroke costs what it
touches. Places are kept as offsets in top-level pieces, which are found again by their text."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import NamedTuple

from loopwright import bounded
from loopwright.residence.machine import Claim
from loopwright.source.kept_places import KeptPlace, find_place, keep_place
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_MOST_KEPT = 5_000


class Found(NamedTuple):
    """What is wrong, and how many steps it took to know."""

    claims: tuple[Claim, ...]
    steps: int


class _Kept(NamedTuple):
    found: Found
    places: dict[Span, KeptPlace]


_kept: dict[Hashable, _Kept] = {}


def recalled(outline: Outline, key: Hashable) -> Found | None:
    """What was kept, in the file as it is now; ``None`` if nothing was."""
    kept = _kept.get(key)
    if kept is None:
        return None
    moved: dict[Span, Span] = {}
    for span, place in kept.places.items():
        found = find_place(outline, place)
        if found is None:
            return None
        moved[span] = found
    return kept.found._replace(claims=_moved(kept.found.claims, moved.__getitem__))


def keep(outline: Outline, key: Hashable, found: Found) -> None:
    """Keep what was found, unless it names a place that could not be found again."""
    places: dict[Span, KeptPlace] = {}
    for claim in found.claims:
        for span in (claim.span, *(note.place for note in claim.notes)):
            place = keep_place(outline, span)
            if place is None:
                return
            places[span] = place
    bounded.keep(_kept, key, _Kept(found, places), _MOST_KEPT)


def _moved(claims: tuple[Claim, ...], move: Callable[[Span], Span]) -> tuple[Claim, ...]:
    return tuple(
        replace(
            claim,
            span=move(claim.span),
            notes=tuple(note._replace(place=move(note.place)) for note in claim.notes),
        )
        for claim in claims
    )
