"""Run a program that holds code of the user, shut in before it starts.

What a system offers is tried once, with a program that does nothing: namespaces (no other process, no network, an empty
file system in memory), else Landlock (the real file system, read-only, no network), each with an allowlist of system calls.
Where neither can be had nothing is run, unless :func:`allow_unconfined` was called for a setting of the machine.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from loopwright.cancellation import CancelToken
from loopwright.toolchain.children import NotConfined, Start
from loopwright.toolchain.environment import find_program
from loopwright.toolchain.launcher import kernel
from loopwright.toolchain.process import Completed, to_end
from loopwright.toolchain.scratch import scratch
from loopwright.toolchain.syscalls import rules

__all__ = ["Confinement", "NotConfined", "Offer", "allow_unconfined", "offered", "run_confined"]

Walls = Literal["namespaces", "landlock"]
WRITABLE_FOLDER = Path("/tmp")
_DESCRIPTORS = 256
_PATH = "/usr/bin:/bin"
_OWN_TASKS = 3  # that wait for the program
_THREADS_OF_A_CORE = 4  # libraries start one or two for each, and a program may use several
_unconfined = False


@dataclass(frozen=True)
class Confinement:
    """What a program may have. ``read_only``: absolute files and folders that it sees beside its own program and the system's
    libraries; ``copied``: an absolute folder that it sees and may write to, in a copy that is gone with it; ``writable``: bytes in
    that copy and in ``/tmp``, its current folder, which is empty at its start (with Landlock a folder that $TMPDIR names, and no copy);
    ``memory``: bytes of address space; ``cpu_seconds`` of all its threads together;
    ``threads``: the most at once, or four for each core, 1 for none beside the first; ``driver``: it uses a GPU through its driver, then
    ``memory`` counts what it writes to."""

    read_only: tuple[Path, ...] = ()
    copied: Path | None = None
    writable: int = 1 << 20
    memory: int = 2 << 30
    cpu_seconds: int = 10
    threads: int = 1
    driver: bool = False


@dataclass(frozen=True)
class Offer:
    """What this system shuts a program in with, ``None`` for nothing, and that in a sentence."""

    walls: Walls | None
    sentence: str


def allow_unconfined(allowed: bool) -> None:
    """Whether code of the user may run within limits alone where the system offers no walls. Off unless a setting of the
    machine says so."""
    global _unconfined
    _unconfined = allowed


def run_confined(
    command: Sequence[str],
    confinement: Confinement,
    *,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    timeout: float = 10.0,
    output_limit: int = 1_000_000,
    shared: Sequence[int] = (),
    token: CancelToken | None = None,
) -> Completed:
    """Run ``command``, whose first word is the absolute path of a program, with ``environment`` and hardly anything else in
    its environment. ``shared``: our descriptors that become its 3, 4, …, as sealed memory that results are left in.

    Raises :class:`NotConfined` with a sentence where nothing can be run here, :class:`Cancelled` when ``token`` is cancelled.
    """
    offer = offered()
    if offer.walls is None and not _unconfined:
        raise NotConfined(offer.sentence)
    if confinement.driver and offer.walls == "landlock":
        raise NotConfined(
            "A GPU is not used: its driver's sockets need a network namespace, which this system does not offer."
        )
    return _run(offer.walls, command, confinement, stdin, environment or {}, timeout, output_limit, shared, token)


@lru_cache(maxsize=1)
def offered() -> Offer:
    """What the system offers, tried once."""
    if sys.platform == "win32":
        return Offer(None, "Code is not run: Windows has nothing here that confines a program.")
    if sys.platform == "darwin":
        return Offer(None, "Code is not run: macOS has nothing here that confines a program.")
    if sys.platform != "linux" or not kernel.known_machine():
        return Offer(
            None, f"Code is not run: no walls are known for {sys.platform} on {kernel.machine() or 'this machine'}."
        )
    reasons = []
    walls: Walls
    for walls in ("namespaces", "landlock"):
        trouble = _tried(walls)
        if not trouble:
            return Offer(walls, _SENTENCES[walls])
        reasons.append(f"{walls}: {trouble}")
    return Offer(None, f"Code is not run: this system cannot confine a program ({'; '.join(reasons)}).")


_SENTENCES = {
    "namespaces": "Code is run in namespaces of its own: no network, no other process, an empty file system in memory, "
    "listed system calls.",
    "landlock": "Code is run behind Landlock: no network, no signal to another process, files of the system read-only, one "
    "folder of a fixed size to write to, listed system calls.",
}


def _tried(walls: Walls) -> str:
    """What is wrong with ``walls`` here, empty for nothing."""
    if walls == "landlock" and kernel.Landlock.version() == 0:
        return "the kernel has none"
    program = find_program("true", ["/bin", "/usr/bin"])
    if program is None:
        return "there is no program to try it with"
    try:
        done = _run(walls, [program], Confinement(), b"", {}, 10.0, 1000, (), None)
    except NotConfined as error:
        return str(error)
    return "" if done.code == 0 else f"a program that does nothing ended with {done.code} {done.stderr.strip()}"


def _run(
    walls: Walls | None,
    command: Sequence[str],
    confinement: Confinement,
    stdin: bytes,
    environment: Mapping[str, str],
    timeout: float,
    output_limit: int,
    shared: Sequence[int],
    token: CancelToken | None,
) -> Completed:
    try:
        with scratch("confined") as folder:
            temporary = str(WRITABLE_FOLDER if walls == "namespaces" else folder)
            surroundings = {"PATH": _PATH, "LANG": "C.UTF-8", "HOME": temporary, "TMPDIR": temporary, **environment}
            what = Start(
                command, folder, surroundings, _limits(walls, confinement), shared, _walls(walls, confinement, folder)
            )
            return to_end(what, stdin, timeout, output_limit, token)
    except OSError as error:
        return Completed("not started", None, "", str(error), 0.0)


def _limits(walls: Walls | None, confinement: Confinement) -> dict[str, int]:
    threads = {"RLIMIT_NPROC": _most_tasks(walls, confinement)} if confinement.threads > 1 else {}
    return {
        **threads,
        "RLIMIT_DATA" if confinement.driver else "RLIMIT_AS": confinement.memory,
        "RLIMIT_FSIZE": confinement.writable,
        "RLIMIT_CPU": confinement.cpu_seconds,
        # For a file one byte is too few, and a program that takes cores is told by it to take none.
        "RLIMIT_CORE": 1,
        "RLIMIT_NOFILE": _DESCRIPTORS,
        "RLIMIT_MEMLOCK": 1 << 16,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_NICE": 0,
        "RLIMIT_RTPRIO": 0,
        "RLIMIT_SIGPENDING": 64,
    }


def _most_tasks(walls: Walls | None, confinement: Confinement) -> int:
    """The kernel counts the tasks of a user in a user namespace, ours in it among them; without one all that the user has, and
    for root none: there the guard counts too."""
    most = _most_threads(confinement) + _OWN_TASKS
    if walls != "namespaces":
        with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/loadavg", encoding="ascii") as load:
            most += int(load.read().split()[3].partition("/")[2])
    return most


def _most_threads(confinement: Confinement) -> int:
    return max(confinement.threads, _THREADS_OF_A_CORE * (os.cpu_count() or 1)) if confinement.threads > 1 else 1


def _walls(walls: Walls | None, confinement: Confinement, folder: Path) -> dict[str, Any] | None:
    if walls is None:
        return None
    allowed, absent = rules(kernel.machine(), confinement.threads > 1, confinement.driver)
    return {
        "kind": walls,
        "place": str(folder),
        "read_only": [str(path.absolute()) for path in confinement.read_only],
        "copied": str(confinement.copied.absolute()) if confinement.copied is not None else "",
        "writable": confinement.writable,
        "threads": _most_threads(confinement),
        "driver": confinement.driver,
        "rules": allowed,
        "absent": absent,
    }
