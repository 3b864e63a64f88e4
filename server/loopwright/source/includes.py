"""The headers that a file includes, where they are found, each read once as long as it does not change.

Found as compilers find them: what is quoted beside the file first, then in the folders of the build. Headers of the system are
looked for only where a folder of the build holds them.
"""

from __future__ import annotations

import os
import re
import stat
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from loopwright.source.chosen import including_lines
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.reading import read_file
from loopwright.source.syntax import Source, parse
from loopwright.source.text import Span, decode

# Begins with a literal, which makes the search fast; that `#` stands before it is looked at after.
_INCLUDE = re.compile(rb'(?:include_next|include|import)[ \t]*(?:<([^>\r\n]+)>|"([^"\r\n]+)"|(\w+))')
# Text in which lines are no lines of the preprocessor: remarks, raw strings, strings of several lines.
_MAY_HOLD_LINES = (b"/*", b'R"', b"\\\n", b"\\\r\n")
# How the names of files end that are there to be included.
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc", ".ipp", ".tpp", ".def")
_MOST_HEADERS = 64
_MOST_BYTES = 4_000_000
LARGEST_HEADER = 1 << 20


class Include(NamedTuple):
    """An include line: the file's name, empty where a macro gives it, whether it is quoted, and where the word stands."""

    name: str
    quoted: bool
    span: Span


def includes_in(data: bytes) -> Iterator[Include]:
    """The include lines of a text."""
    return iter(_includes(data))


@lru_cache(maxsize=8)  # several ask it of each version of a file
def _includes(data: bytes) -> tuple[Include, ...]:
    return tuple(_read_includes(data))


def _read_includes(data: bytes) -> Iterator[Include]:
    found = [match for match in _INCLUDE.finditer(data) if _is_first(data, match.start())]
    begins = data[: found[-1].end()] if found else b""
    lines = list(including_lines(begins)) if any(sign in begins for sign in _MAY_HOLD_LINES) else None
    for match in found:
        span = Span(*match.span())
        if lines is None or any(line.contains(span) for line in lines):
            name = (match[1] or match[2] or b"").decode("utf-8", "replace")
            yield Include(name, match[2] is not None, span)


def _is_first(data: bytes, start: int) -> bool:
    """Whether only `#` stands before a place in its line."""
    return data[data.rfind(b"\n", 0, start) + 1 : start].strip() == b"#"


def find_header(include: Include, folder: Path | None, folders: Iterable[Path]) -> Path | None:
    """The file that is included from a file in ``folder``, ``None`` if there is none."""
    return next((Path(file) for file in _places(include, folder, folders) if os.path.isfile(file)), None)


def why_unread(include: Include, folder: Path | None, folders: Iterable[Path], language: str) -> str:
    """Why what a compiler would take for an include line is not read, as the end of a sentence about it; empty where it is
    read, or where there is nothing. As compilers do, folders and links that lead nowhere are passed."""
    for file in _places(include, folder, folders):
        try:
            status = os.stat(file)
            if stat.S_ISDIR(status.st_mode):
                continue
            if status.st_size > LARGEST_HEADER:
                return f"it is larger than {LARGEST_HEADER >> 20} MB"
            _outline(Path(file), status.st_mtime_ns, language == "c")
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            return error.strerror or str(error)
        return ""
    return ""


def _places(include: Include, folder: Path | None, folders: Iterable[Path]) -> Iterator[str]:
    if include.name:
        for place in [*([folder] if include.quoted and folder is not None else []), *folders]:
            file = os.path.normpath(os.path.join(place, include.name))
            if "\0" not in file:
                yield file


def headers_of(
    source: Source,
    path: Path,
    folders: Sequence[Path] = (),
    opened: Callable[[Path], Outline | None] = lambda path: None,
    elsewhere: Callable[[Include, Path], Path | None] = lambda include, path: None,
) -> tuple[Outline, ...]:
    """The headers that a file at ``path`` includes, directly or not, in the order of their first mention, each once. Of those that
    are ``opened`` in an editor its text is taken; what is in none of the ``folders`` may lie ``elsewhere``. What is not found, or
    too much, is left out."""
    found: dict[Path, Outline] = {}
    waiting = deque([(list(includes_in(source.data)), path.parent)])
    size = 0
    while waiting:
        includes, folder = waiting.popleft()
        for include in includes:
            file = find_header(include, folder, folders) or elsewhere(include, path)
            if file is None or file in found or file == path:
                continue
            header = opened(file) or read_header(file, source.language)
            if header is None:
                continue
            size += len(header.source.data)
            if len(found) == _MOST_HEADERS or size > _MOST_BYTES:
                return tuple(found.values())
            found[file] = header
            waiting.append((_includes_of(header), file.parent))
    return tuple(found.values())


@kept
def _includes_of(header: Outline) -> list[Include]:
    return list(includes_in(header.source.data))


def read_header(file: Path, language: str) -> Outline | None:
    """A header of a file in a language, ``None`` if it cannot be read or is too large."""
    try:
        status = file.stat()
        return _outline(file, status.st_mtime_ns, language == "c") if status.st_size <= LARGEST_HEADER else None
    except OSError:
        return None


@lru_cache(maxsize=256)
def _outline(file: Path, changed: int, in_c: bool) -> Outline:
    # A header of a C file is C, whatever its name says.
    return Outline(parse(decode(read_file(file, LARGEST_HEADER)), file.name, "c" if in_c else None))
