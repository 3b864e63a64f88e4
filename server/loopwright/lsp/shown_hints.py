"""Hints as diagnostics, kept with the last report of a file: a function that stands where it stood has those that it had."""

from __future__ import annotations

from typing import NamedTuple

from lsprotocol import types

from loopwright.cancellation import Patience
from loopwright.lsp.convert import to_range
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.written import SentAgain
from loopwright.source.pieces import Piece
from loopwright.source.text import Encoding
from loopwright.suggest.hints import Hint, hints_by_piece
from loopwright.suggest.worth import Profile

HINT_CODE = "LW600"


class _Shown(NamedTuple):
    text: bytes
    hints: tuple[Hint, ...]
    diagnostics: tuple[types.Diagnostic, ...]


class ShownHints:
    """Thread-safe: what is kept of a file is replaced, never changed."""

    def __init__(self) -> None:
        self._last: dict[str, dict[tuple[int, int], _Shown]] = {}  # of a file, by the line and column of the piece

    def of(self, snapshot: Snapshot, device: Profile, patience: Patience, encoding: Encoding) -> list[types.Diagnostic]:
        """One for each candidate loop, on its header, unless it never pays. It says what the loop is worth; the hover has the verdict."""
        before = self._last.get(snapshot.uri, {})
        now: dict[tuple[int, int], _Shown] = {}
        for piece, hints in hints_by_piece(snapshot.outline, device, patience):
            place = snapshot.source.lines.to_position(piece.start, encoding)
            shown = before.get(place)
            if shown is None or shown.text != piece.text or shown.hints != hints:
                made = tuple(_diagnostic(snapshot, piece, hint, encoding) for hint in hints)
                shown = _Shown(piece.text, hints, made)
            now[place] = shown
        self._last[snapshot.uri] = now
        return [diagnostic for shown in now.values() for diagnostic in shown.diagnostics]

    def forget(self, uri: str) -> None:
        """A file was closed."""
        self._last.pop(uri, None)


def _diagnostic(snapshot: Snapshot, piece: Piece, hint: Hint, encoding: Encoding) -> types.Diagnostic:
    return SentAgain(
        range=to_range(snapshot.source, hint.header.shifted(piece.start), encoding),
        message="An OpenACC directive could stand above this loop" + (f": {hint.worth}." if hint.worth else "."),
        severity=types.DiagnosticSeverity.Hint,
        source="loopwright",
        code=HINT_CODE,
    )
