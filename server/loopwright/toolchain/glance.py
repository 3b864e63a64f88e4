"""What is known of a file at a glance, without parsing it: its words, what it may define, what it includes."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from loopwright.lang.pasted import pastes
from loopwright.source.includes import LARGEST_HEADER, includes_in
from loopwright.source.lexemes import without_text
from loopwright.source.reading import read_file, too_large
from loopwright.source.text import decode, encode, listed_words, occurrences, words_in
from loopwright.toolchain.fortran import FIXED, FREE, called, procedures

# Languages whose code is linked with that of C by the names of functions, and those that call through an interface of their own.
_KINDS = "cu cuh m mm s asm rs go d zig nim pyx pxd swift adb cl hip ispc y yy l ll lex tcc txx ixx cppm"
_MADE = "c.in cc.in cpp.in cxx.in h.in hh.in hpp.in hxx.in"
_LINKED = (*FREE, *FIXED, *(f".{kind}" for kind in f"{_KINDS} {_MADE}".split()))
_CALLING = (".py", ".jl", ".r", ".rb", ".lua", ".java", ".cs", ".hs", ".ml")
# How they say that they call functions of C.
_INTERFACES = (b"ctypes", b"cffi", b"ccall", b"dyn.load", b".Call", b"DllImport", b"foreign import")
_INTERFACE_WORDS = frozenset((b"ffi", b"external", b"native"))
_EXPORTED = frozenset(
    (b"dllexport", b"JNIEXPORT", b"PyMODINIT_FUNC", b"PYBIND11_MODULE", b"BOOST_PYTHON_MODULE", b"mexFunction", b"R_registerRoutines",
     b"RcppExport", b"EMSCRIPTEN_KEEPALIVE", b"NAPI_MODULE", b"LLVMFuzzerTestOneInput")
)  # fmt: skip
_MOST_PARAMETERS = 24
_MOST_KEPT = 8_000  # files
_NO_FUNCTIONS = frozenset(b"if for while switch return sizeof catch".split())  # of the language


class Stamp(NamedTuple):
    """What tells one content of a file from another without reading it: when it changed last, and its size in bytes."""

    changed: int
    size: int


class Glance(NamedTuple):
    """What is known of a file without parsing it; ``includes`` are the last parts of names, ``included`` whole ones, each with whether it is
    quoted, ``pastes`` whether macros may put words together."""

    words: frozenset[bytes]
    includes: frozenset[str]
    included: tuple[tuple[str, bool], ...]
    exports: bool
    pastes: bool


def stamp_of(file: str) -> Stamp:
    """The stamp of a file now. Raises :class:`OSError`, also for one that is too large to look at."""
    status = os.stat(file)
    if status.st_size > LARGEST_HEADER:
        raise too_large(LARGEST_HEADER)
    return Stamp(status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=_MOST_KEPT)
def glance(file: str, stamp: Stamp) -> Glance:
    """What is known of a file as it was then. Raises :class:`OSError`."""
    data = read_file(Path(file), LARGEST_HEADER)
    words = words_in(data)
    included = included_at(file, stamp)
    return Glance(
        words,
        frozenset(name.split("/")[-1] for name, _ in included),
        included,
        _calls_out(data, words) if is_calling(file) else _is_exported(data, words),
        pastes(data),
    )


@lru_cache(maxsize=_MOST_KEPT)
def included_at(file: str, stamp: Stamp) -> tuple[tuple[str, bool], ...]:
    """What a file includes, each with whether it is quoted. Raises :class:`OSError`."""
    text = encode(decode(read_file(Path(file), LARGEST_HEADER)))  # a mark before the first line is none of it
    return tuple((include.name, include.quoted) for include in includes_in(text))


@lru_cache(maxsize=_MOST_KEPT)
def heads(file: str, stamp: Stamp) -> frozenset[bytes]:
    """Words that may be names of functions which a file defines for code in C; what calls C defines none. Raises :class:`OSError`."""
    if is_calling(file):
        return frozenset()
    data = read_file(Path(file), LARGEST_HEADER)
    found = procedures(data, file.lower().endswith(FIXED)) if is_fortran(file) else _heads(data)
    return frozenset(found) - _NO_FUNCTIONS


def is_fortran(file: str) -> bool:
    """Whether a file is one of Fortran, by its name."""
    return file.lower().endswith((*FREE, *FIXED))


def is_calling(file: str) -> bool:
    """Whether a file is of a language that calls C through an interface of its own, by its name."""
    return file.lower().endswith(_CALLING)


def is_foreign(file: str) -> bool:
    """Whether a file is of another language that may be linked with C, or call it."""
    return file.lower().endswith((*_LINKED, *_CALLING))


def named_in_fortran(file: str) -> set[bytes]:
    """What may be a procedure in a file of Fortran, which knows no case."""
    return called(read_file(Path(file), LARGEST_HEADER))


def _calls_out(data: bytes, words: frozenset[bytes]) -> bool:
    return any(said in data for said in _INTERFACES) or not _INTERFACE_WORDS.isdisjoint(words)


def _is_exported(data: bytes, words: frozenset[bytes]) -> bool:
    """Whether a file says that others may look for its functions by their names."""
    if not _EXPORTED.isdisjoint(words) or any(word.startswith(b"PyInit_") for word in words):
        return True
    word = b"visibility"
    return word in words and any(data[at + len(word) :].lstrip().startswith(b"(") for at in occurrences(data, word))


def _heads(data: bytes) -> set[bytes]:
    """Words before a parenthesis in what stands before each brace, and before the declarations of parameters there (C89)."""
    found: set[bytes] = set()
    waiting: list[bytes] = []
    code = without_text(data.decode("latin-1")).encode("latin-1")
    for sign in (b";", b"{", b"}"):
        code = code.replace(sign, sign + b"\0")
    for piece in code.split(b"\0"):
        if piece.endswith(b";"):
            waiting = [*waiting[-_MOST_PARAMETERS:], piece]
        elif piece.endswith(b"}"):
            waiting = []
        elif piece.endswith(b"{"):
            head = next((text for text in (piece, *reversed(waiting)) if b"(" in text), b"")
            for before in head.split(b"(")[:-1]:
                found.update(listed_words(before)[-1:])
            waiting = []
    return found
