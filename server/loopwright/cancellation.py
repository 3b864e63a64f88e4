"""Cancellation as an object that is passed down; superseded and cancelled work end the same way."""

from __future__ import annotations

import threading


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
