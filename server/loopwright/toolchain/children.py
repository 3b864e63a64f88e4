"""Child processes that end with this one, however it ends: on Unix under a guard of their own, on Windows in a job.

The only module that starts anything; :mod:`loopwright.toolchain.process` is how it is asked for.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Protocol

import loopwright
from loopwright.toolchain.scratch import own_folder

_END_SECONDS = 10.0
# Isolated, without site-packages; ours come after the standard library, so that nothing beside them can stand for it.
_STARTER = (
    "import sys; sys.path.append(sys.argv[3]); from loopwright.toolchain.launcher.starter import main; "
    "main(int(sys.argv[1]), sys.argv[2])"
)


class NotConfined(RuntimeError):
    """The walls around a program could not be put up, and it was not started; says why."""


@dataclass(frozen=True)
class Start:
    """What to start. ``command[0]`` is an absolute path; ``limits`` are by the names of module ``resource``; ``shared`` become
    descriptors 3, 4, … of the program; ``walls`` are those of :mod:`loopwright.toolchain.launcher.walls`."""

    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str]
    limits: Mapping[str, int] = field(default_factory=dict)
    shared: Sequence[int] = ()
    walls: Mapping[str, Any] | None = None


class Child(Protocol):
    """A running program."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def wait(self, seconds: float) -> bool:
        """Whether it has ended after at most ``seconds``."""

    def end(self) -> None:
        """End it, with all that it has started; it is gone when this returns."""

    @property
    def code(self) -> int | None:
        """Exit code, negative for a signal; ``None`` if it was ended by us."""

    @property
    def written(self) -> tuple[str, ...] | None:
        """Files that it wrote in the copy of its folder; ``None`` if it had none, or was ended by us."""


def start(what: Start) -> Child:
    """Start a program. Raises :class:`OSError` if that cannot be, :class:`NotConfined` if its walls cannot."""
    if sys.platform == "win32":
        return _InJob(what)
    return _Guarded(what)


class _Starter:
    """The process beside this one that guards are forked from; started when it is first needed, and again if it dies."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def converse(self) -> socket.socket:
        """A socket to a new guard."""
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            for attempt in (1, 2):
                if self._process is None or self._process.poll() is not None:
                    self._begin()
                assert self._socket is not None
                try:
                    socket.send_fds(self._socket, [b"x"], [theirs.fileno()])
                    return ours
                except OSError:
                    self._process = None
                    if attempt == 2:
                        raise
        raise AssertionError

    def forget(self) -> None:
        """In a fork of this process: the starter is its parent's."""
        self._lock = threading.Lock()
        if self._socket is not None:
            self._socket.close()
        self._socket = self._process = None

    def _begin(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket, theirs = socket.socketpair()
        packages = Path(loopwright.__file__).parents[1]
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _STARTER, str(theirs.fileno()), str(own_folder()), str(packages)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env={"LC_ALL": "C.UTF-8"},
                cwd="/",
                start_new_session=True,
            )


_starter = _Starter()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_starter.forget)


class _Guarded:
    """A program under a guard."""

    def __init__(self, what: Start) -> None:
        pipes = [os.pipe(), os.pipe(), os.pipe()]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        self.stdin: IO[bytes] = os.fdopen(pipes[0][1], "wb")
        self.stdout: IO[bytes] = os.fdopen(pipes[1][0], "rb")
        self.stderr: IO[bytes] = os.fdopen(pipes[2][0], "rb")
        self.code: int | None = None
        self.written: tuple[str, ...] | None = None
        self._ended = False
        request = {
            "command": [os.fspath(word) for word in what.command],
            "folder": str(what.folder),
            "environment": dict(what.environment),
            "limits": dict(what.limits),
            "walls": dict(what.walls) if what.walls else None,
        }
        try:
            self._guard = _starter.converse()
            try:
                data = marshal.dumps(request)
                socket.send_fds(self._guard, [len(data).to_bytes(8, "big")], [*theirs, *what.shared])
                self._guard.sendall(data)
                answer = self._message()
            except BaseException:
                self._guard.close()
                raise
        except BaseException:
            self._close()
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        if answer[0] == "failed":
            self._guard.close()
            self._close()
            raise (OSError if answer[1] == "program" else NotConfined)(answer[2])

    def wait(self, seconds: float) -> bool:
        """See :class:`Child`."""
        if not self._ended and select.select([self._guard], [], [], seconds)[0]:
            self._finish()
        return self._ended

    def end(self) -> None:
        """See :class:`Child`."""
        if not self._ended:
            with contextlib.suppress(OSError):
                self._guard.shutdown(socket.SHUT_WR)
            if select.select([self._guard], [], [], _END_SECONDS)[0]:
                self._finish()
        self._guard.close()

    def _finish(self) -> None:
        self._ended = True
        _, status, self.written = self._message()
        if status is not None:
            self.code = os.waitstatus_to_exitcode(status)

    def _message(self) -> tuple[Any, ...]:
        head = self._guard.recv(8, socket.MSG_WAITALL)
        if len(head) < 8:
            return ("ended", None, None)  # the guard itself was killed; the kernel ends what it guarded
        message: tuple[Any, ...] = marshal.loads(self._guard.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL))
        return message

    def _close(self) -> None:
        for pipe in (self.stdin, self.stdout, self.stderr):
            with contextlib.suppress(OSError):
                pipe.close()


class _InJob:
    """A program on Windows: in a job that ends with its last handle, which is ours."""

    written = None

    def __init__(self, what: Start) -> None:
        from loopwright.toolchain.jobs import Job

        if what.walls:
            raise NotConfined("Windows confines no programs")
        self._process = subprocess.Popen(
            list(what.command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=what.folder,
            env=dict(what.environment),
        )
        try:
            self._job = Job(int(self._process._handle), what.limits.get("RLIMIT_DATA"))  # type: ignore[attr-defined]
        except OSError:
            self._process.kill()
            raise
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self.stdin, self.stdout, self.stderr = self._process.stdin, self._process.stdout, self._process.stderr
        self._by_us = False

    @property
    def code(self) -> int | None:
        """See :class:`Child`."""
        return None if self._by_us else self._process.returncode

    def wait(self, seconds: float) -> bool:
        """See :class:`Child`."""
        deadline = time.monotonic() + seconds
        while self._process.poll() is None:
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.005)
        return True

    def end(self) -> None:
        """See :class:`Child`."""
        self._by_us = self._process.poll() is None
        self._job.end()
        self._process.wait(_END_SECONDS)
