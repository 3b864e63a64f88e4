"""What we build of our own text, kept by that text and by the compiler."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from loopwright.source.rooms import Room, used
from loopwright.source.writing import copy_whole
from loopwright.toolchain.environment import find_program
from loopwright.toolchain.scratch import own_folder, scratch


def kept_build(room: Room, name: str, made_of: object, make: Callable[[Path], Path]) -> Path:
    """The file that ``make`` builds in the folder that it is given, from the user's cache if it was built before of the same.
    ``name`` ends as the file is to end. What ``make`` raises is passed on, and nothing is kept."""
    stem, dot, ending = name.partition(".")
    key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:20]
    # Where others could exchange it, it is made anew for each process.
    place = room.folder() or own_folder()
    kept = place / f"{stem}-{key}{dot}{ending}"
    if kept.is_file():
        used(kept)
        return kept
    with scratch(stem) as work:
        copy_whole(make(work), kept)
    room.tidy()
    return kept


def is_kept(room: Room) -> bool:
    """Whether what is built there is there for the next process too."""
    return room.folder() is not None


def identity(compiler: str) -> tuple[str, int, int]:
    """What tells a compiler from another, and from itself after an update, without starting it."""
    path = os.path.realpath(find_program(compiler) or compiler)
    try:
        status = os.stat(path)
    except OSError:
        return path, 0, 0
    return path, status.st_size, status.st_mtime_ns
