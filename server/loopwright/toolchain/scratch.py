"""Temporary folders of ours: nobody else can enter them, and what a server that died left behind goes at the next start.

``<temporary>/loopwright-<user>/`` (mode 0700) holds one folder for each living process, whose file ``lock`` it keeps
locked, and in that a folder for each piece of work.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import platformdirs

MOST_BYTES = 8 << 30  # of all living servers of the user together
_lock = threading.Lock()
_own: _Own | None = None


class _Own:
    """The folder of this process, with the open lock."""

    def __init__(self, folder: Path, lock: IO[bytes], process: int) -> None:
        self.folder, self.lock, self.process = folder, lock, process


@contextlib.contextmanager
def scratch(purpose: str) -> Iterator[Path]:
    """A new empty folder, gone afterwards. Raises :class:`OSError` where none can be made, or too much lies there."""
    folder = new_scratch(purpose)
    try:
        yield folder
    finally:
        remove(folder)


def new_scratch(purpose: str) -> Path:
    """A new empty folder that lives until :func:`remove`, or as long as this process."""
    folder = Path(tempfile.mkdtemp(prefix=f"{purpose}-", dir=own_folder()))
    # Nobody passes the folders above; a confined program, which may be another user, sees this one alone.
    folder.chmod(0o755)
    return folder


def remove(folder: Path) -> None:
    """Take a folder away with all that is in it, also what a program has made unreadable."""
    shutil.rmtree(folder, onerror=_again)


def own_folder() -> Path:
    """The folder of this process, made at the first call; what dead processes left is swept then."""
    global _own
    with _lock:
        if _own is None or _own.process != os.getpid() or not _own.folder.is_dir():
            _own = _make()
        return _own.folder


def sweep() -> None:
    """Remove the folders of processes that are dead."""
    with contextlib.suppress(OSError):
        root = _root()
        with _locked(root / ".lock"):
            _sweep(root)


def _make() -> _Own:
    root = _root()
    with _locked(root / ".lock"):
        _sweep(root)
        used = sum(_size(path) for path in root.iterdir())
        if used > MOST_BYTES:
            raise OSError(28, f"{used >> 20} MB of temporary files lie there already", str(root))
        folder = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=root))
        lock = open(folder / "lock", "wb")  # noqa: SIM115 - it stays open as long as this process lives
        try_lock(lock)
        own = _Own(folder, lock, os.getpid())
        atexit.register(_leave, own)
        return own


def _leave(own: _Own) -> None:
    if own.process == os.getpid():
        own.lock.close()
        remove(own.folder)


def _sweep(root: Path) -> None:
    for folder in root.iterdir():
        if folder.name == ".lock":
            continue
        try:
            with open(folder / "lock", "rb+") as lock:
                dead = try_lock(lock)
        except FileNotFoundError:
            dead = True
        except OSError:
            dead = False
        if dead:
            remove(folder)


def _root() -> Path:
    for place in _places():
        folder = place / f"loopwright-{_user()}"
        with contextlib.suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                folder.mkdir(mode=0o700)
            if _is_ours(folder):
                return folder
    raise OSError(13, "no folder for temporary files is this user's alone", str(_places()[0]))


def _places() -> list[Path]:
    """Absolute folders for temporary files; never the current one."""
    named = [os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP")]
    system = [] if sys.platform == "win32" else ["/tmp", "/var/tmp"]
    return [Path(p) for p in (*named, *system, platformdirs.user_cache_dir("loopwright")) if os.path.isabs(p)]


def _user() -> str:
    return os.environ.get("USERNAME", "user") if sys.platform == "win32" else str(os.getuid())


def _is_ours(folder: Path) -> bool:
    """A folder and no link, of this user, that nobody else may enter."""
    facts = folder.lstat()
    if not stat.S_ISDIR(facts.st_mode):
        return False
    return sys.platform == "win32" or (facts.st_uid == os.getuid() and stat.S_IMODE(facts.st_mode) & 0o077 == 0)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with open(path, "ab+") as lock:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def try_lock(lock: IO[bytes]) -> bool:
    """Whether the lock was free; it is held until the file is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _size(path: Path) -> int:
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(folder, name)).st_blocks * 512 if sys.platform != "win32" else 0
    return total


def _again(function: object, path: str, _: object) -> None:
    """A folder that may not be written or entered is made ours again, then the removal is tried once more."""
    with contextlib.suppress(OSError):
        os.chmod(os.path.dirname(path), 0o700)
        if os.path.isdir(path) and not os.path.islink(path):
            os.chmod(path, 0o700)
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.unlink(path)
