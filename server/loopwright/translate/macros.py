"""What nvcc sees beside a file: the macros of its command line, and the headers that stay outside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from loopwright.cuda.read.conditionals import decided
from loopwright.cuda.read.definitions import Included
from loopwright.cuda.translation import View
from loopwright.source.includes import find_header, includes_in
from loopwright.source.lexemes import words_of_code
from loopwright.source.reading import read_file
from loopwright.source.text import decode, encode
from loopwright.toolchain.database import find_database
from loopwright.toolchain.flags import flags_for
from loopwright.translate.standard import standard_flag, version_of

_OPENMP = "201511"  # what g++ says
_OF_OPENMP = ("omp_get_", "omp_set_")
_DEEP = 4  # headers within headers
_LARGEST = 1 << 20


def view_of(
    path: Path,
    build: Mapping[str, str | None],
    folders: Sequence[Path],
    text: str = "",
    origins: Sequence[tuple[Path, int]] = (),
) -> View:
    """What nvcc sees beside the file at ``path``. ``build``: macros of its command line (:func:`macros_of_build`);
    ``folders``: where headers are looked for; ``text`` of the file, and ``origins`` of its lines."""
    defined = dict(build)
    included = headers_beside(path.parent, folders)
    if _builds_with_openmp(path) or _is_of_openmp(text, defined, included):
        defined.setdefault("_OPENMP", _OPENMP)
    return View(defined, included, origins)


def macros_of_build(path: Path, flags: Sequence[str]) -> dict[str, str | None]:
    """The macros of the command line of the file at ``path``: its build's, then those of ``flags``; ``__cplusplus`` by their standard."""
    own = [word for option in flags_for(path).options if option.flag in ("-D", "-U") for word in option.words]
    return {"__cplusplus": version_of(standard_flag(flags, path)), **macros_of([*own, *flags])}


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
            text = encode(decode(read_file(file))).decode("utf-8")
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


def _is_of_openmp(text: str, defined: Mapping[str, str | None], included: Included) -> bool:
    """Whether a file compiles with OpenMP alone: it calls OpenMP's functions in any case, and brings their header only where `_OPENMP` is
    defined."""
    if "_OPENMP" not in text or not any(name in text for name in _OF_OPENMP):
        return False
    read = decided(text, defined, included).text
    if not any(word.startswith(_OF_OPENMP) for word in words_of_code(read)):
        return False
    brought = [line.name for line in includes_in(read.encode("utf-8", errors="replace"))]
    return "omp.h" not in brought and not any(_brings_openmp(f'#include "{name}"', included) for name in brought)


def _brings_openmp(line: str, included: Included, deep: int = _DEEP) -> bool:
    """Whether a header of the project says `omp.h`, under whatever condition, or one that it includes."""
    found = included(line)
    if found is None or not deep:
        return False
    names = [each.name for each in includes_in(found[0].encode("utf-8", errors="replace"))]
    return "omp.h" in names or any(_brings_openmp(f'#include "{name}"', found[1], deep - 1) for name in names)
