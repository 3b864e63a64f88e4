"""Versions of a program in folders of their own: which of several definitions a file is linked with.

Where a function is defined more than once in a checkout, a file means the definition that lies nearer, unless a build may bring it
together with one that lies farther away: a build that stands in the folder of the one, or names it, and that of the other.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from loopwright.lazily import cached_property
from loopwright.source.includes import LARGEST_HEADER
from loopwright.source.reading import read_file

# What goes into a folder and leaves the rest to the build there, and what is only removed.
_LEFT_ALONE = re.compile(
    r"\badd_subdirectory\s*\([^)]*\)|(?:\$[({]MAKE[)}]|\bmake)\s[^;&|\n]*?-C\s*\S+|\bcd\s+[^\s;&|]+\s*(?:;|&&)\s*(?:\$[({]MAKE[)}]|make)\b"
    r"|^.*\brm\b.*$",
    re.M,
)
# Folders that the build does not spell out: patterns, searches, what a command line sets; below the build, and beside it.
_ANY_BELOW = re.compile(
    r"GLOB_RECURSE|\*/|\$(?:[({]\w+[)}]|\w+)\"?/[\w*%]|\bfind\b|\brglob\b|\bos\.walk\b|\bVPATH\b|\bvpath\b"
)
_ANY_BESIDE = re.compile(
    r"(?:GLOB_RECURSE|\bfind\b|glob|\bwalk\b|wildcard)[^\n]*\.\.|\.\./[^\s/]*[$*][^\s/]*/|[)}]/\$[({]\w+[)}]/"
)
_FOLDER = re.compile(r"([\w.+-]+)(?=/)|(?<=/)([\w.+-]+)|\bcd\s+[\"']?([\w.+-]+)")
# What a build leaves to those of other folders, so that these may compile what it names.
_GIVEN_ON = re.compile(
    r"PARENT_SCOPE|\btarget_sources\b|TARGET_OBJECTS|\bCACHE\s+INTERNAL|\bGLOBAL\s+(?:APPEND\s+)?PROPERTY|\bfiles\s*\(|\bExport\s*\("
)
_PART = re.compile(r".*\.(?:mk|cmake|inc|am)")  # of builds that include it
_SCRIPT = re.compile(r".*\.(?:sh|bash|bat|cmd|ps1)")
_COMPILED = re.compile(r"\.(?:c|cc|cpp|cxx|c\+\+|cu|o|obj)\b", re.I)


class Versions:
    """The folders of one checkout, with the files that build it."""

    def __init__(self, builds: Sequence[str]) -> None:
        self._builds = builds

    def is_nearer(self, user: str, definition: str, other: str) -> bool:
        """Whether what is defined in two files is for ``user`` that of ``definition`` and never that of ``other``."""
        above = os.path.commonpath((user, other))
        theirs, others = _below(user, above), _below(other, above)
        if (
            theirs == others
            or not definition.startswith(os.path.join(above, ""))
            or _below(definition, above) != theirs
        ):
            return False
        return not any(
            build.reaches(above, others) and (build.reaches(above, theirs) or build.gives_on(above, others))
            for build in self._read
        )

    @cached_property
    def _read(self) -> list[_Build]:
        return [build for build in map(_Build, self._builds) if build.compiles]


def _below(file: str, above: str) -> str:
    """The folder directly below ``above`` that a file lies in, empty where it lies in that itself."""
    parts = Path(os.path.relpath(file, above)).parts
    return parts[0] if len(parts) > 1 else ""


class _Build:
    """A file that says what is compiled; one that cannot be read may say anything."""

    def __init__(self, path: str) -> None:
        self._folder = self._highest = os.path.dirname(path)
        self._named: frozenset[str] | None = None
        self.compiles = True
        try:
            text = read_file(Path(path), LARGEST_HEADER).decode("utf-8", "replace")
        except OSError:
            return
        is_script = _SCRIPT.fullmatch(path.lower()) is not None
        self.compiles = not is_script or _COMPILED.search(text) is not None
        left = _LEFT_ALONE.sub(" ", text)
        self._offers = _GIVEN_ON.search(text) is not None
        self._leads = left != text or _PART.fullmatch(path.lower()) is not None
        self._named = frozenset(word for pair in _FOLDER.findall(left) for word in pair)
        self._climbs = ".." in left
        self._below = _ANY_BELOW.search(left) is not None
        for _ in range(left.count("..") if _ANY_BESIDE.search(left) else 0):
            self._highest = os.path.dirname(self._highest)

    def reaches(self, above: str, folder: str) -> bool:
        """Whether it may compile what lies in ``folder`` of ``above``, or in ``above`` itself where that is empty."""
        if self._named is None or folder in self._named:
            return True
        whole = os.path.join(above, folder) if folder else above
        if not folder and _is_inside(self._folder, above):
            return self._folder == above or self._climbs
        if _is_inside(self._folder, whole):
            return True
        if not folder:
            return self.reaches(os.path.dirname(above), os.path.basename(above))
        return self._below and _is_inside(whole, self._highest)

    def gives_on(self, above: str, folder: str) -> bool:
        """Whether what it says of ``folder`` may be heard by builds of other folders: it begins them, or is a part of them."""
        if self._named is None or self._offers:
            return True
        is_of_folder = bool(folder) and _is_inside(self._folder, os.path.join(above, folder))
        return self._leads and not is_of_folder


def _is_inside(path: str, folder: str) -> bool:
    return os.path.commonpath((path, folder)) == folder
