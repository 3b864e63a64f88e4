"""Commands of training, each in a process of its own that is forked from one with their imports: those take longer than the commands."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from loopwright_training.cli import main

_PROCESSES = multiprocessing.get_context("forkserver")
_IMPORTED = ["loopwright_training.here", "loopwright_training.pretrain", "loopwright_training.export", "peft"]


def started(words: Sequence[str], said: Path | None = None) -> ForkServerProcess:
    """Start a command with the environment of now; what it prints goes to the file ``said``."""
    _PROCESSES.set_forkserver_preload(_IMPORTED)
    process = _PROCESSES.Process(target=_run, args=(list(words), dict(os.environ), said))
    process.start()
    return process


def _run(words: list[str], environment: Mapping[str, str], said: Path | None) -> None:
    os.environ.clear()
    os.environ.update(environment)
    if said is not None:
        with said.open("ab") as file:
            for stream in (1, 2):
                os.dup2(file.fileno(), stream)
    sys.exit(main(words))
