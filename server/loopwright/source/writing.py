"""A file of the user is written whole or not at all.

The text goes to a new file in the same folder, to the disk, and takes the old file's name in one step: whoever reads, and
whatever interrupts, sees the old text or the new. On Linux the new file has no name until it is complete.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFBLK: "a disk",
}
_NEW_MODE = 0o666  # less what the user's mask takes
_PIECE = 1 << 20
_ACCESS_LIST = "system.posix_acl_access"


def write_whole(path: Path | str, data: bytes, within: Path | str | None = None) -> None:
    """Make ``data`` the content of a file, which keeps its mode, its access list and its owner, and no set-user-id bit; of a link, that
    of the file it leads to. ``within``: a folder out of which no link may lead, where the name of the file is ours and what
    lies there may be anybody's.

    Raises :class:`OSError` with ``path`` as its file name; then the file is as it was, and nothing is beside it. A character
    device (`/dev/null`) is written to. What is neither that nor a file is refused. A hard link becomes a file of its own.
    """
    _told(path, lambda descriptor: _fill(descriptor, data), within)


def copy_whole(source: Path, path: Path) -> None:
    """Make the content of ``source`` that of a file, as :func:`write_whole` does."""

    def fill(descriptor: int) -> None:
        with source.open("rb") as file:
            while piece := file.read(_PIECE):
                _fill(descriptor, piece)

    _told(path, fill)


def _told(path: Path | str, fill: Callable[[int], None], within: Path | str | None = None) -> None:
    try:
        target = Path(os.path.realpath(path))
        if within is not None and not target.is_relative_to(os.path.realpath(within)):
            raise OSError(errno.ELOOP, f"it is a link that leads out of {within}")
        _write(target, fill)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def _write(target: Path, fill: Callable[[int], None]) -> None:
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    if old is not None and stat.S_ISCHR(old.st_mode):
        _write_device(target, fill)
        return
    if old is not None and not stat.S_ISREG(old.st_mode):
        raise OSError(errno.EINVAL, f"it is {_KINDS.get(stat.S_IFMT(old.st_mode), 'no file')}, and a file is needed")
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    name = target.parent / f".{secrets.token_hex(8)}.loopwright"
    descriptor, named = _new_file(target.parent, name, _NEW_MODE if old is None else 0o600)
    try:
        try:
            fill(descriptor)
            _like(descriptor, old, target)
            os.fsync(descriptor)
            if not named:
                _give_name(descriptor, name)
        finally:
            os.close(descriptor)
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            name.unlink()
        raise
    _sync_folder(target.parent)


def _new_file(folder: Path, name: Path, mode: int) -> tuple[int, bool]:
    """(descriptor, whether it stands under ``name``)"""
    if hasattr(os, "O_TMPFILE") and os.path.exists("/proc/self/fd"):
        with contextlib.suppress(OSError):  # a file system without it; what is really wrong comes again below
            return os.open(folder, os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, mode), False
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    return os.open(name, flags, mode), True


def _give_name(descriptor: int, name: Path) -> None:
    folder = os.open("/proc/self/fd", os.O_RDONLY)
    try:  # only from an open folder does Python follow the link that stands for the descriptor
        os.link(str(descriptor), name, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def _fill(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def _like(descriptor: int, old: os.stat_result | None, target: Path) -> None:
    """Mode, owner and access list of the file that is replaced. A new file has those of any new file, on Windows all have."""
    if old is None or not hasattr(os, "fchmod"):
        return
    # As the system does when a file is written: no program is left that runs as somebody else.
    mode = stat.S_IMODE(old.st_mode) & 0o777
    own = os.fstat(descriptor)
    if own.st_uid != old.st_uid:
        with contextlib.suppress(PermissionError):  # only its owner may be the owner
            os.fchown(descriptor, old.st_uid, -1)
    if own.st_gid != old.st_gid:
        try:
            os.fchown(descriptor, -1, old.st_gid)
        except PermissionError:
            mode &= ~0o070 | (mode & 0o007) << 3  # another group may do no more than all may
    if not _same_access_list(descriptor, target):
        mode &= ~0o070  # with a list its middle bits are those of the list, not the group's
    os.fchmod(descriptor, mode)


def _same_access_list(descriptor: int, target: Path) -> bool:
    """Give the new file the access list of the old one, or none where that has none: a folder may give one to new files. Whether
    that could be."""
    if not hasattr(os, "setxattr"):
        return True
    try:
        wanted = os.getxattr(target, _ACCESS_LIST)
    except OSError:
        wanted = b""
    try:
        has_one = _ACCESS_LIST in os.listxattr(descriptor)
    except OSError:
        has_one = False
    try:
        if wanted:
            os.setxattr(descriptor, _ACCESS_LIST, wanted)
        elif has_one:
            os.removexattr(descriptor, _ACCESS_LIST)
    except OSError:
        return False
    return True


def _write_device(target: Path, fill: Callable[[int], None]) -> None:
    descriptor = os.open(target, os.O_WRONLY | getattr(os, "O_NOCTTY", 0))
    try:
        fill(descriptor)
    finally:
        os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    """The new name, too, is to outlive a power cut; where a folder cannot be told so it is as safe as the system makes it."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
