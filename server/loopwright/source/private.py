"""Folders in which nobody but the user puts files: what is kept there is believed the next time."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path


def private_folder(folder: Path) -> Path | None:
    """``folder``, made if it is not there; ``None`` where it cannot be, or where another user could put or exchange files in it.

    As ssh judges the folders of its keys: it and all above it belong to the user or the administrator, and others write to
    none but one in which they cannot touch what is not theirs (`/tmp`).
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        real = Path(os.path.realpath(folder))
        if sys.platform != "win32" and not all(
            _is_safe(place.stat(), place == real) for place in (real, *real.parents)
        ):
            return None
    except OSError:
        return None
    return folder


def _is_safe(status: os.stat_result, last: bool) -> bool:
    others_write = status.st_mode & stat.S_IWOTH and (last or not status.st_mode & stat.S_ISVTX)
    return not others_write and status.st_uid in ((os.geteuid(),) if last else (os.geteuid(), 0))
