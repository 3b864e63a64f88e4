"""The words of a compile command → the options in it that say what a file means: folders of headers, macros, the standard.

An allowlist: each row of `options.toml` names a flag, how its argument is written and what that is. Everything else, and
every argument that could be read as a flag or as a response file, is left out. A command line comes from the folder that
somebody opens, so nothing in it is believed.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from loopwright.lazily import cached_property

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Meaning = Literal["folder", "file", "macro", "standard", "types"]
LONGEST_PATH = 4096
_LONGEST_MACRO = 4096
_MOST_OPTIONS = 2000
_CL_DRIVERS = frozenset({"cl", "clang-cl", "icl", "icx-cl"})


@dataclass(frozen=True)
class Option:
    """A flag with its argument. ``value`` of a folder or file is an absolute path, of a macro ``NAME``, ``NAME=TEXT`` or
    ``NAME(PARAMETERS)=TEXT``, of a standard its name; those about types have none."""

    meaning: Meaning
    flag: str
    value: str
    only: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """As a compiler reads it. No word begins with `@`: gcc and clang would read a file in its place."""
        if self.meaning in ("folder", "file"):
            return (f"{self.flag}={self.value}",) if self.flag.startswith("--") else (self.flag, self.value)
        return (f"{self.flag}={self.value}",) if self.meaning == "standard" else (f"{self.flag}{self.value}",)


_UNTYPED = Option("types", "-fno-strict-aliasing", "", ("gcc", "clang", "clangd"))  # what those of Microsoft do always


@dataclass(frozen=True)
class _Row:
    flags: tuple[str, ...]
    argument: str
    means: Meaning
    only: tuple[str, ...]

    def joined_prefixes(self) -> Iterator[str]:
        for flag in self.flags:
            if self.argument == "equals" or flag.startswith("--"):
                yield flag + "="
            elif self.argument in ("joined", "either"):
                yield flag

    def separate_spellings(self) -> Iterator[str]:
        if self.argument not in ("joined", "none"):
            yield from self.flags


@dataclass(frozen=True)
class _Table:
    """The rows, by spelling."""

    rows: tuple[_Row, ...]
    dropped: frozenset[str]

    @cached_property
    def alone(self) -> dict[str, _Row]:
        return {flag: row for row in self.rows if row.argument == "none" for flag in row.flags}

    @cached_property
    def separate(self) -> dict[str, _Row]:
        return {flag: row for row in self.rows for flag in row.separate_spellings()}

    @cached_property
    def joined(self) -> list[tuple[str, _Row]]:
        """The longest first: `-isystemDIR` is not `-i`."""
        found = [(prefix, row) for row in self.rows for prefix in row.joined_prefixes()]
        return sorted(found, key=lambda pair: -len(pair[0]))


@dataclass(frozen=True)
class Place:
    """Where a command is read: relative paths start at ``directory``, a header that is forced in lies under ``roots``."""

    directory: Path
    roots: tuple[Path, ...]


def read_options(words: Sequence[object], place: Place) -> tuple[Option, ...]:
    """The options in a command; the first word is the compiler. Never raises, whatever the words are."""
    texts = [word if isinstance(word, str) else "" for word in words]
    driver = os.path.basename(texts[0].replace("\\", "/")).removesuffix(".exe").lower() if texts else ""
    table = _table(driver in _CL_DRIVERS)
    found: dict[Option, None] = {}
    if driver in _CL_DRIVERS:
        found[_UNTYPED] = None
    position = 1
    while position < len(texts) and len(found) < _MOST_OPTIONS:
        word = texts[position]
        position += 1
        if word in table.dropped:
            position += 1
            continue
        if word in table.alone:
            alone = table.alone[word]
            one = Option(alone.means, alone.flags[0], "", alone.only)
            found.pop(one, None)  # the last one counts
            found[one] = None
            continue
        row, value = table.separate.get(word), ""
        if row is not None:
            value = texts[position] if position < len(texts) else ""
            position += 1
        else:
            row, value = next(((r, word[len(p) :]) for p, r in table.joined if word.startswith(p)), (None, ""))
        option = _option(row, value, word, place) if row is not None else None
        if option is not None:
            found[option] = None
    return tuple(found)


def are_typed(options: Iterable[Option]) -> bool:
    """Whether a compiler may take objects of different types for different ones: the last option about it counts, and it does without one."""
    said = [option.flag for option in options if option.meaning == "types"]
    return not said or said[-1] != _UNTYPED.flag


def is_plain(value: object, longest: int = LONGEST_PATH) -> bool:
    """Whether a value can be one word for a compiler: text without control characters that is no flag and no `@file`."""
    if not isinstance(value, str) or not 0 < len(value) <= longest or value[0] in "-@":
        return False
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in value):
        return False
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    return True


def is_path(value: object) -> bool:
    """Whether a value can name a file or folder of this machine. A path of another machine would be asked for with the
    user's name and password on Windows."""
    return is_plain(value) and isinstance(value, str) and not value.startswith(("\\\\", "//")) and value[0] != "="


