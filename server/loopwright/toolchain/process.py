"""Run a program within limits. It starts in an empty folder with an environment that is built for it, it is found where
nothing of the user's is searched, and it ends with us, with all that it has started."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from loopwright.cancellation import Cancelled, CancelToken
from loopwright.toolchain.children import Child, Start, start
from loopwright.toolchain.environment import built_environment, find_program
from loopwright.toolchain.scratch import scratch

_POLL_SECONDS = 0.01
_SHOWN_EARLY = 1 << 16
_MOST_AT_ONCE = max(4, 2 * (os.cpu_count() or 1))
_slots = threading.BoundedSemaphore(_MOST_AT_ONCE)


@dataclass(frozen=True)
class Completed:
    """How a program ended. ``code`` is ``None`` unless it ended by itself, negative for a signal; output is cut at the limit.
    ``written``: files that a confined program wrote in a copy of its folder, by their paths there, ``None`` if it had no copy."""

    ending: Literal["exited", "timed out", "not started"]
    code: int | None
    stdout: str
    stderr: str
    seconds: float
    written: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Limits:
    """What a program of the user's machine may use, in each of its processes: ``memory`` and the size of a ``file`` in bytes,
    ``cpu`` in seconds; ``None`` for no limit. They hold a compiler that is fed /dev/zero or an endless template."""

    memory: int | None = 8 << 30
    file: int | None = 2 << 30
    cpu: int | None = None

    def resources(self, timeout: float) -> dict[str, int]:
        """By the names of module ``resource``; no process works longer than ``timeout`` on each of a few threads."""
        cpu = self.cpu if self.cpu is not None else int(timeout * 4) + 10
        wanted = {"RLIMIT_DATA": self.memory, "RLIMIT_FSIZE": self.file, "RLIMIT_CPU": cpu, "RLIMIT_CORE": 0}
        return {name: most for name, most in wanted.items() if most is not None}


COMPILER = Limits()
UNLIMITED = Limits(None, None)


def run(
    command: Sequence[str],
    *,
    stdin: bytes = b"",
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    timeout: float = 10.0,
    output_limit: int = 1_000_000,
    token: CancelToken | None = None,
    limits: Limits = COMPILER,
    each_line: Callable[[str], None] | None = None,
) -> Completed:
    """Run ``command`` to its end, in an empty folder unless ``cwd`` is given. ``environment`` is added to the one that is
    built (:mod:`loopwright.toolchain.environment`); nothing is inherited. ``each_line`` gets what the program prints while
    it runs, on threads of ours: standard output and standard error.

    Raises :class:`Cancelled` when ``token`` is cancelled; a program that cannot be started or takes longer than
    ``timeout`` seconds is a result, not an exception.
    """
    try:
        with _prepared(command, cwd, environment, limits.resources(timeout)) as what:
            return to_end(what, stdin, timeout, output_limit, token, each_line)
    except OSError as error:
        return Completed("not started", None, "", str(error), 0.0)


def output_of(command: Sequence[str], *, stdin: bytes = b"", timeout: float = 3600.0) -> bytes:
    """What a tool that is trusted prints, all of it, within no limits but that of time; it is started as :func:`run` does.

    Raises :class:`OSError` if it cannot be started, does not come to its end or ends with another code than 0.
    """
    with _prepared(command, None, None, UNLIMITED.resources(timeout)) as what:
        ended = _collected(what, stdin, timeout, sys.maxsize, None)
    if ended.timed_out or ended.code != 0:
        said = ended.stderr.decode("utf-8", "replace").strip()
        raise OSError(f"{command[0]} ended with {ended.code}: {said}")
    return ended.stdout


def own_python(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of ours: isolated, so that neither the current folder nor what else PYTHON* says is looked
    at. Where this process was itself found through PYTHONPATH, the child looks there too, after everything installed."""
    found_through = _places_of_pythonpath()
    if not found_through:
        return [sys.executable, "-I", "-m", module, *arguments]
    return [sys.executable, "-I", "-c", _WITH_PLACES, os.pathsep.join(found_through), module, *arguments]


_WITH_PLACES = (
    "import os, runpy, sys; places, module = sys.argv[1:3]; sys.path += places.split(os.pathsep); del sys.argv[1:3]; "
    "runpy.run_module(module, run_name='__main__', alter_sys=True)"
)


