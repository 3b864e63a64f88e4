"""The files of a checkout by what they are to a program, and which of its builds make a library."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from loopwright.source.folders import holds_own_files
from loopwright.source.includes import HEADERS, LARGEST_HEADER
from loopwright.source.reading import read_file
from loopwright.toolchain.database import folders_above
from loopwright.toolchain.environment import workspaces
from loopwright.toolchain.glance import Stamp, included_at, is_foreign, stamp_of

_MOST_SEEN = 4_000  # files of a checkout
_MOST_BYTES = 48_000_000
_REPOSITORY = (".git", ".hg", ".svn")
SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++")
_BUILDS = re.compile(
    r"cmakelists\.txt|.*\.cmake|.*makefile.*|.*\.mk|.*\.am|.*\.ac|meson\.build|sconstruct|sconscript|build|build\.bazel|.*\.gyp|.*\.pro"
    r"|.*\.vcxproj|setup\.py|setup\.cfg|pyproject\.toml|wscript|xmake\.lua|premake.*\.lua|.*\.pc\.in|configure"
    r"|.*\.(?:sh|bash|bat|cmd|ps1|ninja)|justfile|jamfile|jamroot|tupfile"
)
_LIBRARY = re.compile(
    rb"\b(?:add_library|pybind11_add_module|python_add_library|shared_library|static_library|both_libraries|shared_module|cc_library"
    rb"|cuda_add_library|SharedLibrary|StaticLibrary|ext_modules|Extension|mex|nvlink)\s*\(|-shared\b|-dynamiclib\b|\$[({]AR[)}]|\bar\s+-?[rcqsuvD]+\s"
    rb"|_LTLIBRARIES\b|\b(?:lib|noinst)_LIBRARIES\b|\blibrary\s*\(|TEMPLATE\s*[=+]+\s*lib|<ConfigurationType>\s*(?:Dynamic|Static)"
    rb"|(?:Shared|Static)Lib\b|set_kind\(\s*.(?:shared|static)|ext_modules|ext-modules|^Libs:",
    re.M,
)
# Libraries that a build makes for itself: their files come to others only in another one that it makes of them.
_OF_ITS_OWN = re.compile(
    rb"\badd_library\s*\(\s*[^\s()]+\s+(?:OBJECT|ALIAS)\b|\badd_library\s*\([^()]*\sIMPORTED\b|\bnoinst_(?:LT)?LIBRARIES\b"
)
_WORDS = re.compile(rb"[\w-]+")


class Checkout(NamedTuple):
    """The files of one folder, real paths; ``headers`` are also those whose names say nothing, but which code includes."""

    root: Path
    sources: tuple[str, ...]
    headers: tuple[str, ...]
    foreign: tuple[str, ...]
    builds: tuple[str, ...]

    def has(self, file: str) -> bool:
        """Whether a file is code of it."""
        return file in self.sources or file in self.headers


def root_of(path: Path) -> Path | None:
    """The folder of the checkout, which is a repository or what the user has opened."""
    for folder in folders_above(path):
        if any(os.path.exists(folder / name) for name in _REPOSITORY) or Path(os.path.realpath(folder)) in workspaces():
            return Path(os.path.realpath(folder))
    return None


def checkout_at(root: Path) -> Checkout | None:
    """The files of a folder by what they are to a program; ``None`` where they are too many."""
    kinds: dict[str, list[str]] = {"sources": [], "headers": [], "foreign": [], "builds": []}
    others: dict[str, list[str]] = {}
    size = count = 0
    for folder, inside, files in os.walk(root):
        inside[:] = sorted(name for name in inside if holds_own_files(os.path.join(folder, name)))
        for name in sorted(files):
            kind = _kind(name)
            file = os.path.join(folder, name)
            if not kind:
                others.setdefault(name, []).append(file)
                continue
            try:
                size += os.stat(file).st_size
            except OSError:
                continue
            count += 1
            if count > _MOST_SEEN or size > _MOST_BYTES:
                return None
            kinds[kind].append(_real(file))
    kinds["headers"] += _included_among(others, (*kinds["sources"], *kinds["headers"]))
    return Checkout(root, **{kind: tuple(dict.fromkeys(found)) for kind, found in kinds.items()})


def _real(file: str) -> str:
    """The file itself, in a folder that is no link: to ask for each part of every path is most of the work of a walk."""
    return os.path.realpath(file) if os.path.islink(file) else file


def _included_among(others: Mapping[str, Sequence[str]], files: Iterable[str]) -> list[str]:
    """Of files whose names say nothing those that code includes, or what it includes does."""
    found: dict[str, None] = {}
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        try:
            included = {name.split("/")[-1] for name, _ in included_at(file, stamp_of(file))}
        except OSError:
            continue
        named = (_real(other) for name in included & others.keys() for other in others[name])
        more = [other for other in named if other not in found]
        found.update(dict.fromkeys(more))
        waiting += more
    return list(found)


def _kind(name: str) -> str:
    lower = name.lower()
    if lower.endswith(SOURCES):
        return "sources"
    if lower.endswith((*HEADERS, ".h++")):
        return "headers"
    if _BUILDS.fullmatch(lower):
        return "builds"
    return "foreign" if is_foreign(name) else ""


def is_of_library(file: str, checkout: Checkout) -> bool:
    """Whether the build of a checkout may put a file into a library, so that nobody knows who calls it."""
    for_others, for_itself = (
        [build for build in checkout.builds if _makes_library(build, file, is_for_others)]
        for is_for_others in (True, False)
    )
    return bool(for_others) or (bool(for_itself) and any(map(_makes_any_for_others, checkout.builds)))


def _makes_library(build: str, file: str, is_for_others: bool) -> bool:
    """Whether a file of the build may put ``file`` into a library: it stands above it, or names it from elsewhere."""
    try:
        text = _text_of_library(build, stamp_of(build), is_for_others)
    except OSError:
        return True
    if not text or os.path.commonpath((os.path.dirname(build), file)) == os.path.dirname(build):
        return bool(text)
    stem = os.path.splitext(os.path.basename(file))[0].encode()
    return (b"/" + stem in text or (b".." in text and stem in text)) and stem in _WORDS.findall(text)


def _makes_any_for_others(build: str) -> bool:
    try:
        return bool(_text_of_library(build, stamp_of(build), True))
    except OSError:
        return True


@lru_cache(maxsize=2_000)
def _text_of_library(build: str, stamp: Stamp, is_for_others: bool) -> bytes:
    """The text of a file of the build that makes a library, one for others or any; nothing of one that makes none. Raises :class:`OSError`."""
    text = read_file(Path(build), LARGEST_HEADER)
    return text if _LIBRARY.search(_OF_ITS_OWN.sub(b"", text) if is_for_others else text) else b""
