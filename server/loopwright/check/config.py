"""`[tool.loopwright]` of pyproject.toml, or a `loopwright.toml`, above the files that are checked.

[tool.loopwright]
version = "3.3"              # the OpenACC version that must do
portability = ["gcc-12"]     # compilers that must accept every directive
ignore = ["LW214"]           # codes that are left out
exclude = ["build/*"]        # files that are not checked
include-path = ["include"]   # where headers lie
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loopwright.check.rules import rules
from loopwright.check.unseen import CODE
from loopwright.openacc.forms import profiles
from loopwright.openacc.spec import NEWEST, VERSIONS
from loopwright.source.reading import read_file
from loopwright.toolchain.database import folder_of_others, folders_above

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib


CONFIGURATIONS = ("loopwright.toml", "pyproject.toml")
_LARGEST = 1 << 20  # bytes
_MOST_DOTS = 500  # in a line: for a dotted key tomllib takes time with the square of its parts


class ConfigError(Exception):
    """A sentence that says which file is wrong and where."""


@dataclass(frozen=True)
class Config:
    """The configuration of a project."""

    version: str = NEWEST
    portability: tuple[str, ...] = ()
    ignore: frozenset[str] = frozenset()
    exclude: tuple[str, ...] = ()
    include_path: tuple[Path, ...] = ()
    origin: Path | None = None


def find_config(folder: Path) -> Config:
    """The nearest configuration in ``folder`` or above it, up to the workspace or repository (see
    :func:`folders_above`). Raises :class:`ConfigError`."""
    for above in folders_above(folder / "any.c"):
        own = above / "loopwright.toml"
        if own.is_file():
            return read_config(own, read_table(own))
        project = above / "pyproject.toml"
        if project.is_file():
            table = own_table(project)
            if table is not None:
                return read_config(project, table)
    return Config()


def ignored_config(folder: Path) -> Path | None:
    """A configuration that is not read because others than the user may have put it there."""
    foreign = folder_of_others(folder / "any.c")
    if foreign is None:
        return None
    own, project = foreign / "loopwright.toml", foreign / "pyproject.toml"
    if os.path.isfile(own):
        return own
    try:
        return project if own_table(project) is not None else None
    except ConfigError:
        return None


def own_table(project: Path) -> object:
    """What a pyproject.toml says of us, ``None`` for nothing."""
    tools = read_table(project).get("tool")
    return tools.get("loopwright") if isinstance(tools, dict) else None


def read_table(path: Path) -> dict[str, Any]:
    """A TOML file. Raises :class:`ConfigError`."""
    try:
        text = read_file(path, _LARGEST).decode("utf-8")
        if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
            raise ValueError("a line of it has too many dots")
        table: dict[str, Any] = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except ValueError as error:  # not TOML, not UTF-8, a number too long
        raise ConfigError(f"{path}: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: it is nested too deeply") from error
    return table


def read_config(path: Path, table: object) -> Config:
    """A configuration from its table; every value is looked at. Raises :class:`ConfigError`."""
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: `loopwright` must be a table")
    known = {"version", "portability", "ignore", "exclude", "include-path"}
    for key in table:
        if key not in known:
            raise ConfigError(f"{path}: unknown key {key!r}; there are {', '.join(sorted(known))}")
    version = str(table.get("version", NEWEST))
    if version not in VERSIONS:
        raise ConfigError(f"{path}: version {version!r} is none of {', '.join(VERSIONS)}")
    lists: dict[str, tuple[str, ...]] = {}
    for key in ("portability", "ignore", "exclude", "include-path"):
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise ConfigError(f"{path}: {key} must be a list of strings")
        lists[key] = tuple(value)
    for name in lists["portability"]:
        if name not in profiles():
            raise ConfigError(f"{path}: portability {name!r} is none of {', '.join(profiles())}")
    for code in lists["ignore"]:
        if code not in rules() and code != CODE:
            raise ConfigError(f"{path}: there is no rule {code!r}")
    if any("\0" in entry for entry in lists["include-path"]):
        raise ConfigError(f"{path}: include-path has a name that no folder can have")
    folders = tuple((path.parent / entry).resolve() for entry in lists["include-path"])
    return Config(version, lists["portability"], frozenset(lists["ignore"]), lists["exclude"], folders, path)