def is_macro(value: str) -> bool:
    """Whether a command line may define ``NAME``, ``NAME=TEXT`` or ``NAME(PARAMETERS)=TEXT``."""
    if not is_plain(value, _LONGEST_MACRO) or value.endswith("\\"):
        return False
    head, _, text = value.partition("=")
    name, opened, parameters = head.partition("(")
    if opened and not (parameters.endswith(")") and _are_parameters(parameters[:-1])):
        return False
    if not _is_identifier(name) or "/*" in text:
        return False
    macros = _tables()["macros"]
    if name in macros["spelled_otherwise"]:
        return not opened and text in ("", f"__{name}", f"__{name}__") and value != name
    return name not in macros["reserved"] and not name.startswith(tuple(macros["prefixes"]))


def standards(language: str) -> frozenset[str]:
    """Names of the standards of ``c`` or ``c++``."""
    return frozenset(_tables()["standards"][language])


def _option(row: _Row, value: str, word: str, place: Place) -> Option | None:
    flag = row.flags[0]
    if row.means == "macro":
        undefined = flag == "-U" and not ("=" in value or "(" in value)
        return Option("macro", flag, value) if is_macro(value) and (flag == "-D" or undefined) else None
    if row.means == "standard":
        name = value.removeprefix(":")
        return Option("standard", flag, name) if name in standards("c") | standards("c++") else None
    if not is_path(value):
        return None
    path = os.path.join(place.directory, value)
    if not os.path.isabs(path) or len(path) > LONGEST_PATH:
        return None
    if row.means == "file" and not _may_be_forced_in(path, place.roots):
        return None
    return Option(row.means, flag, path, row.only)


def _may_be_forced_in(path: str, roots: Iterable[Path]) -> bool:
    """A regular file of the project or of the system: anything else could block who reads it, or be none of its business."""
    try:
        real = Path(os.path.realpath(path))
        regular = stat.S_ISREG(real.stat().st_mode)
    except (OSError, ValueError):
        return False
    places = [*roots, *map(Path, _tables()["folders"]["system"])]
    return regular and any(real.is_relative_to(os.path.realpath(place)) for place in places)


def _is_identifier(name: str) -> bool:
    return name.isascii() and name.isidentifier()


def _are_parameters(text: str) -> bool:
    names = [name.strip() for name in text.split(",")] if text.strip() else []
    return all(_is_identifier(name) or (name == "..." and name is names[-1]) for name in names)


@lru_cache(maxsize=1)
def _tables() -> dict[str, Any]:
    text = resources.files("loopwright.toolchain").joinpath("options.toml").read_text("utf-8")
    tables: dict[str, Any] = tomllib.loads(text)
    return tables


@lru_cache(maxsize=2)
def _table(cl: bool) -> _Table:
    tables = _tables()
    rows = [*tables["option"], *(tables["cl"] if cl else ())]
    return _Table(
        tuple(_Row(tuple(r["flags"]), r["argument"], r["means"], tuple(r.get("only", ()))) for r in rows),
        frozenset(tables["dropped"]["with_argument"]),
    )
