"""What lies in the user's cache: folders that each have a size, from which what was not used for longest goes first.

All that is kept there can be made again. Who keeps a file asks its room for space afterwards; who uses one says so (`used`).
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from loopwright.source.private import private_folder

_BLOCK = 4096  # bytes of a disk that a file takes at least, also an empty one
_IN_USE = 3600.0  # seconds: another process may be about to read what was used since


@dataclass(frozen=True)
class Room:
    """A folder below the user's cache, or where ``variable`` of the environment says. ``files``: which of it are ours to remove."""

    name: str
    most: int  # bytes
    files: str = "*"
    variable: str = ""

    def place(self) -> Path:
        """Where it lies, whether it is there or not."""
        override = os.environ.get(self.variable) if self.variable else None
        return Path(override) if override else cache() / self.name

    def folder(self) -> Path | None:
        """The folder, made if it is not there; ``None`` where others could exchange what lies in it."""
        return private_folder(self.place())

    def bytes(self) -> int:
        """How much lies there."""
        return sum(kept.bytes for kept in self._kept(self.place()))

    def tidy(self, place: Path | None = None) -> None:
        """Remove what was not used for longest, until what is left is no more than the room has. ``place``: another folder than its own."""
        kept = sorted(self._kept(place or self.place()), key=lambda file: file.used)
        above = sum(file.bytes for file in kept) - self.most
        for file in kept:
            if above <= 0 or file.used > time.time() - _IN_USE:
                return
            with contextlib.suppress(OSError):
                file.path.unlink()
                above -= file.bytes

    def _kept(self, place: Path) -> list[_Kept]:
        found = []
        with contextlib.suppress(OSError):
            for path in place.glob(self.files):
                with contextlib.suppress(OSError):  # another process may have removed it
                    status = path.lstat()
                    if stat.S_ISREG(status.st_mode):
                        found.append(_Kept(path, max(status.st_size, _BLOCK), status.st_mtime))
        return found


@dataclass(frozen=True)
class _Kept:
    path: Path
    bytes: int
    used: float


JUDGE = Room(
    "judge", 256 << 20
)  # what all verifications share: compiled headers, the oracle; an image of headers is 50 MB
DEVICE = Room("device", 32 << 20)  # the emulated device's runtime, for each compiler
MEMORY = Room("memory", 256 << 20, "v*/*.sqlite", "LOOPWRIGHT_MEMORY")  # an index for each project
RUNTIME = Room("runtime", 1 << 20)  # an empty file for each model that was tried
MACHINES = Room("machines", 1 << 20)  # a measurement for each machine
ROOMS = (JUDGE, DEVICE, MEMORY, RUNTIME, MACHINES)


def cache() -> Path:
    """The folder of Loopwright in the user's cache."""
    return Path(platformdirs.user_cache_dir("loopwright"))


def used(path: Path) -> None:
    """Note that a file was used now: its time is that of its last use."""
    with contextlib.suppress(OSError):
        os.utime(path)
