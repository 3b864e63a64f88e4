"""Translated programs are built with the standard headers compiled once: those are most of what a short program costs.

That a translation includes what it uses is seen by `translate`, which has a compiler read it as it stands.
"""

from __future__ import annotations

import functools
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

FLAGS = ("-std=c++17", "-O1", "-w", "-fopenmp")
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
    command = [
        "g++",
        *FLAGS,
        "-include",
        f"{_compiled().name}/standard.h",
        *options,
        "-o",
        str(program),
        *map(str, files),
    ]
    told = subprocess.run(command, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr


@functools.cache
def _compiled() -> tempfile.TemporaryDirectory[str]:
    """A folder for this run, with all the headers in `standard.h`."""
    folder = tempfile.TemporaryDirectory()
    header = Path(folder.name, "standard.h")
    header.write_text("".join(f"#include <{name}>\n" for name in _HEADERS), "utf-8")
    subprocess.run(["g++", *FLAGS, "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    return folder
