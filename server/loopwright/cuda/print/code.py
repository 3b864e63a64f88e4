"""Code → text."""

from __future__ import annotations

from loopwright.cuda.ir.code import CUT, GONE, Code, Form, parts


def text(code: Code) -> str:
    """As it is written down."""
    page = _Page()
    page.write(code)
    return "".join(page.pieces)


class _Page:
    """What is written so far. ``closed``: blanks that come next are left out."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.closed = False

    def write(self, code: Code) -> None:
        """Code behind what is there."""
        if isinstance(code, Form):
            for part in code.parts:
                if isinstance(part, str):
                    self._add(part)
                else:
                    self.write(part)
            return
        for told in parts(code):
            if isinstance(told, str):
                self._add(told)
            else:
                self._hole(told[0].type, told[1])

    def _add(self, piece: str) -> None:
        if self.closed:
            piece = piece.lstrip()
            self.closed = not piece
        if piece:
            self.pieces.append(piece)

    def _hole(self, kind: str, hole: Code) -> None:
        if hole == CUT:
            while self.pieces and not self.pieces[-1].strip():
                self.pieces.pop()
            if self.pieces:
                self.pieces[-1] = self.pieces[-1].rstrip()
            return
        written = len(self.pieces)
        self.write(hole)
        if len(self.pieces) > written:
            return
        if hole == GONE:
            self.closed = True
        elif kind == "preproc_call" and self.pieces:  # the line goes, with its indentation
            self.pieces[-1] = self.pieces[-1].rstrip(" \t")
