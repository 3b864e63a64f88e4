"""What is known of a file at a glance, without parsing it: its words, what it may define, what it includes."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from loopwright.lang.pasted import pastes
from loopwright.source.includes import LARGEST_HEADER, includes_in
from loopwright.source.reading import read_file

# Languages whose code is linked with that of C by the names of functions, and those that call through an interface of their own.
LINKED = re.compile(
    r".*\.(?:cuh?|mm?|s|asm|f|for|f77|f90|f95|f03|f08|rs|go|d|zig|nim|pyx|pxd|swift|adb|cl|hip|ispc|y|yy|l|ll|lex|tcc|txx|ixx|cppm"
    r"|(?:c|cc|cpp|cxx|h|hh|hpp|hxx)\.in)"
)
CALLING = re.compile(r".*\.(?:py|jl|r|rb|lua|java|cs|hs|ml)")
FORTRAN = re.compile(r".*\.(?:f|for|f77|f90|f95|f03|f08)")
_PROCEDURE = re.compile(rb"\b(?:subroutine|function|module|program|procedure)[ \t]+([a-z]\w*)")
_TEXT = re.compile(rb"!.*|'[^'\n]*'|\"[^\"\n]*\"")  # of Fortran: remarks, strings
_FIXED = re.compile(r".*\.(?:f|for|f77)")
_REMARK = re.compile(rb"^[c*].*", re.M)
_CALLED_IN_FORTRAN = re.compile(
    rb"\bcall[ \t]+(\w+)|(\w+)[ \t]*\(|[\"'](\w+)[\"']|\bexternal\b[ \t:]*((?:\w+[ \t,]*)+)"
)
_INTERFACES = re.compile(
    rb"^[ \t]*(?:abstract[ \t]+)?interface\b.*?^[ \t]*end[ \t]*interface\b", re.M | re.S
)  # declare alone
_INTERFACE = re.compile(
    rb"ctypes|cffi|ccall|dyn\.load|\.Call\b|\bffi\b|DllImport|foreign import|\bexternal\b|\bnative\b"
)
_EXPORTED = re.compile(
    rb"\b(?:dllexport|JNIEXPORT|PyMODINIT_FUNC|PyInit_\w+|PYBIND11_MODULE|BOOST_PYTHON_MODULE|mexFunction|R_registerRoutines|RcppExport"
    rb"|EMSCRIPTEN_KEEPALIVE|NAPI_MODULE|LLVMFuzzerTestOneInput)\b|\bvisibility\s*\("
)
WORD = re.compile(rb"[A-Za-z_]\w*")
_PIECE = re.compile(rb"[^;{}]*[;{}]")
_MOST_PARAMETERS = 24
_NO_FUNCTIONS = frozenset(b"if for while switch return sizeof catch".split())  # of the language
_CALLED = re.compile(rb"([A-Za-z_]\w*)\s*\(")


class Glance(NamedTuple):
    """What is known of a file without parsing it; ``heads`` are words that may be names of functions it defines, ``includes`` the last parts
    of names, ``included`` whole ones, each with whether it is quoted, ``pastes`` whether macros may put words together."""

    words: frozenset[bytes]
    heads: frozenset[bytes]
    includes: frozenset[str]
    included: tuple[tuple[str, bool], ...]
    exports: bool
    pastes: bool


@lru_cache(maxsize=8_000)
def glance(file: str, changed: int, size: int) -> Glance:
    """What is known of a file as it was ``changed`` last. Raises :class:`OSError`."""
    data = read_file(Path(file), LARGEST_HEADER)
    is_fortran = FORTRAN.fullmatch(file.lower())
    heads = _procedures(file, data.lower()) if is_fortran else _heads(data)
    calls_out = _INTERFACE if CALLING.fullmatch(file.lower()) else _EXPORTED
    included = tuple((include.name, include.quoted) for include in includes_in(data))
    return Glance(
        frozenset(WORD.findall(data)),
        frozenset(heads) - _NO_FUNCTIONS,
        frozenset(name.split("/")[-1] for name, _ in included),
        included,
        bool(calls_out.search(data)),
        pastes(data),
    )


def _procedures(file: str, data: bytes) -> list[bytes]:
    """What a file of Fortran defines; neither remarks nor texts do."""
    code = _TEXT.sub(b" ", _REMARK.sub(b"", data) if _FIXED.fullmatch(file.lower()) else data)
    return _PROCEDURE.findall(_INTERFACES.sub(b"", code))


def named_in_fortran(file: str) -> set[bytes]:
    """What may be a procedure in a file of Fortran, which knows no case."""
    data = read_file(Path(file), LARGEST_HEADER).lower()
    return {word for found in _CALLED_IN_FORTRAN.findall(data) for group in found for word in WORD.findall(group)}


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
