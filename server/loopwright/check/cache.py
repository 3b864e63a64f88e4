"""Findings of a function, kept by its text and by what it can see of the rest of the file.

A keystroke changes one function: the others' findings are taken from here. Places within the function are kept relative
to it, places outside (the directive of a routine, a declaration) relative to the piece of the file that holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from loopwright.openacc.findings import Finding, Fix, Related
from loopwright.source.edits import Edit
from loopwright.source.outline import Outline
from loopwright.source.pieces import Piece
from loopwright.source.text import Span

_MOST = 20_000
_OUTSIDE = 1 << 32

Key = Hashable


class Kept:
    """A table that forgets everything when it is full."""

    def __init__(self) -> None:
        self._findings: dict[Key, tuple[Finding, ...]] = {}

    def get(self, key: Key) -> tuple[Finding, ...] | None:
        """What was kept, places still relative."""
        return self._findings.get(key)

    def put(self, key: Key, findings: tuple[Finding, ...]) -> None:
        """Keep findings whose places are relative."""
        if len(self._findings) >= _MOST:
            self._findings.clear()
        self._findings[key] = findings


def relative(outline: Outline, piece: Piece, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings with places that stay right when pieces move."""
    end = piece.start + len(piece.text)

    def move(span: Span) -> Span:
        if piece.start <= span.start <= end:
            return Span(span.start - piece.start, span.end - piece.start)
        index = max(0, outline.piece_index(span.start))
        base = outline.pieces[index].start + (index + 1) * _OUTSIDE
        return Span(span.start - base, span.end - base)

    return tuple(_moved(finding, move) for finding in findings)


def absolute(outline: Outline, piece: Piece, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The reverse of :func:`relative`, in the file as it is now."""

    def move(span: Span) -> Span:
        base = piece.start
        if span.start < 0:
            index = -(span.start // _OUTSIDE) - 1
            base = outline.pieces[index].start + (index + 1) * _OUTSIDE
        return Span(span.start + base, span.end + base)

    return tuple(_moved(finding, move) for finding in findings)


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
