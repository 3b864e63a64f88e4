"""Commands of training, each in a process of its own that is forked from one with their imports: those take longer than the commands."""

from __future__ import annotations

import multiprocessing
import os
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from loopwright.toolchain.process import Completed, run
from loopwright_training import convert_child
from loopwright_training.cli import main

_PROCESSES = multiprocessing.get_context("forkserver")
_IMPORTED = ["loopwright_training.here", "loopwright_training.pretrain", "loopwright_training.export", "peft"]
_CONVERTER = "loopwright_training.convert_child"


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


def run_forked(command: Sequence[str], **options: Any) -> Completed:
    """`run` for the converter: llama.cpp's scripts import torch and transformers, which is nearly all that converting a tiny model costs."""
    if _CONVERTER not in command:
        return run(command, **options)
    words = command[command.index(_CONVERTER) + 1 :]
    with tempfile.NamedTemporaryFile() as file:
        process = forked(_convert, list(words), Path(file.name))
        process.join()
        said = Path(file.name).read_text("utf-8")
    return Completed("exited", process.exitcode, "", said, 0.0)


def _convert(words: list[str], said: Path) -> None:
    with said.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    for name in [name for name in sys.modules if name.partition(".")[0] == "gguf"]:
        del sys.modules[name]  # llama.cpp brings its own
    convert_child.main(*words)
