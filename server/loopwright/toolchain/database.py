"""`compile_commands.json`: found above a file, read with suspicion, asked for the command of the file.

It lies in a folder that somebody has opened and may hold anything. It is looked for no higher than the workspace or the
repository, in folders of the user alone (git's rule for `safe.directory`), and read up to a size; what cannot be used is
ignored, logged once, and told by :func:`complaints`.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shlex
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from loopwright.source.private import is_users, is_users_own
from loopwright.toolchain.environment import workspaces
from loopwright.toolchain.options import is_path

log = logging.getLogger(__name__)

_NAMES = (
    "compile_commands.json",
    "build/compile_commands.json",
    "out/compile_commands.json",
    "cmake-build-debug/compile_commands.json",
    "builddir/compile_commands.json",
)
_LARGEST = 32_000_000  # bytes; LLVM's own has 10 MB
_MOST_ENTRIES = 100_000  # LLVM's own has 9,000
_LONGEST_COMMAND = 200_000  # characters; `shlex` needs a tenth of a second for these
_LONGEST_ENTRY = 1_000_000  # characters; a list of short words takes twenty times as much memory as its text
_FIRST_LOOK = 4096
_SPACE = re.compile(r"[ \t\n\r]*")
_decoder = json.JSONDecoder()


@dataclass(frozen=True)
class Command:
    """How one file is compiled: its words, and the folder that they are relative to."""

    directory: Path
    words: tuple[object, ...]


@dataclass(frozen=True)
class _Entry:
    """A command as it is written: a list in JSON, or text, of which words are made when they are asked for (there may be
    thousands)."""

    directory: str
    written: str
    is_list: bool

    def command(self) -> Command | None:
        words = tuple(json.loads(self.written)) if self.is_list else _split(self.written)
        return Command(Path(self.directory), words) if words is not None else None


@dataclass(frozen=True)
class Database:
    """The entries of a file. ``roots`` are the folders of the project: where it was found and where it really lies;
    ``complaint`` is why it cannot be used, as a sentence."""

    path: Path
    roots: tuple[Path, ...]
    by_file: dict[str, _Entry] = field(default_factory=dict, compare=False)
    by_folder: dict[str, _Entry] = field(default_factory=dict, compare=False)
    complaint: str = ""

    def command_for(self, path: Path) -> Command | None:
        """The command of the file at ``path``, or of a neighbour: headers and new files have none of their own."""
        wanted = os.path.normpath(path)
        entry = self.by_file.get(wanted) or self.by_folder.get(os.path.dirname(wanted))
        command = entry.command() if entry is not None else None
        if entry is not None and command is None:
            _complain(self.path, f"{self.path} has a command that cannot be read; the file is read without it.")
        return command


_complaints: dict[Path, str] = {}


def complaints() -> tuple[str, ...]:
    """Why databases that were met are not used, one sentence for each."""
    return tuple(_complaints.values())


def find_database(path: Path) -> Database | None:
    """The database that the file at ``path`` belongs to, as it is now."""
    for folder in folders_above(path):
        for name in _NAMES:
            place = folder / name
            try:
                status = place.stat()
            except (OSError, ValueError):
                continue
            if stat.S_ISDIR(status.st_mode):
                continue
            database = _load(str(place), str(folder), (status.st_ctime_ns, status.st_size, status.st_ino))
            if database.complaint:
                _complain(place, database.complaint)
            elif place in _complaints:
                del _complaints[place]
            return database
    _tell_foreign(path)
    return None


def _tell_foreign(path: Path) -> None:
    foreign = folder_of_others(path)
    for place in (foreign / name for name in _NAMES) if foreign is not None else ():
        if os.path.isfile(place):
            _complain(place, f"{place} is ignored: others than you may put files there.")


def folders_above(path: Path) -> Iterator[Path]:
    """The folders from that of the file up to its workspace or repository, as long as they are the user's own. The root of
    the file system, the user's home and folders that anybody may write to are never among them."""
    for above in _up_to_project(path):
        if not is_users_own(above):
            return
        yield above


def folder_of_others(path: Path) -> Path | None:
    """The folder at which :func:`folders_above` ends because others may put files there, if there is one."""
    return next((above for above in _up_to_project(path) if not is_users_own(above)), None)


