"""Whether a build makes host and device share memory (`-gpu=mem:managed` of nvc, `-ta=tesla:managed` of PGI's compilers): what is
allocated, or everything, then needs no directive to be moved."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

from loopwright.openacc.sharing import MEMORY_MODELS, MemoryModel
from loopwright.source.includes import LARGEST_HEADER
from loopwright.source.reading import read_file
from loopwright.toolchain.database import find_database, folders_above
from loopwright.toolchain.renames import is_build

# The options of nvc and pgcc (NVIDIA HPC Compilers Reference Guide, `-gpu` and the older `-ta`) with all that is listed in them.
_OPTION = re.compile(r"-(?:gpu|ta|acc)[=:]([\w:,.=+-]+)")
_ON_THE_HOST = frozenset(("multicore", "host"))  # all that is named: no device is meant
_COMMENT = re.compile(r"(?:^|[ \t])#[^\n]*")


def memory_of_build(path: Path) -> MemoryModel:
    """What the build of a file says that host and device share: its line in a compilation database, or any build's beside it or above
    that says so. Of two that say different things it is what shares more: what is claimed of memory has to be so in all of them."""
    database = find_database(path)
    command = database.command_for(path) if database is not None else None
    if command is not None:
        return _said(" ".join(map(str, command.words)))
    found: MemoryModel = "discrete"
    for folder in folders_above(path):
        for name in _builds_in(folder):
            found = max(found, _said_in(os.path.join(folder, name)), key=MEMORY_MODELS.index)
    return found


def _builds_in(folder: Path) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if is_build(name.lower()) or name.endswith(".sh")]
    except OSError:
        return []


def _said_in(build: str) -> MemoryModel:
    try:
        status = os.stat(build)
    except OSError:
        return "discrete"
    return _of_file(build, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=1_000)
def _of_file(build: str, changed: int, size: int) -> MemoryModel:
    text = read_file(Path(build), LARGEST_HEADER).decode("utf-8", "replace").replace("\\\n", " ")
    return _said(_COMMENT.sub(" ", text))


def _said(text: str) -> MemoryModel:
    words = {word for option in _OPTION.findall(text) for word in re.split(r"[:,=+]", option)}
    if words and words <= _ON_THE_HOST:
        return "unified"
    return next((model for model in reversed(MEMORY_MODELS) if model in words), "discrete")
