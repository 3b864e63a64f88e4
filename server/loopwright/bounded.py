"""Tables of what was worked out before that do not grow for ever."""

from __future__ import annotations

import threading
from itertools import islice
from typing import TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")
_lock = threading.Lock()


def keep(known: dict[_K, _V], key: _K, value: _V, most: int) -> _V:
    """``value``, kept under ``key``. A table of ``most`` loses its older half first: what was kept last stays, so that a file is not read anew
    as a whole only because others were looked at before it."""
    with _lock:
        if len(known) >= most:
            for old in list(islice(known, most // 2)):
                del known[old]
        known[key] = value
    return value
