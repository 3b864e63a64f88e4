"""Starts one program and ends it, with everything that it started, when it is told to or when the server ends."""

from __future__ import annotations

import contextlib
import marshal
import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

from loopwright.toolchain.launcher import kernel
from loopwright.toolchain.launcher.counting import Counter
from loopwright.toolchain.launcher.walls import LONGEST_REPORT, enter

MOST_DESCRIPTORS = 16
_FIRST_SHARED = 3
_LOOK_MILLISECONDS = 50  # between two looks at what lies in a folder that is written
_HIGHEST = 1000  # a descriptor that the program itself cannot have: its limit is lower


def guard(server: socket.socket) -> None:
    """One conversation: a request with descriptors comes, ``("started",)`` and ``("ended", status, written)`` go back, or
    ``("failed", what, sentence)`` where ``what`` is "program" or "walls". ``written``: the files that the program wrote in the copy
    of its folder, ``None`` where it had none. Messages are marshalled, their length before them."""
    request, descriptors = _received(server)
    kernel.adopt_orphans()
    wakes, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    problems, problem = os.pipe()
    parent = os.getpid()
    meeting = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) if request["walls"] else None
    counter: Counter | None = None
    process = os.fork()
    if process == 0:
        _in_child(problem, lambda: _become(request, descriptors, parent, meeting and meeting[1]))
    os.close(problem)
    for descriptor in descriptors:
        os.close(descriptor)
    try:
        if meeting is not None:
            meeting[1].close()
            counter = _meet(meeting[0], process, request["walls"])
        trouble = _read_all(problems)
        if trouble:
            what, _, sentence = trouble.decode("utf-8", "replace").partition(" ")
            _end(process)
            _tell(server, ("failed", what, sentence))
            return
        _tell(server, ("started",))
        status, written = _wait(process, server, wakes, counter), None
        if status is not None and meeting is not None and request["walls"]["kind"] == "namespaces":
            meeting[0].setblocking(False)
            status, written = _last(meeting[0])
    finally:
        _end(process)
    _tell(server, ("ended", status, written))


def _received(server: socket.socket) -> tuple[dict[str, Any], list[int]]:
    size, descriptors, _, _ = socket.recv_fds(server, 8, MOST_DESCRIPTORS, socket.MSG_WAITALL)
    data = bytearray()
    while len(data) < int.from_bytes(size, "big"):
        part = server.recv(1 << 16)
        if not part:
            os._exit(0)
        data += part
    return marshal.loads(bytes(data)), descriptors


def _tell(server: socket.socket, message: tuple[Any, ...]) -> None:
    with contextlib.suppress(OSError):  # the server has ended
        data = marshal.dumps(message)
        server.sendall(len(data).to_bytes(8, "big") + data)


def _in_child(problem: int, work: Callable[[], None]) -> None:
    """``work`` ends in another program; if it does not, ``problem`` says why."""
    what = "walls"
    try:
        work()
    except _ProgramError as error:
        what = "program " + str(error)
    except BaseException as error:
        what = f"walls {error}"
    os.write(problem, what.encode("utf-8", "replace")[:4000])
    os._exit(127)


class _ProgramError(Exception):
    """The program itself cannot be started."""


def _become(request: dict[str, Any], descriptors: list[int], parent: int, meeting: socket.socket | None) -> None:
    kernel.die_with_parent(parent)
    os.setsid()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    walls = request["walls"]
    command: list[str] = request["command"]
    program = -1
    if walls:
        try:
            program = os.open(command[0], os.O_RDONLY | os.O_CLOEXEC)
            program = _moved(program, _HIGHEST)
        except OSError as error:
            raise _ProgramError(error.strerror) from None
    keep = {n for n in (meeting.fileno() if meeting else -1, program) if n >= 0}
    keep |= _placed(descriptors, keep)
    if walls:
        assert meeting is not None
        enter(walls, program, command[0], meeting, lambda: _limit(request["limits"]))
        try:
            kernel.execute(program, command, request["environment"])
        except OSError as error:
            raise _ProgramError(os.strerror(error.errno or 0)) from None
    try:
        os.chdir(request["folder"])
        _limit(request["limits"])
        os.execve(command[0], command, request["environment"])
    except OSError as error:
        raise _ProgramError(error.strerror) from None


def _moved(descriptor: int, wanted: int) -> int:
    """The same file under a number from ``wanted`` on, or as high as can be."""
    import fcntl
    import resource

    wanted = min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 8)
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, wanted)
    os.close(descriptor)
    return moved


