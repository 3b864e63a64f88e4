"""Names that a file uses without declaring them: they may come from a header or from the command line."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from loopwright.openacc.elsewhere import Elsewhere
from loopwright.source.includes import find_header, includes_in
from loopwright.source.reading import read_file
from loopwright.source.text import words_in

# Headers whose lower-case variables are known: whatever else a file names must be its own.
_STANDARD = frozenset(
    (
        "assert",
        "complex",
        "ctype",
        "errno",
        "fenv",
        "float",
        "inttypes",
        "iso646",
        "limits",
        "locale",
        "math",
        "setjmp",
        "signal",
        "stdalign",
        "stdarg",
        "stdatomic",
        "stdbool",
        "stddef",
        "stdint",
        "stdio",
        "stdlib",
        "stdnoreturn",
        "string",
        "tgmath",
        "threads",
        "time",
        "uchar",
        "wchar",
        "wctype",
        "openacc",
        "omp",
        "sys/time",
        "unistd",
        "malloc",
        "accel_math",
        "getopt",
    )
)
_MOST_HEADERS = 200


def may_come_from_elsewhere(
    data: bytes, path: Path | None, includes: Iterable[Path] = (), defines: Iterable[str] = ()
) -> Elsewhere:
    """The test for a file at ``path`` with the include folders and macros of its build."""
    words, complete = _words_of_headers(data, path, tuple(includes))
    return Elsewhere(frozenset(words), complete, frozenset(define.split("=")[0] for define in defines))


def _words_of_headers(data: bytes, path: Path | None, includes: tuple[Path, ...]) -> tuple[set[str], bool]:
    words: set[str] = set()
    seen: set[Path] = set()
    waiting = [(data, path.parent if path is not None else None)]
    while waiting:
        text, folder = waiting.pop()
        for include in includes_in(text):
            name = include.name
            if not name:
                return words, False
            found = find_header(include, folder, includes)
            if found is None:
                stem = name[:-2] if name.endswith(".h") else name
                if stem in _STANDARD or (stem.startswith("c") and stem[1:] in _STANDARD and "." not in name):
                    continue
                return words, False
            if found in seen:
                continue
            seen.add(found)
            if len(seen) > _MOST_HEADERS:
                return words, False
            try:
                stamp = found.stat().st_mtime_ns
                content, own = _read(found, stamp)
            except OSError:
                return words, False
            words |= own
            waiting.append((content, found.parent))
    return words, True


@lru_cache(maxsize=512)
def _read(path: Path, stamp: int) -> tuple[bytes, frozenset[str]]:
    content = read_file(path)
    return content, frozenset(word.decode("ascii", "replace") for word in words_in(content))
