"""Commands of training, each in a process of its own that is forked from one with their imports: those take longer than the commands."""

from __future__ import annotations

import multiprocessing
import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from loopwright_training.cli import main

_PROCESSES = multiprocessing.get_context("forkserver")
_IMPORTED = ["loopwright_training.here", "loopwright_training.pretrain", "loopwright_training.export", "peft"]


def started(words: Sequence[str], said: Path | None = None, more: Mapping[str, str] | None = None) -> ForkServerProcess:
    """Start a command with the environment of now and ``more``; what it prints goes to the file ``said``."""
    return forked(_run, list(words), {**os.environ, **(more or {})}, said)


def forked(function: Callable[..., None], *arguments: object) -> ForkServerProcess:
    """Start a function of a module."""
    _PROCESSES.set_forkserver_preload(_IMPORTED)
    process = _PROCESSES.Process(target=function, args=arguments)
    process.start()
    return process


def as_two(words: Sequence[str], said: Path) -> list[int | None]:
    """How a command ends that two processes share, each told its rank as `torchrun` tells it."""
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        port = str(chosen.getsockname()[1])
    meeting = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2"}
    both = [started(words, said, {**meeting, "RANK": rank, "LOCAL_RANK": rank}) for rank in "01"]
    for process in both:
        process.join(500)
    return [process.exitcode for process in both]


def _run(words: list[str], environment: Mapping[str, str], said: Path | None) -> None:
    os.environ.clear()
    os.environ.update(environment)
    if said is not None:
        with said.open("ab") as file:
            for stream in (1, 2):
                os.dup2(file.fileno(), stream)
    sys.exit(main(words))
