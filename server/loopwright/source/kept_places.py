"""Places of a file that are told again in a later version of it: by the top-level piece that holds them, which is found by its text."""

from __future__ import annotations

from typing import NamedTuple

from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.text import Span


class KeptPlace(NamedTuple):
    """A span in the piece of that text."""

    text: bytes
    span: Span


def keep_place(outline: Outline, span: Span) -> KeptPlace | None:
    """The place of ``span``; ``None`` where it could not be found again."""
    index = outline.piece_index(span.start)
    piece = outline.pieces[index] if index >= 0 else None
    if piece is None or not piece.span.contains(span) or _starts(outline).get(piece.text) is None:
        return None
    return KeptPlace(piece.text, span.shifted(-piece.start))


def find_place(outline: Outline, place: KeptPlace) -> Span | None:
    """Where a place is in this version; ``None`` if it is not there, or in several places."""
    start = _starts(outline).get(place.text)
    return None if start is None else place.span.shifted(start)


@kept
def _starts(outline: Outline) -> dict[bytes, int | None]:
    """Where each piece begins, by its text; ``None`` where several have it."""
    starts: dict[bytes, int | None] = {}
    for piece in outline.pieces:
        starts[piece.text] = None if piece.text in starts else piece.start
    return starts
