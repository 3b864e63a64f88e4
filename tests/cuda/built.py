"""Translated programs are built with the standard headers compiled once: those are most of what a short program costs.

That a translation includes what it uses is seen by `translate`, which has a compiler read it as it stands: of programs that it is
asked for by the hundred, of some.
"""

from __future__ import annotations

import atexit
import functools
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

FLAGS = ("-std=c++17", "-O1", "-w", "-fopenmp")
AS_TRANSLATIONS = ("-std=c++17", "-O3", "-march=native", "-w", "-fopenmp")
_HEADERS = (
    *(
        "algorithm",
        "array",
        "atomic",
        "chrono",
        "cmath",
        "cstdint",
        "cstdio",
        "cstdlib",
        "cstring",
        "functional",
        "map",
    ),
    *("memory", "mutex", "numeric", "string", "tuple", "type_traits", "utility", "vector"),
)


def build(files: Sequence[Path | str], program: Path, *options: str) -> None:
    """Build a program of C++ files. With other options than ``FLAGS``, but for macros and folders, g++ reads the headers again."""
    command = ["g++", *FLAGS, "-include", str(_compiled(FLAGS)), *options, "-o", str(program), *map(str, files)]
    told = subprocess.run(command, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr


@functools.cache
def with_headers() -> str:
    """A g++ for ``--compiler`` that has read the standard headers: what it misses is seen where `translate` asks g++ itself."""
    header = _compiled(AS_TRANSLATIONS)
    command = header.with_name("g++")
    command.write_text(f'#!/bin/sh\nexec g++ -include {header} "$@"\n', "utf-8")
    command.chmod(0o755)
    return str(command)


@functools.cache
def _compiled(flags: tuple[str, ...]) -> Path:
    """A header for this run with all the headers, compiled."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    header = Path(folder.name, "standard.h")
    header.write_text("".join(f"#include <{name}>\n" for name in _HEADERS), "utf-8")
    subprocess.run(["g++", *flags, "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    return header
