"""What a piece of work costs, for tests that hold it to a bound: in calls, which are as many on every machine, or in time, where a hang is meant."""

from __future__ import annotations

import cProfile
import gc
import pstats
import time
from collections.abc import Callable


def calls(work: Callable[[], object]) -> int:
    """Calls of functions in this thread, of Python's own too."""
    profiler = cProfile.Profile()
    profiler.runcall(work)
    return pstats.Stats(profiler).total_calls


def cost(work: Callable[[], object]) -> float:
    """CPU seconds of this thread. Others may keep the machine busy, and the collector rests meanwhile:

    a worker that has run thousands of tests has a heap whose collection takes seconds, whoever sets it off.
    """
    gc.collect()
    gc.disable()
    started = time.thread_time()
    try:
        work()
        return time.thread_time() - started
    finally:
        gc.enable()
