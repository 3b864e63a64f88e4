"""What a program that we start is told of its surroundings: built from a list, not inherited."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

# Everything else stays behind: PYTHON*, LD_*, DYLD_*, GCC_*, CPATH, COMPILER_PATH, CCC_OVERRIDE_OPTIONS and the like make
# a program of ours run what somebody else has put there.
_KEPT = ("HOME", "USER", "LOGNAME", "TZ", "NUMBER_OF_PROCESSORS", "CUDA_VISIBLE_DEVICES")
_KEPT_ON_WINDOWS = (
    *("SYSTEMROOT", "WINDIR", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
    *("PROGRAMDATA", "PROGRAMFILES", "PROGRAMFILES(X86)", "PROCESSOR_ARCHITECTURE"),
)
_workspaces: tuple[Path, ...] = ()


def set_workspaces(folders: Iterable[Path]) -> None:
    """The folders that the user has open: no program is looked up in them, no compile database above them."""
    global _workspaces
    _workspaces = tuple(Path(os.path.realpath(folder)) for folder in folders)


def workspaces() -> tuple[Path, ...]:
    """The folders that the user has open, links followed."""
    return _workspaces


def built_environment(temporary: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The whole environment of a program: what is kept, ``temporary`` for its temporary files, and ``more``."""
    kept = _KEPT + (_KEPT_ON_WINDOWS if sys.platform == "win32" else ())
    found = {name: os.environ[name] for name in kept if name in os.environ}
    found["PATH"] = os.pathsep.join(search_path())
    found["LANG"] = found["LC_ALL"] = "C.UTF-8" if sys.platform == "linux" else "C"
    found.update(dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(temporary)))
    return {**found, **(more or {})}


def search_path() -> list[str]:
    """The folders of PATH in which programs are looked up: absolute ones, outside what the user has open."""
    entries = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return [entry for entry in dict.fromkeys(entries) if os.path.isabs(entry) and not _in_workspace(entry)]


def find_program(name: str, folders: Iterable[str] | None = None) -> str | None:
    """Absolute path of a program by its name, looked up in ``folders`` (those of PATH), or by an absolute path. Neither the
    current folder nor a folder that the user has open is ever searched; ``None`` where there is none."""
    if os.path.isabs(name):
        return next((path for path in _spellings(name) if _is_program(path)), None)
    if os.path.dirname(name) or name in ("", os.curdir, os.pardir):
        return None
    for folder in search_path() if folders is None else folders:
        for path in _spellings(os.path.join(folder, name)):
            if _is_program(path):
                return path
    return None


def _spellings(path: str) -> list[str]:
    if sys.platform != "win32":
        return [path]
    endings = [e for e in os.environ.get("PATHEXT", ".COM;.EXE;.BAT;.CMD").split(os.pathsep) if e]
    return [path] if path.upper().endswith(tuple(e.upper() for e in endings)) else [path + e for e in endings]


def _is_program(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


def _in_workspace(folder: str) -> bool:
    real = Path(os.path.realpath(folder))
    return any(real == workspace or workspace in real.parents for workspace in _workspaces)