def _up_to_project(path: Path) -> Iterator[Path]:
    home = os.path.realpath(os.path.expanduser("~"))
    try:
        folder = Path(os.path.abspath(path)).parent
        for above in (folder, *folder.parents):
            real = os.path.realpath(above)
            if above == above.parent or real == home:
                return
            yield above
            if Path(real) in workspaces() or os.path.exists(above / ".git"):
                return
    except ValueError:  # a name that no file can have
        return


def _complain(path: Path, sentence: str) -> None:
    if _complaints.get(path) != sentence:
        _complaints[path] = sentence
        log.warning("%s", sentence)


@lru_cache(maxsize=4)
def _load(path: str, folder: str, version: tuple[int, int, int]) -> Database:
    """``version`` is the time of the last change, size and number of the file: another one is read anew."""
    place = Path(path)
    roots = tuple(dict.fromkeys((Path(folder), Path(os.path.realpath(path)).parent)))
    roots = tuple(root for root in roots if root != root.parent and root != Path(os.path.expanduser("~")))
    try:
        database = Database(place, roots)
        for entry in _entries(_read(path).decode("utf-8-sig")):
            _enter(database, entry)
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        return Database(place, roots, complaint=f"{path} is ignored: {_reason(error)}.")
    return database


def _entries(text: str) -> Iterator[object]:
    """The elements of a list in JSON, one by one: all at once they would take many times the memory of the text."""
    at = _behind_space(text, 0)
    if text[at : at + 1] != "[":
        json.loads(text[:_LONGEST_ENTRY])  # says what is wrong where it is no JSON
        raise ValueError("it is not a list of commands")
    at, number = _behind_space(text, at + 1), 0
    while text[at : at + 1] != "]" or number:
        number += 1
        if number > _MOST_ENTRIES:
            raise ValueError(f"it has more than {_MOST_ENTRIES} commands")
        entry, at = _entry_at(text, at)
        yield entry
        at = _behind_space(text, at)
        if text[at : at + 1] == "]":
            break
        if text[at : at + 1] != ",":
            raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
        at = _behind_space(text, at + 1)
    if _behind_space(text, at + 1) != len(text):
        raise json.JSONDecodeError("Extra data", text, at + 1)


def _entry_at(text: str, at: int) -> tuple[object, int]:
    """(an element, where it ends)"""
    size = _FIRST_LOOK
    while True:
        try:
            entry, length = _decoder.raw_decode(text[at : at + size])
        except json.JSONDecodeError as error:
            if at + size >= len(text):
                raise json.JSONDecodeError(error.msg, text, at + error.pos) from None
            if size >= _LONGEST_ENTRY:
                raise ValueError(f"it has a command of more than {_LONGEST_ENTRY} characters") from None
            size *= 8
        else:
            return entry, at + length


def _behind_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _read(path: str) -> bytes:
    # A pipe or a device must neither block nor go on for ever.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("it is not a regular file")
        if os.name != "nt" and not is_users(status.st_uid):
            raise ValueError("it belongs to another user")
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise ValueError(f"it has more than {_LARGEST // 1_000_000} MB")
    return data


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno} is not JSON ({error.msg})"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return error.strerror or "it cannot be read" if isinstance(error, OSError) else str(error) or "it is too large"


def _enter(database: Database, entry: object) -> None:
    if not isinstance(entry, dict):
        return
    file, folder = entry.get("file"), entry.get("directory", "")
    if (
        not isinstance(file, str)
        or not isinstance(folder, str)
        or not is_path(file)
        or (folder and not is_path(folder))
    ):
        return
    arguments, command = entry.get("arguments"), entry.get("command")
    is_list = isinstance(arguments, list)
    written = json.dumps(arguments) if is_list else command if isinstance(command, str) else ""
    directory = os.path.join(database.path.parent, folder)
    name = os.path.normpath(os.path.join(directory, file))
    read = _Entry(directory, written, is_list)
    database.by_file.setdefault(name, read)
    database.by_folder.setdefault(os.path.dirname(name), read)


@lru_cache(maxsize=256)
def _split(text: str) -> tuple[str, ...] | None:
    """The words of a command line, ``None`` where a quote is left open or there are none."""
    if not 0 < len(text) <= _LONGEST_COMMAND:
        return None
    try:
        if os.name != "nt":
            return tuple(shlex.split(text))
        # A backslash is part of a path there.
        return tuple(word.replace('"', "") for word in shlex.split(text, posix=False))
    except ValueError:
        return None
