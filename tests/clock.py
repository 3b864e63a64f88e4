"""What a piece of work costs, for tests that hold it to a bound."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


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
