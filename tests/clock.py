"""What a piece of work costs, for tests that hold it to a bound: in calls, which are as many on every machine, or in time, where a hang is meant."""

from __future__ import annotations

import cProfile
import gc
import pstats
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def calls(work: Callable[[], object]) -> int:
    """Calls of functions in this thread, of Python's own too. What the collector calls for objects of earlier tests is none of them."""
    profiler = cProfile.Profile()
    with _without_collector():
        profiler.runcall(work)
    return pstats.Stats(profiler).total_calls


def cost(work: Callable[[], object]) -> float:
    """CPU seconds of this thread. Others may keep the machine busy, and the collector rests meanwhile:

    a worker that has run thousands of tests has a heap whose collection takes seconds, whoever sets it off.
    """
    with _without_collector():
        started = time.thread_time()
        work()
        return time.thread_time() - started


@contextmanager
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
