"""Folders in which nobody but the user puts files: what lies there may be believed."""

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


def is_users_own(folder: Path) -> bool:
    """Whether nobody but the user, or the administrator, puts files there. A folder that does not exist yet is passed."""
    try:
        status = folder.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    if os.name == "nt":
        return stat.S_ISDIR(status.st_mode)
    shared = status.st_mode & stat.S_IWOTH and (status.st_mode & stat.S_ISVTX or status.st_uid != os.geteuid())
    return stat.S_ISDIR(status.st_mode) and not shared and is_users(status.st_uid)


def is_users(owner: int) -> bool:
    """Whether a file of this owner is the user's or the administrator's own."""
    user = os.geteuid()
    as_sudo = os.environ.get("SUDO_UID", "") if user == 0 else ""
    return owner in (user, 0) or str(owner) == as_sudo


def _is_safe(status: os.stat_result, last: bool) -> bool:
    others_write = status.st_mode & stat.S_IWOTH and (last or not status.st_mode & stat.S_ISVTX)
    return not others_write and status.st_uid in ((os.geteuid(),) if last else (os.geteuid(), 0))
