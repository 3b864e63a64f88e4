"""Run a program with a time limit, an output limit and cancellation; its whole process group ends with it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import IO, Literal

from loopwright.cancellation import Cancelled, CancelToken

_POLL_SECONDS = 0.01


@dataclass(frozen=True)
class Completed:
    """How a program ended. ``code`` is ``None`` unless it exited by itself; output is cut at the limit."""

    ending: Literal["exited", "timed out", "not started"]
    code: int | None
    stdout: str
    stderr: str
    seconds: float


def run(
    command: Sequence[str],
    *,
    stdin: bytes = b"",
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    timeout: float = 10.0,
    output_limit: int = 1_000_000,
    token: CancelToken | None = None,
) -> Completed:
    """Run ``command`` to its end.

    Raises :class:`Cancelled` when ``token`` is cancelled; a program that cannot be started or takes longer than
    ``timeout`` seconds is a result, not an exception.
    """
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=None if environment is None else dict(environment),
            start_new_session=True,
        )
    except OSError as error:
        return Completed("not started", None, "", str(error), time.monotonic() - started)
    assert process.stdin
    assert process.stdout
    assert process.stderr
    outputs: list[bytes] = [b"", b""]
    threads = [
        threading.Thread(target=_write, args=(process.stdin, stdin), daemon=True),
        threading.Thread(target=_read, args=(process.stdout, outputs, 0, output_limit), daemon=True),
        threading.Thread(target=_read, args=(process.stderr, outputs, 1, output_limit), daemon=True),
    ]
    for thread in threads:
        thread.start()
    timed_out = False
    try:
        while True:
            try:
                process.wait(_POLL_SECONDS)
                break
            except subprocess.TimeoutExpired:
                if token is not None and token.cancelled:
                    raise Cancelled from None
                if time.monotonic() - started > timeout:
                    timed_out = True
                    break
    finally:
        _kill_group(process)
    for thread in threads:
        thread.join(1.0)
    stdout, stderr = (part.decode("utf-8", errors="replace") for part in outputs)
    seconds = time.monotonic() - started
    if timed_out:
        return Completed("timed out", None, stdout, stderr, seconds)
    return Completed("exited", process.returncode, stdout, stderr, seconds)


def sandbox_folder() -> Path:
    """Folder of ``confine.h``: what a program that runs code of the user starts with."""
    return Path(str(resources.files("loopwright.toolchain"))) / "sandbox"


def _write(pipe: IO[bytes], data: bytes) -> None:
    try:
        with pipe:
            pipe.write(data)
    except OSError:
        pass  # the program did not read all of it


def _read(pipe: IO[bytes], outputs: list[bytes], index: int, limit: int) -> None:
    kept: list[bytes] = []
    size = 0
    with pipe:
        while chunk := pipe.read1(65536):  # type: ignore[attr-defined]
            if size < limit:
                kept.append(chunk[: limit - size])
                size += len(chunk)
                outputs[index] = b"".join(kept)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    # Even a program that has exited may have left children behind.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
