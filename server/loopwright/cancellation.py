"""Cancellation as an object that is passed down; superseded and cancelled work end the same way. So is patience, after which a part will do."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol


class Cancelled(Exception):
    """The work was given up on request. Not an error."""


class CancelToken:
    """Set once by whoever gives up, asked by whoever works."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether the work should stop."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise :class:`Cancelled` if the work should stop."""
        if self._event.is_set():
            raise Cancelled


class _Placed(Protocol):
    @property
    def span(self) -> tuple[int, int]: ...


class Patience:
    """How long somebody waits for all of an answer that can be given in parts, and ``near`` which place is waited for. Whoever works asks
    between the parts; the seconds are those of the thread that asks, so that what is told does not depend on what else the machine does."""

    def __init__(self, seconds: float = math.inf, near: Callable[[], int] | None = None) -> None:
        self._near = near
        self._until = time.thread_time() + seconds if seconds < math.inf else None  # to ask the clock costs something
        self.was_over = False  # whether somebody stopped for it

    @property
    def is_over(self) -> bool:
        """Whether what is known by now has to do."""
        if self._until is not None and not self.was_over:
            self.was_over = time.thread_time() >= self._until
        return self.was_over

    def nearest_first(self, parts: Sequence[_Placed]) -> Iterator[int]:
        """The numbers of the parts in the order in which they are waited for; the place may become another one on the way."""
        if self._near is None:
            yield from range(len(parts))
            return
        place: int | None = None
        spans = [part.span for part in parts]
        left = list(reversed(range(len(parts))))
        while left:
            now = self._near()
            if now != place:
                place = now
                left.sort(key=lambda index: max(spans[index][0] - now, now - spans[index][1], 0), reverse=True)
            yield left.pop()


WITHOUT_END = Patience()
