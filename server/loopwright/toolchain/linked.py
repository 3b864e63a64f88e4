"""The files that are linked with one, where no compile_commands.json lists them: found in its checkout by the names in them.

A program is a set of files that a `main` leads to. Whoever may run the code of a file is a file that names its functions, or one
that names the functions of these; what those call is defined in files too. Two files that define one function are never parts of
one program, so a folder of versions, each with a `main`, is as many programs.

Files are only claimed to be a program, all of whose callers are in sight, where nobody else can call them: the checkout has a
`main` for them, makes no library of them, and no file of another language names what they define.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from loopwright.lang.linkage import functions_given, words_of_initializers
from loopwright.source.includes import HEADERS, LARGEST_HEADER, includes_in
from loopwright.source.outline import Outline
from loopwright.source.reading import read_file
from loopwright.toolchain.database import folders_above
from loopwright.toolchain.environment import workspaces

MOST_FILES = 64  # of one program
_MOST_SEEN = 4_000  # files of a checkout
_MOST_BYTES = 48_000_000
_MOST_READ = 200  # files that are parsed to know what they define
_REPOSITORY = (".git", ".hg", ".svn")
_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++")
# Languages whose code is linked with that of C by the names of functions, and those that call through an interface of their own.
_LINKED = re.compile(r".*\.(?:cuh?|mm?|s|asm|f|for|f77|f90|f95|f03|f08|rs|go|d|zig|nim|pyx|pxd|swift|adb|cl)")
_CALLING = re.compile(r".*\.(?:py|jl|r|rb|lua|java|cs|hs|ml)")
_FORTRAN = re.compile(r".*\.(?:f|for|f77|f90|f95|f03|f08)")
_PROCEDURE = re.compile(rb"\b(?:subroutine|function|module|program|procedure)[ \t]+([a-z]\w*)")
_INTERFACE = re.compile(
    rb"ctypes|cffi|ccall|dyn\.load|\.Call\b|\bffi\b|DllImport|foreign import|\bexternal\b|\bnative\b"
)
_BUILDS = re.compile(
    r"cmakelists\.txt|.*\.cmake|.*makefile.*|.*\.mk|.*\.am|.*\.ac|meson\.build|sconstruct|sconscript|build|build\.bazel|.*\.gyp|.*\.pro"
    r"|.*\.vcxproj|setup\.py|setup\.cfg|pyproject\.toml|wscript|xmake\.lua|premake.*\.lua|.*\.pc\.in|configure"
)
_LIBRARY = re.compile(
    rb"\b(?:add_library|pybind11_add_module|python_add_library|shared_library|static_library|both_libraries|shared_module|cc_library"
    rb"|cuda_add_library|SharedLibrary|StaticLibrary|ext_modules|Extension|mex|nvlink)\s*\(|-shared\b|-dynamiclib\b|\$[({]AR[)}]|\bar\s+-?[rcqsuvD]+\s"
    rb"|_LTLIBRARIES\b|\b(?:lib|noinst)_LIBRARIES\b|\blibrary\s*\(|TEMPLATE\s*[=+]+\s*lib|<ConfigurationType>\s*(?:Dynamic|Static)"
    rb"|(?:Shared|Static)Lib\b|set_kind\(\s*.(?:shared|static)|ext_modules|ext-modules|^Libs:",
    re.M,
)
_EXPORTED = re.compile(
    rb"\b(?:dllexport|JNIEXPORT|PyMODINIT_FUNC|PyInit_\w+|PYBIND11_MODULE|BOOST_PYTHON_MODULE|mexFunction|R_registerRoutines|RcppExport"
    rb"|EMSCRIPTEN_KEEPALIVE|NAPI_MODULE|LLVMFuzzerTestOneInput)\b|\bvisibility\s*\("
)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_WORDS = re.compile(rb"[\w-]+")
_PIECE = re.compile(rb"[^;{}]*[;{}]")
_MOST_PARAMETERS = 24
_CALLED = re.compile(rb"([A-Za-z_]\w*)\s*\(")


class _Text(NamedTuple):
    """What is known of a file without parsing it; ``heads`` are words that may be names of functions it defines, ``includes`` the last parts
    of names."""

    words: frozenset[bytes]
    heads: frozenset[bytes]
    includes: frozenset[str]
    exports: bool


def linked_files(
    path: Path, outline_of: Callable[[str], Outline | None], own: Outline | None = None
) -> tuple[str, ...]:
    """The other files of every program that the file at ``path`` may be a part of; none where somebody else may call it, where that
    cannot be told, or where they are too many. ``own`` is what the file says now."""
    root = _root(path)
    mine = os.path.realpath(path)
    if root is None or not mine.endswith(_SOURCES):
        return ()
    checkout = _checkout(root)
    if checkout is None or mine not in checkout.sources or _is_of_library(mine, checkout, root):
        return ()
    return _Search(checkout, mine, outline_of, own).found()


def is_of_library(path: Path) -> bool:
    """Whether the build of the checkout may put a file into a library, so that nobody knows who calls it."""
    root = _root(path)
    checkout = _checkout(root) if root is not None else None
    return root is not None and (checkout is None or _is_of_library(os.path.realpath(path), checkout, root))


def _is_of_library(file: str, checkout: _Checkout, root: Path) -> bool:
    return any(_makes_library(build, root, file) for build in checkout.builds)


def _root(path: Path) -> Path | None:
    """The folder of the checkout, which is a repository or what the user has opened."""
    for folder in folders_above(path):
        if any(os.path.exists(folder / name) for name in _REPOSITORY) or Path(os.path.realpath(folder)) in workspaces():
            return Path(os.path.realpath(folder))
    return None


class _Checkout(NamedTuple):
    sources: tuple[str, ...]
    headers: tuple[str, ...]
    foreign: tuple[str, ...]
    builds: tuple[str, ...]


def _checkout(root: Path) -> _Checkout | None:
    """The files of a folder by what they are to a program; ``None`` where they are too many."""
    kinds: dict[str, list[str]] = {"sources": [], "headers": [], "foreign": [], "builds": []}
    size = count = 0
    for folder, inside, files in os.walk(root):
        inside[:] = sorted(name for name in inside if not name.startswith("."))
        for name in sorted(files):
            kind = _kind(name)
            if not kind:
                continue
            file = os.path.join(folder, name)
            try:
                size += os.stat(file).st_size
            except OSError:
                continue
            count += 1
            if count > _MOST_SEEN or size > _MOST_BYTES:
                return None
            kinds[kind].append(os.path.realpath(file))
    return _Checkout(*(tuple(dict.fromkeys(kinds[kind])) for kind in _Checkout._fields))


def _kind(name: str) -> str:
    lower = name.lower()
    if lower.endswith(_SOURCES):
        return "sources"
    if lower.endswith((*HEADERS, ".h++")):
        return "headers"
    if _BUILDS.fullmatch(lower):
        return "builds"
    return "foreign" if _LINKED.fullmatch(lower) or _CALLING.fullmatch(lower) else ""


def _makes_library(build: str, root: Path, file: str) -> bool:
    """Whether a file of the build may put ``file`` into a library: it stands above it, or names it."""
    try:
        data = read_file(Path(build), LARGEST_HEADER)
    except OSError:
        return True
    above = os.path.commonpath((os.path.dirname(build), file)) == os.path.dirname(build)
    stem = os.path.splitext(os.path.basename(file))[0].encode()
    return bool(_LIBRARY.search(data)) and (above or stem in _WORDS.findall(data))


class _Search:
    """One search: ``chosen`` are the files so far, in order; each is asked once who names it and whom it calls."""

    def __init__(
        self, checkout: _Checkout, mine: str, outline_of: Callable[[str], Outline | None], own: Outline | None
    ) -> None:
        self._checkout, self._mine = checkout, mine
        self._outline_of, self._own = outline_of, own
        self._read: dict[str, Outline | None] = {}
        self._chosen: dict[str, bool] = {mine: True}  # whether its callers count

    def found(self) -> tuple[str, ...]:
        try:
            self._gather()
            names = {name for file in self._chosen for name in self._names(file)}
            if b"main" not in names or self._is_used_elsewhere(names - {b"main"}):
                return ()
        except _Untold:
            return ()
        return tuple(file for file in self._chosen if file != self._mine)

    def _gather(self) -> None:
        waiting = [self._mine]
        while waiting:
            file = waiting.pop()
            more = [(other, True) for other in self._users(file)] if self._chosen[file] else []
            more += [(other, False) for other in self._definers(file)]
            for other, counts in more:
                if other not in self._chosen or (counts and not self._chosen[other]):
                    self._chosen[other] = counts
                    waiting.append(other)
                if len(self._chosen) > MOST_FILES:
                    raise _Untold

    def _users(self, file: str) -> Iterator[str]:
        """Files that name a function which ``file`` defines, in themselves or by a header with code of its own."""
        names = self._names(file) - {b"main"}
        if not names:
            return
        headers = {
            os.path.basename(h) for h in self._checkout.headers if names & self._text(h).words and self._acts(h, names)
        }
        while True:
            more = {os.path.basename(h) for h in self._checkout.headers if headers & self._text(h).includes} - headers
            if not more:
                break
            headers |= more
        for other in self._checkout.sources:
            text = self._text(other)
            if os.path.basename(file) in text.includes:
                raise _Untold  # it is a part of another file
            if other != file and (names & text.words or headers & text.includes) and self._may_join(other):
                yield other

    def _acts(self, header: str, names: frozenset[bytes]) -> bool:
        """Whether a header names functions in code or in a macro, and not in declarations alone."""
        outline = self._outline(header)
        pieces = [outline.source.slice(function.span).encode() for function in outline.functions]
        pieces += re.findall(rb"^[ \t]*#[ \t]*define\b(?:[^\n\\]|\\.|\\\n)*", outline.source.data, re.M)
        return any(names & set(_WORD.findall(piece)) for piece in pieces)

    def _definers(self, file: str) -> Iterator[str]:
        """Files that define what ``file`` names and nobody has defined yet."""
        own = self._text(file)
        known = {name for other in self._chosen for name in self._names(other)}
        missing = own.words - known
        for other in self._checkout.sources:
            if other not in self._chosen and missing & self._text(other).heads and self._may_join(other):
                if missing & self._names(other):
                    yield other

    def _may_join(self, file: str) -> bool:
        """Whether a file may be in one program with the one that is asked about."""
        return file == self._mine or not self._signatures(self._mine) & self._signatures(file)

    def _is_used_elsewhere(self, wanted: set[bytes]) -> bool:
        """Whether code of other languages may call what is defined here, tools that find it by its name, or a file that is no part of
        the program by what it does before `main`."""
        if any(self._text(file).exports for file in self._chosen):
            return True
        if any(self._calls(file, wanted) for file in self._checkout.foreign):
            return True
        others = (f for f in self._checkout.sources if f not in self._chosen and wanted & self._text(f).words)
        for file in others:
            begins = words_of_initializers(self._outline(file)) if self._may_join(file) else ()
            if wanted & {word.encode() for word in begins}:
                return True
        return False

    def _calls(self, file: str, wanted: set[bytes]) -> bool:
        """Whether a file of another language may call one of these functions."""
        text = self._text(file)
        if _FORTRAN.fullmatch(file.lower()):  # which knows no case, and adds an underscore
            words = {word.lower().rstrip(b"_") for word in text.words} - text.heads
            return bool({name.lower().rstrip(b"_") for name in wanted} & words)
        named = wanted & text.words
        if named and file.lower().endswith(".cu"):  # what it defines itself it does not call elsewhere
            named -= {given.name.encode() for given in functions_given(self._outline(file)) if given.signature}
        return bool(named) and (text.exports or not _CALLING.fullmatch(file.lower()))

    def _names(self, file: str) -> frozenset[bytes]:
        """Functions that a file defines for others."""
        return frozenset(given.name.encode() for given in functions_given(self._outline(file)))

    def _signatures(self, file: str) -> frozenset[str]:
        return frozenset(given.signature for given in functions_given(self._outline(file)) if given.signature)

    def _outline(self, file: str) -> Outline:
        if file not in self._read:
            if len(self._read) >= _MOST_READ:
                raise _Untold
            self._read[file] = self._own if file == self._mine and self._own is not None else self._outline_of(file)
        outline = self._read[file]
        if outline is None:
            raise _Untold
        return outline

    def _text(self, file: str) -> _Text:
        try:
            status = os.stat(file)
            if status.st_size > LARGEST_HEADER:
                raise _Untold
            return _text(file, status.st_mtime_ns, status.st_size)
        except OSError:
            raise _Untold from None


class _Untold(Exception):
    """Which files belong together cannot be told."""


@lru_cache(maxsize=2 * _MOST_SEEN)
def _text(file: str, changed: int, size: int) -> _Text:
    data = read_file(Path(file), LARGEST_HEADER)
    heads = _PROCEDURE.findall(data.lower()) if _FORTRAN.fullmatch(file.lower()) else _heads(data)
    calls_out = _INTERFACE if _CALLING.fullmatch(file.lower()) else _EXPORTED
    return _Text(
        frozenset(_WORD.findall(data)),
        frozenset(heads),
        frozenset(include.name.split("/")[-1] for include in includes_in(data)),
        bool(calls_out.search(data)),
    )


def _heads(data: bytes) -> set[bytes]:
    """Words before a parenthesis in what stands before each brace, and before the declarations of parameters there (C89)."""
    found: set[bytes] = set()
    waiting: list[bytes] = []
    for piece in _PIECE.findall(data):
        waiting = (
            [*waiting[-_MOST_PARAMETERS:], piece] if piece.endswith(b";") else [] if piece.endswith(b"}") else waiting
        )
        if piece.endswith(b"{"):
            head = next((text for text in (piece, *reversed(waiting)) if b"(" in text), b"")
            found.update(_CALLED.findall(head))
            waiting = []
    return found