def _placed(descriptors: list[int], keep: set[int]) -> set[int]:
    """Standard input, output and errors are 0, 1 and 2, what is shared follows; all else that is open closes with the
    program's start. Returns nothing to keep beside these: they are inherited."""
    free = max([*descriptors, *keep, 64]) + 1
    # Moved up first, so that none overwrites another.
    above = [os.dup2(descriptor, free + index) for index, descriptor in enumerate(descriptors)]
    for index, descriptor in enumerate(above):
        os.dup2(descriptor, index, inheritable=True)
    last = len(above)
    for descriptor in _open_descriptors():
        if descriptor >= last and os.get_inheritable(descriptor):
            os.set_inheritable(descriptor, False)
    return set(range(last))


def _open_descriptors() -> list[int]:
    for place in ("/proc/self/fd", "/dev/fd"):
        with contextlib.suppress(OSError):
            found = []
            for name in os.listdir(place):
                with contextlib.suppress(OSError):
                    os.fstat(int(name))
                    found.append(int(name))
            return found
    return [n for n in range(4096) if _is_open(n)]


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _limit(limits: dict[str, int]) -> None:
    """``limits``: name of a resource → the most of it. What the system does not know, or holds lower, stays."""
    import resource

    for name, most in limits.items():
        number = getattr(resource, name, None)
        if number is None:
            continue
        hard = resource.getrlimit(number)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(number, (value, value))


def _meet(meeting: socket.socket, process: int, walls: dict[str, Any]) -> Counter | None:
    """What the child asks of us before its walls stand: users, or to be asked for its threads and files."""
    word, descriptors, _, _ = socket.recv_fds(meeting, 1, 1)
    if word == b"u":
        _map_users(meeting, process)
    if word == b"c" and descriptors:
        return Counter(descriptors[0], process, walls["place"], walls["writable"], walls["threads"])
    return None


def _map_users(meeting: socket.socket, process: int) -> None:
    """Answer the child that has left its user namespace: whom its users are. It cannot write this itself."""
    own, group = os.geteuid(), os.getegid()
    mapped = _maps(process, f"0 {own} 1\n1 65534 1\n", f"0 {group} 1\n1 65534 1\n", groups=True) if own == 0 else False
    alone = mapped or _maps(process, f"65534 {own} 1\n", f"65534 {group} 1\n", groups=False)
    meeting.send(b"2" if mapped else b"1" if alone else b"0")


def _maps(process: int, users: str, groups_map: str, groups: bool) -> bool:
    try:
        if not groups:
            _write(f"/proc/{process}/setgroups", "deny")
        _write(f"/proc/{process}/uid_map", users)
        _write(f"/proc/{process}/gid_map", groups_map)
    except OSError:
        return False
    return True


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _read_all(descriptor: int) -> bytes:
    """What is written until every writer has closed, as the start of a program does."""
    parts = []
    while part := os.read(descriptor, 4096):
        parts.append(part)
    os.close(descriptor)
    return b"".join(parts)


def _wait(process: int, server: socket.socket, wakes: int, counter: Counter | None) -> int | None:
    """The wait status of the program, ``None`` if the server wanted or met an end first."""
    places = select.poll()  # hears, too, that nobody is left to ask
    for descriptor in (server.fileno(), wakes, *([counter.listener] if counter else [])):
        places.register(descriptor, select.POLLIN)
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return status
        ready = dict(places.poll(_LOOK_MILLISECONDS if counter else None))
        if server.fileno() in ready:
            return None
        if wakes in ready:
            os.read(wakes, 256)
        if counter is None:
            continue
        if ready.get(counter.listener, 0) & select.POLLIN:
            counter.answer()
        elif counter.listener in ready:
            places.unregister(counter.listener)
        if counter.overflown():
            os.kill(process, signal.SIGKILL)


def _last(meeting: socket.socket) -> tuple[int, tuple[str, ...] | None]:
    """How the program in the namespaces ended and what it wrote: its first process tells, then the one outside tells of that
    one."""
    try:
        status, written = marshal.loads(meeting.recv(LONGEST_REPORT))
    except (OSError, EOFError, ValueError, TypeError):
        return int(signal.SIGKILL), None
    return status, written


def _end(process: int) -> None:
    """End the program, its process group, and what left the group."""
    with contextlib.suppress(OSError):
        os.killpg(process, signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.kill(process, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):  # nobody is left
        while True:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
            for child in _children():  # which takes longer than most programs, the more processes there are
                with contextlib.suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def _children() -> list[int]:
    """Processes whose parent is this one, those that it has adopted among them."""
    if sys.platform != "linux":
        return []
    own, found = str(os.getpid()), []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, IndexError), open(f"/proc/{name}/stat", encoding="latin-1") as stat:
                if stat.read().rpartition(")")[2].split()[1] == own:
                    found.append(int(name))
    return found
