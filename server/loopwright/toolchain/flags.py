"""Compiler flags for one file: from compile_commands.json where there is one, else from where the file lies."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from loopwright.source.includes import headers_of
from loopwright.source.outline import FindHeaders, Outline
from loopwright.source.syntax import Source, parse

_DATABASES = (
    "compile_commands.json",
    "build/compile_commands.json",
    "out/compile_commands.json",
    "cmake-build-debug/compile_commands.json",
    "builddir/compile_commands.json",
)
_WITH_VALUE = ("-I", "-isystem", "-iquote", "-idirafter", "-include", "-D", "-U", "-F", "--sysroot", "-isysroot")
_KEPT = ("-I", "-isystem", "-iquote", "-idirafter", "-D", "-U", "-std=", "-include", "-F", "--sysroot", "-isysroot")
_DROPPED_MACROS = ("-D_OPENACC", "-U_OPENACC")


@dataclass(frozen=True)
class FileFlags:
    """Flags for a file, the folder they are relative to, and where they come from."""

    flags: tuple[str, ...]
    folder: Path
    origin: str


def flags_for(path: Path) -> FileFlags:
    """Flags to check the file at ``path`` with; the file need not exist."""
    database = _database_above(path.parent)
    if database is not None:
        entry = _entry_for(path, _load(str(database), _mtime(database)))
        if entry is not None:
            folder = Path(entry.get("directory", database.parent))
            arguments = entry.get("arguments") or shlex.split(entry.get("command", ""))
            flags = (*_kept(arguments), "-iquote", str(path.parent))
            return FileFlags(flags, folder if folder.is_dir() else path.parent, str(database))
    folders = [path.parent, path.parent / "include", path.parent.parent / "include", path.parent.parent]
    own = [flag for folder in folders if folder.is_dir() for flag in ("-I", str(folder))]
    return FileFlags(tuple(own), path.parent if path.parent.is_dir() else Path.cwd(), "the file's folder")


def paths_and_macros(flags: FileFlags) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Include folders and macros in the flags of a file."""
    folders: list[Path] = []
    macros: list[str] = []
    words = iter(flags.flags)
    for word in words:
        option = next((o for o in ("-I", "-isystem", "-iquote", "-D") if word.startswith(o)), None)
        if option is None:
            continue
        value = word[len(option) :] or next(words, "")
        if option == "-D":
            macros.append(value)
        else:
            folders.append((flags.folder / value).resolve())
    return tuple(folders), tuple(macros)


def headers_for(path: Path, opened: Callable[[Path], Outline | None] = lambda path: None) -> FindHeaders:
    """Finds the headers of the file at ``path`` in the folders of its build, behind what the command line defines; of those
    that are ``opened`` in an editor its text is taken."""

    def find(source: Source) -> tuple[Outline, ...]:
        folders, macros = paths_and_macros(flags_for(path))
        return (*_command_line(macros), *headers_of(source, path, folders, opened))

    return find


@lru_cache(maxsize=64)
def _command_line(macros: tuple[str, ...]) -> tuple[Outline, ...]:
    lines = "".join(f"#define {name} {value or 1}\n" for name, _, value in (macro.partition("=") for macro in macros))
    return (Outline(parse(lines, "<command line>", "c")),) if lines else ()


def _database_above(folder: Path) -> Path | None:
    for above in (folder, *folder.parents):
        for name in _DATABASES:
            if (above / name).is_file():
                return above / name
        if (above / ".git").exists():
            return None
    return None


def _mtime(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


@lru_cache(maxsize=8)
def _load(path: str, modified: float) -> tuple[dict[str, Any], ...]:
    try:
        entries = json.loads(Path(path).read_text("utf-8"))
    except (OSError, ValueError):
        return ()
    return tuple(entry for entry in entries if isinstance(entry, dict)) if isinstance(entries, list) else ()


def _entry_for(path: Path, entries: tuple[dict[str, Any], ...]) -> dict[str, Any] | None:
    """The entry of the file, or of a neighbour: headers and new files have none of their own."""
    wanted = os.path.normpath(path)
    neighbour = None
    for entry in entries:
        file = os.path.normpath(os.path.join(entry.get("directory", ""), entry.get("file", "")))
        if file == wanted:
            return entry
        if neighbour is None and os.path.dirname(file) == os.path.dirname(wanted):
            neighbour = entry
    return neighbour


def _kept(arguments: list[str]) -> list[str]:
    kept: list[str] = []
    position = 1  # the first is the compiler
    while position < len(arguments):
        argument = arguments[position]
        position += 1
        if not argument.startswith(_KEPT) or argument.startswith(_DROPPED_MACROS):
            continue
        kept.append(argument)
        if argument in _WITH_VALUE and position < len(arguments):
            kept.append(arguments[position])
            position += 1
    return kept
