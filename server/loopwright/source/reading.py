"""A file of the user is read if it is one, and not larger than anybody could look at."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from loopwright.source.syntax import MOST_BYTES

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFBLK: "a device",
    stat.S_IFCHR: "a device",
}


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a regular file. Never waits: a pipe, a device or a folder, a larger file, a link that leads nowhere or
    round and round is an :class:`OSError` that says so."""
    try:
        _require_file(os.stat(path))  # before it is opened: to open a device may do something
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags | getattr(os, "O_CLOEXEC", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            _require_file(status)
            if status.st_size > most:
                raise too_large(most)
            return read_stream(file, most)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    except ValueError as error:  # a name with a NUL in it
        raise OSError(errno.EINVAL, "it is no name of a file", str(path)) from error


def read_stream(stream: BinaryIO, most: int = MOST_BYTES) -> bytes:
    """All of a stream. Raises :class:`OSError` when it is longer than ``most``."""
    data = stream.read(most + 1)
    if data is not None and len(data) > most:
        raise too_large(most)
    # Some files of Linux's /proc and /sys call themselves regular and give what comes, when it comes.
    if data is None or stream.read(1) is None:
        raise OSError(errno.EAGAIN, "it has no end yet, and is no file")
    return data


def too_large(most: int) -> OSError:
    """What is said of a file with more than ``most`` bytes."""
    return OSError(errno.EFBIG, f"it is larger than {most >> 20} MB and was not looked at")


def _require_file(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, f"it is {_KINDS.get(stat.S_IFMT(status.st_mode), 'no file')}, not a file")
