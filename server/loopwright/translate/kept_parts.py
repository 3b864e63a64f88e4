"""The parts of a judge that are the same for every kernel: built once for a compiler, then kept."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.print.support import ALWAYS
from loopwright.source.rooms import JUDGE
from loopwright.toolchain.compilers import first_header
from loopwright.toolchain.kept_builds import identity, is_kept, kept_build
from loopwright.toolchain.process import Completed, run
from loopwright.translate.oracle import (
    JUDGE_HEADERS,
    ORACLE_HEADERS,
    header,
    in_space,
    oracle_program,
    standard_headers,
)
from loopwright.translate.standard import FLAG, of_standards
from loopwright.translate.watched import RUNNER

ORACLE = "oracle.o"
_COMPILE_SECONDS = 120.0
_RUNNER_OPTIONS = ("-x", "c", "-std=gnu11", "-O2", "-w")
_RUNNER_LIBRARIES = ("-Wl,--as-needed", "-ldl", "-lm")
_ORACLE_OPTIONS = ("-std=c++17", "-O2", "-w", "-ffp-contract=off", "-fPIC", "-fno-omit-frame-pointer")
# As long as a name that is drawn: in the object one takes the place of the other.
_NO_SPACE = "lw" + 24 * "0"
# A compiler finds the image by the name of the header beside it, and reads the header where it cannot take the image.
_FIRST, _IMAGE = "standard.h", "standard.h.gch"
_IF_TAKEN = ("-Winvalid-pch", "-Werror=invalid-pch")
# Options that say nothing of a header of the system: folders for quoted names and behind the system's, and the standard.
_BESIDE_SYSTEM = ("-iquote", "-idirafter", FLAG)
_untaken: set[tuple[str, ...]] = set()


class NotBuilt(Exception):
    """A compiler does not take one of our own texts."""

    def __init__(self, done: Completed) -> None:
        super().__init__(done.stderr)
        self.done = done


def put_runner(folder: Path, compiler: str, token: CancelToken | None) -> None:
    """Put the program that loads libraries into ``folder``. Raises :class:`NotBuilt`."""
    texts = {name: header(name) for name in ("runner.c", "shared.h")}

    def make(work: Path) -> Path:
        options = ["-o", str(work / RUNNER), str(work / "runner.c"), *_RUNNER_LIBRARIES]
        return _made(work, texts, [compiler, *_RUNNER_OPTIONS, *options], RUNNER, token)

    kept = kept_build(JUDGE, RUNNER, (texts, _RUNNER_OPTIONS, _RUNNER_LIBRARIES, identity(compiler)), make)
    shutil.copyfile(kept, folder / RUNNER)
    (folder / RUNNER).chmod(0o755)


def put_oracle(folder: Path, compiler: str, space: str, token: CancelToken | None) -> None:
    """Put the object that runs and judges kernels into ``folder``, all of its names in ``space``. Raises :class:`NotBuilt`."""
    texts = {name: header(name) for name in (*ORACLE_HEADERS, *JUDGE_HEADERS, "shared.h")}
    put_object(folder, ORACLE, {**texts, "oracle.cpp": oracle_program()}, compiler, space, token, _ORACLE_OPTIONS)


def translation_first(
    compiler: str, text: str, own: Sequence[str], asked: Sequence[str], token: CancelToken | None
) -> tuple[str, ...]:
    """The same for the ``text`` of a translation, which begins with headers that all translations have, in some order. ``own``: our
    options; ``asked``: the project's. Where these may say what stands in a header of the system, the text reads it itself."""
    common = [f"#include <{name}>" for name in ALWAYS]
    if not _system_headers(text).issuperset(common) or not all(flag.startswith(_BESIDE_SYSTEM) for flag in asked):
        return first_header()
    return standard_first(compiler, (*own, *of_standards(asked)), token, common)


def standard_first(
    compiler: str, options: Sequence[str], token: CancelToken | None, headers: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Flags in the place of :func:`first_header` for a text that begins with the standard headers: with ``options`` they are compiled
    once, more than half of what such a text costs. A compiler that does not take them compiled gets an empty header, and each where
    nothing is kept for the next process: to compile them costs more than one text gains. ``headers``: the lines that bring them."""
    text = "\n".join(standard_headers() if headers is None else headers)
    made_of = (text, *options, *map(str, identity(compiler)))
    if made_of in _untaken or not is_kept(JUDGE):
        return first_header()

    def plain(work: Path) -> Path:
        (work / _FIRST).write_text(f"{text}\n", "utf-8")
        return work / _FIRST

    def image(work: Path) -> Path:
        own = [compiler, "-std=c++17", *options]
        made = _made(work, {}, [*own, "-w", "-x", "c++-header", "-o", f"{_FIRST}.gch", str(plain(work))], _IMAGE, token)
        asked = [*own, *_IF_TAKEN, "-include", str(work / _FIRST), "-c", "-o", "taken.o", "taken.cpp"]
        _made(work, {"taken.cpp": "int taken;\n"}, asked, "taken.o", token)
        return made

    try:
        kept_build(JUDGE, _IMAGE, made_of, image)
        return "-include", str(kept_build(JUDGE, _FIRST, made_of, plain))
    except (NotBuilt, OSError):  # it is large, and may find no room
        _untaken.add(made_of)
        return first_header()


def _system_headers(text: str) -> set[str]:
    """The lines that bring headers of the system before any other but those, names of our own and what is no directive."""
    directives = (line for line in text.splitlines() if line.startswith("#"))
    return set(takewhile(lambda line: line.startswith(("#include <", '#include "', "#define main ")), directives))


def put_object(
    folder: Path,
    name: str,
    texts: Mapping[str, str],
    compiler: str,
    space: str,
    token: CancelToken | None,
    options: Sequence[str],
) -> None:
    """Put the object ``name`` into ``folder``: made of the last of ``texts`` with the others as its headers. All of their names are in
    ``space``, but for those of C++ text, which are CUDA's. Raises :class:`NotBuilt`."""
    own = {file: text if file.endswith(".cpp") else in_space(text, _NO_SPACE) for file, text in texts.items()}

    def make(work: Path) -> Path:
        files = [f"-I{work}", "-c", "-o", str(work / name), str(work / list(own)[-1])]
        return _made(work, own, [compiler, *options, *files], name, token)

    kept = kept_build(JUDGE, name, (own, options, identity(compiler)), make)
    (folder / name).write_bytes(kept.read_bytes().replace(_NO_SPACE.encode(), space.encode()))


def _made(work: Path, texts: Mapping[str, str], command: Sequence[str], name: str, token: CancelToken | None) -> Path:
    for file, text in texts.items():
        (work / file).write_text(text, "utf-8")
    done = run(command, cwd=work, timeout=_COMPILE_SECONDS, token=token)
    if done.code != 0:
        raise NotBuilt(done)
    return work / name
