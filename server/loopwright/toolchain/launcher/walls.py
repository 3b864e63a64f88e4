"""What a program is shut in by before it starts: namespaces and a file system of its own, or Landlock; a filter of system
calls in both cases.

In the namespaces the root is an empty file system in memory, read-only but for ``/tmp``, with the folders of libraries and
what was asked for in it; there are no other processes and no network. With Landlock the program sees the same files of the
real file system, and can write none.
"""

from __future__ import annotations

import contextlib
import os
import socket
import stat
from collections.abc import Callable
from typing import Any

from loopwright.toolchain.launcher import kernel
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
_FILES = ("/etc/ld.so.cache", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_DRIVER = ("/sys", "/usr/local/cuda", "/usr/local/nvidia", "/usr/share/nvidia")
# What stands in a condition for a number that is known only here.
_OWN_PROCESS, _PROGRAM = "own process", "program"
_NOBODY = 1  # in the namespace: 65534 outside


def enter(walls: dict[str, Any], program: int, path: str, meeting: socket.socket, limit: Callable[[], None]) -> None:
    """Shut this process in. Returns in the process that is to become the program open at ``program``, which lies at ``path``;
    raises :class:`OSError` where that cannot be done. ``meeting``: where users are agreed with the guard."""
    if walls["kind"] == "namespaces":
        _namespaces(walls, meeting)
    else:
        meeting.close()
        os.chdir("/")
        _landlock(walls, path)
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
    _build_root(walls)
    _go_on_in_child(meeting)
    meeting.close()
    kernel.drop_bounds()
    if users == b"2":
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    kernel.forgo_privileges()
    kernel.die_with_parent(1)


def _go_on_in_child(meeting: socket.socket) -> None:
    """Go on in a child. The parent waits, and tells the guard how the last child ended."""
    process = os.fork()
    if process == 0:
        kernel.die_with_parent(os.getppid())
        return
    os.closerange(0, meeting.fileno())
    os.closerange(meeting.fileno() + 1, 4096)
    kernel.hide_memory()
    while True:
        ended, status = os.wait()
        if ended == process:
            break
    meeting.send(status.to_bytes(4, "big"))
    os._exit(0)


def _build_root(walls: dict[str, Any]) -> None:
    place, none = walls["place"], kernel.MS_NOSUID | kernel.MS_NODEV
    kernel.mount("none", "/", "", kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("tmpfs", place, "tmpfs", none, "size=1m,nr_inodes=4096,mode=755")
    writable = place + WRITABLE
    os.mkdir(writable)
    options = f"size={walls['writable']},nr_inodes=4096,mode=777"
    kernel.mount("tmpfs", writable, "tmpfs", none | kernel.MS_NOEXEC, options)
    for path in (*_LIBRARIES, *_FILES, *walls["read_only"], *(_driver() if walls["driver"] else ())):
        _show(path, place + path)
    if walls["driver"]:
        os.mkdir(place + "/proc")
        kernel.mount("proc", place + "/proc", "proc", none | kernel.MS_NOEXEC)
    kernel.mount("none", place, "", kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | none)
    kernel.change_root(place)
    os.chdir(WRITABLE)


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


def _landlock(walls: dict[str, Any], program: str) -> None:
    wall = kernel.Landlock()
    readable = wall.READ_FILE | wall.READ_DIR | wall.EXECUTE
    for path in (*_LIBRARIES, *_FILES, *walls["read_only"], program):
        _allow(wall, path, readable)
    _allow(wall, "/dev/null", readable | wall.WRITE_FILE)
    # No privileges first: without that, or the capability to administer, the kernel refuses the wall.
    kernel.drop_bounds()
    kernel.forgo_privileges()
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
