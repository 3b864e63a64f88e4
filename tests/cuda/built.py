"""Translated programs are built with the standard headers compiled once: those are most of what a short program costs.

That a translation includes what it uses is seen by `translate`, which has a compiler read it as it stands.
"""

from __future__ import annotations

import atexit
import functools
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

FLAGS = ("-std=c++17", "-O1", "-w", "-fopenmp")
# No function is put in the place of its call: a linker chooses among those of one name.
CALLED = ("-std=c++17", "-O0", "-w", "-fopenmp")
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


def build(files: Sequence[Path | str], program: Path, *options: str, flags: tuple[str, ...] = FLAGS) -> None:
    """Build a program of C++ files. With ``options`` beside ``flags``, but for macros and folders, g++ reads the headers again."""
    command = ["g++", *flags, "-include", str(_compiled(flags)), *options, "-o", str(program), *map(str, files)]
    told = subprocess.run(command, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr


def run_checked(text: str, folder: Path, sanitizers: str = "undefined,address") -> subprocess.CompletedProcess[str]:
    """Build a program of one text, whose numbers are exact as they are written, and run it: what it does beyond the language ends it."""
    (folder / "k.cpp").write_text(text, "utf-8")
    command = ["g++", "-O1", "-w", "-ffp-contract=off", "-fopenmp", f"-fsanitize={sanitizers}", "-o", "k", "k.cpp"]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return subprocess.run([str(folder / "k")], capture_output=True, text=True)


def is_read(file: Path) -> bool:
    """Whether a compiler reads a file of C++ without an error."""
    command = ["g++", *FLAGS, "-include", str(_compiled(FLAGS)), "-fsyntax-only", str(file)]
    return subprocess.run(command, capture_output=True).returncode == 0


@functools.cache
def _compiled(flags: tuple[str, ...]) -> Path:
    """A header for this run with all the headers, compiled."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    header = Path(folder.name, "standard.h")
    header.write_text("".join(f"#include <{name}>\n" for name in _HEADERS), "utf-8")
    subprocess.run(["g++", *flags, "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    return header
