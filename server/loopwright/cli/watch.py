"""Do something again whenever files change.

Files are looked at every half second. Clusters keep homes on network file systems, whose changes nobody is notified of.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

_PERIOD = 0.5

Stamps = dict[Path, tuple[int, int]]


def stamps(files: Iterable[Path]) -> Stamps:
    """When each file was written, and how long it is; a file that is gone is left out."""
    found: Stamps = {}
    for file in files:
        try:
            status = os.stat(file)
        except OSError:
            continue
        found[file] = (status.st_mtime_ns, status.st_size)
    return found


def changed(before: Stamps, after: Stamps) -> list[Path]:
    """Files that are new, gone or written, in order."""
    return sorted(file for file in before.keys() | after.keys() if before.get(file) != after.get(file))


def watch(files: Callable[[], Iterable[Path]], act: Callable[[list[Path]], None]) -> None:
    """Call ``act`` with nothing, then with what changed, until the user interrupts. What changes while it acts counts."""
    before = stamps(files())
    act([])
    while True:
        time.sleep(_PERIOD)
        after = stamps(files())
        if different := changed(before, after):
            before = after
            act(different)
