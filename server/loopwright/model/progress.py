"""How far pip is with a package that it compiles, in a sentence: what is fetched, how many files are compiled, how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

_SURE_AFTER = 10.0
_TOLD_EVERY = 1.0


@dataclass
class Progress:
    """Reads what ``pip install --verbose`` prints, line by line, and says to ``tell`` what a person wants to know of it."""

    tell: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    _began: float | None = field(default=None, init=False)
    _told: float | None = field(default=None, init=False)

    def read(self, line: str) -> None:
        """A line of pip, or of what compiles for it."""
        words = line.split()
        if len(words) == 4 and words[0] == "Downloading" and words[2].startswith("("):
            self.tell(f"fetching {words[2][1:]} {words[3][:-1]}")
            return
        counted = _counted(line.strip())
        if counted is None:
            return
        now = self.clock()
        if self._began is None:
            self._began = now
        if self._told is None or now - self._told >= _TOLD_EVERY:
            self._told = now
            self.tell(_sentence(*counted, now - self._began))


def _counted(line: str) -> tuple[int, int] | None:
    """Of ``[12/387] gcc …`` (Ninja) or ``[  3%] Building …`` (CMake with make): how many are done, of how many."""
    if not line.startswith("["):
        return None
    inside = line[1:].partition("]")[0].strip()
    done, slash, total = (inside.removesuffix("%"), "%", "100") if inside.endswith("%") else inside.partition("/")
    if not (slash and done.isdecimal() and total.isdecimal()) or int(done) > int(total):
        return None
    return int(done), int(total)


def _sentence(done: int, total: int, seconds: float) -> str:
    text = f"{done} % compiled" if total == 100 else f"{done} of {total} files compiled"
    if not done or seconds < _SURE_AFTER:
        return text
    left = seconds / done * (total - done)
    return f"{text}, about {round(left / 60)} min left" if left >= 60 else f"{text}, less than a minute left"
