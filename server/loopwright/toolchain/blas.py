"""A BLAS that is installed: its header for C, `cblas.h`, how a program is linked with it, and what a program that is shut in has to see."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from loopwright.toolchain.confine import Confinement, NotConfined, run_confined
from loopwright.toolchain.environment import find_program
from loopwright.toolchain.process import run
from loopwright.toolchain.scratch import scratch

_SECONDS = 60.0
# How libraries with CBLAS are linked, the fastest first.
_LINKED = (("-lopenblas",), ("-lblis",), ("-lmkl_rt",), ("-lflexiblas",), ("-lsatlas",), ("-lcblas",), ("-lblas",))
_PROGRAM = """#include <cblas.h>
int main() {
    float a = 1, b = 2, c = 0;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, 1, &a, 1, &b, 1, 0, &c, 1);
    return c != 2;
}
"""
_THREADS, _MEMORY = 8, 6 << 30  # what translations have that are tried
_MOST_LINKS = 16  # from a library's name to its file


@dataclass(frozen=True)
class Blas:
    """``link``: the linker's options; ``files``: absolute paths of what a program that is linked so loads, each with the links that lead
    to it: not all lie where a program that is shut in sees the system's libraries."""

    link: tuple[str, ...]
    files: tuple[Path, ...] = ()


@lru_cache(maxsize=8)
def find_blas(compiler: str) -> Blas | None:
    """The BLAS that a compiler's programs are built with and can be run with, shut in; ``None`` where there is none with its header."""
    with scratch("blas") as folder:
        (folder / "blas.cpp").write_text(_PROGRAM, "utf-8")
        built = run([compiler, "-c", "-o", "blas.o", "blas.cpp"], cwd=folder, timeout=_SECONDS)
        for link in _LINKED if built.code == 0 else ():
            if run([compiler, "-o", "blas", "blas.o", *link], cwd=folder, timeout=_SECONDS).code == 0:
                found = Blas(link, _loaded(folder / "blas"))
                if _multiplies(folder / "blas", found.files):
                    return found
    return None


def _loaded(program: Path) -> tuple[Path, ...]:
    """The files that the loader finds for a program of ours."""
    loader = find_program("ldd")
    told = run([loader, str(program)], timeout=_SECONDS).stdout.splitlines() if loader else []
    named = [line.partition("=>")[2].split() for line in told]
    return tuple(dict.fromkeys(step for words in named if words for step in _steps(words[0]) if step.is_absolute()))


def _steps(name: str) -> list[Path]:
    """A path and where its links lead to, one after the other."""
    steps = [Path(name)]
    while steps[-1].is_symlink() and len(steps) < _MOST_LINKS:
        steps.append(Path(os.path.normpath(steps[-1].parent / steps[-1].readlink())))
    return steps


def _multiplies(program: Path, files: tuple[Path, ...]) -> bool:
    shut_in = Confinement(read_only=files, threads=_THREADS, memory=_MEMORY)
    try:
        return run_confined([str(program)], shut_in, timeout=_SECONDS).code == 0
    except NotConfined:
        return False
