"""How much of a sweep is tried: a fixed part each time, all of it with LOOPWRIGHT_WHOLE=1 (`make whole`)."""

from __future__ import annotations

import os

WHOLE = bool(os.environ.get("LOOPWRIGHT_WHOLE"))


def swept(variable: str, always: int, whole: int) -> int:
    """How many are tried of what is drawn from a recorded seed; ``variable`` of the environment says another number."""
    return int(os.environ.get(variable) or (whole if WHOLE else always))
