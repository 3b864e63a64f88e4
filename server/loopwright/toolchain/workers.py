"""Processes of our own that share work; they end with this one."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from loopwright.toolchain.launcher import kernel

S = TypeVar("S")
D = TypeVar("D")
R = TypeVar("R")
log = logging.getLogger(__name__)


def worker_pool(processes: int | None = None) -> ProcessPoolExecutor:
    """A pool of ``processes``, as many as there are cores by default. Its functions must be importable."""
    # A process that is not forked is `python -c`, which would look for modules in the current folder first (Python 3.10 does not
    # know this variable).
    os.environ["PYTHONSAFEPATH"] = "1"
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    return ProcessPoolExecutor(processes, context, kernel.die_with_parent, (os.getpid(),))


def can_start_afresh() -> bool:
    """Whether a :class:`Worker` looks for modules only where this process does, and not in the current folder."""
    return sys.version_info >= (3, 11) or bool(sys.flags.isolated)


class Worker:
    """A process beside one with threads, which must not be forked: started anew, it yields to others where the machine is busy. Used by the
    thread that starts it, which has to outlive it (Linux ends it with that thread); :meth:`end` by any.

    A pool would keep us from ending while one of its processes still works.
    """

    def __init__(self) -> None:
        os.environ["PYTHONSAFEPATH"] = "1"
        context = multiprocessing.get_context("spawn")
        self._here, self._there = context.Pipe()
        self._process = context.Process(target=_serve, args=(self._there, os.getpid()), daemon=True)

    def start(self) -> None:
        """Raises :class:`OSError` where the system has no room for it."""
        self._process.start()
        self._there.close()  # what is left open here would hide that the process has ended

    def answers(self, function: Callable[[S, D], R], subject: S, details: Iterable[D]) -> Iterator[R | None]:
        """What ``function`` gives for a subject, which crosses over once, and each detail in turn; ``None`` where it raised an error. One
        detail, which has to be short, is on its way while another is answered.

        Raises :class:`EOFError` or :class:`OSError` once the process has ended."""
        self._here.send((function, subject))
        is_ahead = False
        for detail in details:
            self._here.send((detail,))
            if is_ahead:
                yield self._receive()
            is_ahead = True
        if is_ahead:
            yield self._receive()
        self._here.send(())

    def end(self) -> None:
        """End the process now, whatever it does."""
        if self._process.pid is not None:
            self._process.kill()

    def bury(self) -> None:
        """End the process and let go of what it holds here."""
        self.end()
        if self._process.pid is not None:
            self._process.join()
        self._here.close()
        self._there.close()

    def _receive(self) -> Any:
        answer, error = pickle.loads(self._here.recv_bytes())
        if error:
            log.warning("a question to another process was not answered: %s", error)
        return answer


def _serve(asked: Connection, parent: int) -> None:
    """Answer until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(10)
    kernel.die_with_parent(parent)
    try:
        while True:
            function, subject = asked.recv()
            while detail := asked.recv():
                asked.send_bytes(_answer(function, subject, *detail))
    except (EOFError, OSError):
        return


def _answer(function: Callable[[Any, Any], Any], subject: Any, detail: Any) -> bytes:
    try:
        return pickle.dumps((function(subject, detail), ""))
    except Exception as error:  # of one question; the next one may go well
        return pickle.dumps((None, f"{type(error).__name__}: {error}"))