def _places_of_pythonpath() -> list[str]:
    """The folders that PYTHONPATH put into the path of this process, but for the current one, where a stranger's files may lie."""
    if sys.flags.ignore_environment:
        return []
    named = {os.path.abspath(place) for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place}
    return [place for place in dict.fromkeys(sys.path) if place in named and place != os.getcwd()]


def to_end(
    what: Start,
    stdin: bytes,
    timeout: float,
    output_limit: int,
    token: CancelToken | None = None,
    each_line: Callable[[str], None] | None = None,
) -> Completed:
    """Start ``what``, feed it, collect what it prints. Raises :class:`OSError` if it cannot be started."""
    ended = _collected(what, stdin, timeout, output_limit, token, each_line)
    stdout, stderr = (part.decode("utf-8", errors="replace") for part in (ended.stdout, ended.stderr))
    if ended.timed_out:
        return Completed("timed out", None, stdout, stderr, ended.seconds, ended.written)
    return Completed("exited", ended.code, stdout, stderr, ended.seconds, ended.written)


@contextlib.contextmanager
def _prepared(
    command: Sequence[str], cwd: Path | None, environment: Mapping[str, str] | None, limits: Mapping[str, int]
) -> Iterator[Start]:
    """A start in an empty folder, with another for temporary files; both go afterwards."""
    program = find_program(command[0])
    if program is None:
        raise FileNotFoundError(f"{command[0]}: no such program")
    with scratch("run") as folder:
        (folder / "tmp").mkdir()
        (folder / "cwd").mkdir()
        surroundings = built_environment(folder / "tmp", environment)
        yield Start([program, *command[1:]], cwd or folder / "cwd", surroundings, limits)


@dataclass(frozen=True)
class _Ended:
    timed_out: bool
    code: int | None
    stdout: bytes
    stderr: bytes
    seconds: float
    written: tuple[str, ...] | None


def _collected(
    what: Start,
    stdin: bytes,
    timeout: float,
    output_limit: int,
    token: CancelToken | None,
    each_line: Callable[[str], None] | None = None,
) -> _Ended:
    _take_slot(token)
    started = time.monotonic()
    try:
        child = start(what)
        outputs: list[bytes] = [b"", b""]
        threads = [
            threading.Thread(target=_write, args=(child.stdin, stdin), daemon=True),
            threading.Thread(target=_read, args=(child.stdout, outputs, 0, output_limit, each_line), daemon=True),
            threading.Thread(target=_read, args=(child.stderr, outputs, 1, output_limit, each_line), daemon=True),
        ]
        for thread in threads:
            thread.start()
        try:
            timed_out = not _wait(child, started + timeout, token)
        finally:
            child.end()
        for thread in threads:
            thread.join(1.0)
    finally:
        _slots.release()
    return _Ended(timed_out, child.code, outputs[0], outputs[1], time.monotonic() - started, child.written)


def _take_slot(token: CancelToken | None) -> None:
    while not _slots.acquire(timeout=0.05):
        if token is not None:
            token.check()


def _wait(child: Child, deadline: float, token: CancelToken | None) -> bool:
    """Whether the child ended in time."""
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        if child.wait(min(left, _POLL_SECONDS if token is not None else left)):
            return True
        if token is not None and token.cancelled:
            raise Cancelled


def _write(pipe: IO[bytes], data: bytes) -> None:
    try:
        with pipe:
            pipe.write(data)
    except OSError:
        pass  # the program did not read all of it


def _read(
    pipe: IO[bytes], outputs: list[bytes], index: int, limit: int, each_line: Callable[[str], None] | None = None
) -> None:
    kept = bytearray()
    unfinished = b""
    with pipe:
        while chunk := pipe.read1(65536):  # type: ignore[attr-defined]
            kept += chunk[: limit - len(kept)]
            if len(kept) <= _SHOWN_EARLY:
                outputs[index] = bytes(kept)  # there, should the pipe stay open
            if each_line is not None:
                *lines, unfinished = (unfinished + chunk).split(b"\n")
                for line in lines:
                    each_line(line.decode("utf-8", "replace"))
    outputs[index] = bytes(kept)
