"""How long a report may take while a file was not looked through once, and where it begins: a large one is told in parts, from the place
where somebody looks or from its top, so that the first of them does not wait for the last."""

from __future__ import annotations

import math

# Processor seconds of the first part. Small files are whole within it, on a busy machine too: its seconds are the thread's own.
_FIRST = 1.0
_GROWTH = 1.5  # what was told before is told again with each part, so that parts have to grow


class FirstLooks:
    """Used on the event loop only, but for :meth:`line`. Whoever is told of a part has to ask again."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}
        self._parts: dict[str, int] = {}
        self._begun: set[str] = set()
        self._whole: set[str] = set()

    def seconds(self, uri: str) -> float:
        """How long the next report of a file may take. One that was whole before stays whole, so that nothing vanishes at an edit."""
        return math.inf if uri in self._whole else _FIRST * _GROWTH ** self.parts(uri)

    def parts(self, uri: str) -> int:
        """How many parts were told."""
        return self._parts.get(uri, 0)

    def is_at(self, uri: str, line: int) -> None:
        """Somebody looks at a line, from 0."""
        self._lines[uri] = line

    def line(self, uri: str) -> int:
        """Where somebody looked at last."""
        return self._lines.get(uri, 0)

    def begin(self, uri: str) -> None:
        """A report of a file is being made."""
        self._begun.add(uri)

    def is_pending(self, uri: str) -> bool:
        """Whether somebody waits for the rest of a file: what is less urgent waits, too."""
        return uri in self._begun and uri not in self._whole

    def told(self, uri: str, is_whole: bool) -> None:
        """A report of a file was given."""
        if is_whole:
            self._whole.add(uri)
        else:
            self._parts[uri] = self.parts(uri) + 1

    def forget(self, uri: str) -> None:
        """A file was closed."""
        self._lines.pop(uri, None)
        self._parts.pop(uri, None)
        self._begun.discard(uri)
        self._whole.discard(uri)
