"""What nvcc sees beside a file: the macros of its command line, and the headers that stay outside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from loopwright.cuda.file import View
from loopwright.cuda.read.definitions import Included
from loopwright.source.includes import find_header, includes_in
from loopwright.source.reading import read_file
from loopwright.source.text import encode
from loopwright.toolchain.database import find_database
from loopwright.toolchain.flags import flags_for

_OPENMP = "201511"  # what g++ says
_LARGEST = 1 << 20


def view_of(
    path: Path, flags: Sequence[str], folders: Sequence[Path], origins: Sequence[tuple[Path, int]] = ()
) -> View:
    """What nvcc sees beside the file at ``path``. ``flags``: ``-D`` and ``-U`` beside those of the project's build;
    ``folders``: where headers are looked for; ``origins`` of the lines of its text."""
    own = [word for option in flags_for(path).options if option.flag in ("-D", "-U") for word in option.words]
    defined = macros_of([*own, *flags])
    if _builds_with_openmp(path):
        defined.setdefault("_OPENMP", _OPENMP)
    return View(defined, headers_beside(path.parent, folders), origins)


def macros_of(flags: Iterable[str]) -> dict[str, str | None]:
    """Macro → text, ``None`` for one with parameters, of what ``-D`` and ``-U`` say one after the other."""
    found: dict[str, str | None] = {}
    for flag in flags:
        if flag.startswith("-U"):
            found.pop(flag[2:].strip(), None)
        elif flag.startswith("-D"):
            name, given, text = flag[2:].strip().partition("=")
            plain = name.partition("(")[0]
            found[plain] = None if "(" in name else text if given else "1"
    return found


def headers_beside(folder: Path, folders: Sequence[Path]) -> Included:
    """Finds the headers that a file in ``folder`` includes, and those that they include."""

    def find(line: str) -> tuple[str, Included] | None:
        include = next(includes_in(line.encode("utf-8", errors="replace")), None)
        file = find_header(include, folder, folders) if include is not None else None
        if file is None:
            return None
        try:
            if file.stat().st_size > _LARGEST:
                return None
            text = encode(read_file(file).decode("utf-8", errors="replace")).decode("utf-8", errors="replace")
        except OSError:
            return None
        return text, headers_beside(file.parent, folders)

    return find


def _builds_with_openmp(path: Path) -> bool:
    """Whether the project's build hands its host compiler ``-fopenmp``: nvcc alone defines no ``_OPENMP``."""
    database = find_database(path)
    command = database.command_for(path) if database is not None else None
    words = (word for word in command.words if isinstance(word, str)) if command is not None else ()
    return any(re.search(r"(?:^|[=,\s])-(?:f|q)?openmp\b", word) for word in words)
