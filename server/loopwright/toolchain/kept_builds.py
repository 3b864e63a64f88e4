"""What we build of our own text, kept by that text and by the compiler."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

from loopwright.source.private import private_folder
from loopwright.source.writing import copy_whole
from loopwright.toolchain.environment import find_program
from loopwright.toolchain.scratch import own_folder, scratch


def kept_build(room: str, name: str, made_of: object, make: Callable[[Path], Path]) -> Path:
    """The file that ``make`` builds in the folder that it is given, from the user's cache if it was built before of the same.
    ``room`` is its folder there, ``name`` ends as the file is to end. What ``make`` raises is passed on, and nothing is kept."""
    stem, dot, ending = name.partition(".")
    key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:20]
    # Where others could exchange it, it is made anew for each process.
    place = _room(room) or own_folder()
    kept = place / f"{stem}-{key}{dot}{ending}"
    if not kept.is_file():
        with scratch(stem) as work:
            copy_whole(make(work), kept)
    return kept


def is_kept(room: str) -> bool:
    """Whether what is built there is there for the next process too."""
    return _room(room) is not None


def _room(name: str) -> Path | None:
    return private_folder(Path(platformdirs.user_cache_dir("loopwright")) / name)


def identity(compiler: str) -> tuple[str, int, int]:
    """What tells a compiler from another, and from itself after an update, without starting it."""
    path = os.path.realpath(find_program(compiler) or compiler)
    try:
        status = os.stat(path)
    except OSError:
        return path, 0, 0
    return path, status.st_size, status.st_mtime_ns
