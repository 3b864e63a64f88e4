"""Files to check: what is named, and the C, C++ and CUDA files under named folders."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from loopwright.source.folders import holds_own_files
from loopwright.source.includes import HEADERS

COMPILED = (".c", ".cc", ".cpp", ".cxx", ".c++", ".C")  # C and C++ that is no header
# Other languages have files with the last two as well.
SUFFIXES = frozenset((*COMPILED, ".cu", *HEADERS)) - {".inc", ".def"}


def files_under(names: Iterable[str], exclude: tuple[str, ...] = ()) -> Iterator[Path]:
    """Every file once, in order; a name that is none of a folder as it stands, whatever it is."""
    seen: set[str] = set()
    for name in names:
        path = Path(name)
        for file in _walk(path) if path.is_dir() else (path,):
            key = os.path.realpath(file)  # a link may go round and round
            if key not in seen and not any(fnmatch.fnmatch(file.as_posix(), pattern) for pattern in exclude):
                seen.add(key)
                yield file


def _walk(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if holds_own_files(os.path.join(root, f)))
        for file in sorted(files):
            if Path(file).suffix.lower() in SUFFIXES:
                yield Path(root) / file
