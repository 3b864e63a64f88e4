"""How much of a sweep is tried: a fixed part each time, all of it with LOOPWRIGHT_WHOLE=1 (`make whole`)."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
WHOLE = bool(os.environ.get("LOOPWRIGHT_WHOLE"))


def swept(variable: str, always: int, whole: int) -> int:
    """How many are tried of what is drawn from a recorded seed; ``variable`` of the environment says another number."""
    return int(os.environ.get(variable) or (whole if WHOLE else always))


def sampled(things: Sequence[T], always: int, name: Callable[[T], str]) -> list[T]:
    """``always`` of them, chosen by their names so that a new one moves few of the others, or all with LOOPWRIGHT_WHOLE=1."""
    if WHOLE:
        return list(things)
    chosen = set(sorted(map(name, things), key=lambda text: zlib.crc32(text.encode()))[:always])
    return [thing for thing in things if name(thing) in chosen]
