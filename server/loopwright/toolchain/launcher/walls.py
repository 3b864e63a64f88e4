"""What a program is shut in by before it starts: namespaces and a file system of its own, or Landlock; a filter of system
calls in both cases.

In the namespaces the root is an empty file system in memory, read-only but for ``/tmp`` and the copy of one folder, with the
folders of libraries and what was asked for in it; there are no other processes and no network. With Landlock the program sees the same files of the
real file system, and can write files in one folder, which the guard keeps to its size (:mod:`loopwright.toolchain.launcher.counting`).
"""

from __future__ import annotations

import contextlib
import marshal
import os
import signal
import socket
import stat
from collections.abc import Callable
from typing import Any

from loopwright.toolchain.launcher import counting, kernel
from loopwright.toolchain.launcher.filter import Rule, assemble

WRITABLE = "/tmp"
_LIBRARIES = (
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/nix/store",
    "/gnu/store",
)
# Debian's names of libraries of which one is chosen lead to what is chosen by links there.
_FILES = ("/etc/ld.so.cache", "/etc/alternatives", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_DRIVER = ("/sys", "/usr/local/cuda", "/usr/local/nvidia", "/usr/share/nvidia")
# What stands in a condition for a number that is known only here.
_OWN_PROCESS, _PROGRAM = "own process", "program"
LONGEST_REPORT = 1 << 16  # bytes of what is told of a program that ended
_MOST_NAMED, _MOST_LOOKED_AT, _LONGEST_NAME = 50, 5000, 300
_STORE, _BELOW, _UPPER = ".store", ".below", ".store/upper"
_BEYOND_DESCRIPTORS = 4096
_NOBODY = 1  # in the namespace: 65534 outside


def enter(walls: dict[str, Any], program: int, path: str, meeting: socket.socket, limit: Callable[[], None]) -> None:
    """Shut this process in. Returns in the process that is to become the program open at ``program``, which lies at ``path``;
    raises :class:`OSError` where that cannot be done. ``meeting``: where users are agreed with the guard."""
    if walls["kind"] == "namespaces":
        _namespaces(walls, meeting)
    else:
        _landlock(walls, path, meeting)
    limit()
    kernel.install_filter(_program(walls["rules"], walls["absent"], program))


def _namespaces(walls: dict[str, Any], meeting: socket.socket) -> None:
    flags = kernel.CLONE_NEWNS | kernel.CLONE_NEWCGROUP | kernel.CLONE_NEWUTS | kernel.CLONE_NEWIPC
    kernel.unshare(flags | kernel.CLONE_NEWUSER | kernel.CLONE_NEWPID | kernel.CLONE_NEWNET)
    meeting.send(b"u")
    users = meeting.recv(1)
    if users not in (b"1", b"2"):
        raise OSError(1, "no user can be mapped")
    _go_on_in_child(meeting)
    # Here this is the first process of its namespace: with it all others end.
    socket.sethostname("loopwright")
    copy = _build_root(walls)
    _go_on_in_child(meeting, copy)
    meeting.close()
    if copy is not None:
        os.close(copy)
    # What root owns in the copied folder the program, which is nobody, may read and write as root's own programs would.
    kept = kernel.CAP_DAC_OVERRIDE if users == b"2" and copy is not None else -1
    kernel.drop_bounds(kept)
    if users == b"2":
        if kept >= 0:
            kernel.keep_capabilities()
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    kernel.forgo_privileges(kept)
    if not walls["driver"] and kernel.Landlock.version():
        _write_in(*_writable(walls["copied"], copy is not None))
    kernel.die_with_parent(1)


def _go_on_in_child(meeting: socket.socket, copy: int | None = None) -> None:
    """Go on in a child. The parent waits, and tells the guard how the last child ended and which files it wrote into ``copy``."""
    process = os.fork()
    if process == 0:
        kernel.die_with_parent(os.getppid())
        return
    _close_all_but(meeting.fileno(), *([copy] if copy is not None else []))
    kernel.hide_memory()
    while True:
        ended, status = os.wait()
        if ended == process:
            break
    if copy is not None:
        with contextlib.suppress(OSError):
            os.kill(-1, signal.SIGKILL)  # all that is left in this namespace
    meeting.send(marshal.dumps((status, _files_in(copy) if copy is not None else None)))
    os._exit(0)


def _close_all_but(*kept: int) -> None:
    """Close every descriptor up to the highest that is used here."""
    begin = 0
    for descriptor in sorted(kept):
        os.closerange(begin, descriptor)
        begin = descriptor + 1
    os.closerange(begin, _BEYOND_DESCRIPTORS)


def _files_in(copy: int) -> tuple[str, ...]:
    """Paths of files below a folder, some of them where there are many."""
    found: list[str] = []
    looked_at = 0
    with contextlib.suppress(OSError):
        for folder, folders, files, descriptor in os.fwalk(".", dir_fd=copy):
            folders.sort()
            for name in sorted(files):
                looked_at += 1
                path = os.path.normpath(os.path.join(folder, name))
                if len(found) == _MOST_NAMED or looked_at > _MOST_LOOKED_AT or folder.count("/") > 20:
                    return tuple(found)
                # A file that was removed is a device here.
                if len(path) < _LONGEST_NAME and stat.S_ISREG(os.lstat(name, dir_fd=descriptor).st_mode):
                    found.append(path)
    return tuple(found)


def _build_root(walls: dict[str, Any]) -> int | None:
    """Make the root. Returns a descriptor of the folder that takes what the program writes in the copy, if it has one."""
    place, none = walls["place"], kernel.MS_NOSUID | kernel.MS_NODEV
    kernel.mount("none", "/", "", kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("tmpfs", place, "tmpfs", none, "size=1m,nr_inodes=4096,mode=755")
    os.chdir(place)
    for folder in (_STORE, _BELOW, place + WRITABLE):
        os.mkdir(folder)
    kernel.mount("tmpfs", _STORE, "tmpfs", none | kernel.MS_NOEXEC, f"size={walls['writable']},nr_inodes=4096,mode=755")
    # One size for both places that can be written.
    kept = _STORE + WRITABLE
    os.mkdir(kept)
    os.chmod(kept, 0o777)
    kernel.mount(kept, place + WRITABLE, "", kernel.MS_BIND)
    for path in (*_LIBRARIES, *_FILES, *walls["read_only"], *(_driver() if walls["driver"] else ())):
        _show(path, place + path)
    copy = _copy(walls["copied"], place) if walls["copied"] else None
    kernel.forget_mount(_STORE)
    for folder in (_STORE, _BELOW):
        os.rmdir(folder)
    if walls["driver"]:
        os.mkdir(place + "/proc")
        kernel.mount("proc", place + "/proc", "proc", none | kernel.MS_NOEXEC)
    kernel.mount("none", place, "", kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | none)
    kernel.change_root(place)
    os.chdir(WRITABLE)
    return copy


def _copy(path: str, place: str) -> int | None:
    """Show a folder that can be written: what is written lies in the store. Read-only, and ``None``, where the kernel cannot."""
    os.makedirs(place + path, exist_ok=True)
    for name in ("upper", "work"):
        os.mkdir(f"{_STORE}/{name}")
    os.chmod(_UPPER, 0o777)
    try:
        # Named from here: options are separated by characters that a path may hold.
        kernel.mount(path, _BELOW, "", kernel.MS_BIND)
        try:
            layers = f"lowerdir={_BELOW},upperdir={_UPPER},workdir={_STORE}/work,userxattr"
            kernel.mount("overlay", place + path, "overlay", kernel.MS_NOSUID | kernel.MS_NODEV, layers)
        finally:
            kernel.forget_mount(_BELOW)
    except OSError:
        _show(path, place + path)
        return None
    return os.open(_UPPER, os.O_RDONLY | os.O_DIRECTORY)


def _show(path: str, target: str) -> None:
    """Have a file or folder at ``target`` too, read-only; what does not exist is left out."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.lexists(target) and not os.path.isdir(target):
        return
    if stat.S_ISLNK(mode):
        os.symlink(os.readlink(path), target)
        return
    if stat.S_ISDIR(mode):
        os.makedirs(target, exist_ok=True)
    else:
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o444))
    kernel.mount(path, target, "", kernel.MS_BIND | kernel.MS_REC)
    if not stat.S_ISCHR(mode):
        kernel.make_read_only(target)


def _driver() -> list[str]:
    devices = sorted(f"/dev/{name}" for name in os.listdir("/dev") if name.startswith("nvidia"))
    return [*devices, *_DRIVER]


def _writable(copied: str, has_copy: bool) -> list[str]:
    """Folders whose files are written. What lies below one that may be written may be: so not `/tmp` where it has a folder that is
    shown as it is."""
    shown_there = copied.startswith(WRITABLE + "/") and not has_copy
    return ["/dev", *([] if shown_there else [WRITABLE]), *([copied] if has_copy else [])]


def _write_in(*folders: str) -> None:
    """Nothing outside ``folders`` is opened to write: a mount that is read-only lets pipes be written to."""
    wall = kernel.Landlock(kernel.Landlock.WRITE_FILE)
    for folder in folders:
        _allow(wall, folder, wall.WRITE_FILE)
    wall.enforce()


def _landlock(walls: dict[str, Any], program: str, meeting: socket.socket) -> None:
    os.chdir(walls["place"])
    wall = kernel.Landlock()
    readable = wall.READ_FILE | wall.READ_DIR | wall.EXECUTE
    for path in (*_LIBRARIES, *_FILES, *walls["read_only"], *filter(None, [walls["copied"]]), program):
        _allow(wall, path, readable)
    _allow(wall, "/dev/null", readable | wall.WRITE_FILE)
    # No privileges first: without that, or the capability to administer, the kernel refuses the wall.
    kernel.drop_bounds()
    kernel.forgo_privileges()
    try:
        listener = counting.listen()
    except OSError:
        # Somebody is asked already: no folder can be written, and threads are counted by the kernel, which does not for root.
        if walls["threads"] > 1 and os.geteuid() == 0:
            raise OSError(
                "another supervisor is asked about system calls here, so that root's threads cannot be counted"
            ) from None
    else:
        made = wall.READ_FILE | wall.READ_DIR | wall.WRITE_FILE | wall.MAKE_FILE | wall.TRUNCATE
        _allow(wall, walls["place"], made)
        socket.send_fds(meeting, [b"c"], [listener])
        os.close(listener)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a full folder is an error of a write, as on any disk
    meeting.close()
    wall.enforce()


def _allow(wall: kernel.Landlock, path: str, rights: int) -> None:
    with contextlib.suppress(FileNotFoundError):
        wall.allow(path, rights)


def _program(rules: list[tuple[int, list[tuple[int, int, int | str]]]], absent: list[int], program: int) -> bytes:
    known = {_OWN_PROCESS: os.getpid(), _PROGRAM: program}
    filled: list[Rule] = [
        (number, tuple((a, m, known[v] if isinstance(v, str) else v) for a, m, v in conditions))
        for number, conditions in rules
    ]
    return assemble(kernel.audit_architecture(), filled, absent)
