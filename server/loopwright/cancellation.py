"""Cancellation as an object that is passed down; superseded and cancelled work end the same way. So is patience, after which a part will do."""

from __future__ import annotations

import math
import threading
import time


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


class Patience:
    """How long somebody waits for all of an answer that can be given in parts. Whoever works asks between the parts; the seconds are those
    of the thread that asks, so that what is told does not depend on what else the machine does."""

    def __init__(self, seconds: float = math.inf) -> None:
        self._until = time.thread_time() + seconds if seconds < math.inf else None  # to ask the clock costs something
        self.was_over = False  # whether somebody stopped for it

    @property
    def is_over(self) -> bool:
        """Whether what is known by now has to do."""
        if self._until is not None and not self.was_over:
            self.was_over = time.thread_time() >= self._until
        return self.was_over


WITHOUT_END = Patience()
