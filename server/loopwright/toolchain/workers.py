"""Processes of our own that share work on many files; they end with this one."""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from loopwright.toolchain.launcher import kernel


def worker_pool(processes: int | None = None) -> ProcessPoolExecutor:
    """A pool of ``processes``, as many as there are cores by default. Its functions must be importable."""
    # A process that is not forked is `python -c`, which would look for modules in the current folder first (Python 3.10 does not
    # know this variable).
    os.environ["PYTHONSAFEPATH"] = "1"
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    return ProcessPoolExecutor(processes, context, _end_with, (os.getpid(),))


def fresh_workers(processes: int) -> ProcessPoolExecutor | None:
    """A pool for a process with threads, which must not be forked: its processes are started anew when they are asked something, and yield
    to others where the machine is busy. ``None`` where they would look for modules in the current folder."""
    if sys.version_info < (3, 11) and not sys.flags.isolated:
        return None
    os.environ["PYTHONSAFEPATH"] = "1"
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _yield_and_end_with, (os.getpid(),))


def _yield_and_end_with(parent: int) -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    _end_with(parent)


def _end_with(parent: int) -> None:
    kernel.die_with_parent(parent)
