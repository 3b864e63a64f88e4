"""Source files → a program with the emulated device in the place of gcc's runtime."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.source.rooms import DEVICE
from loopwright.toolchain.compilers import first_header
from loopwright.toolchain.environment import find_program
from loopwright.toolchain.flags import flags_for
from loopwright.toolchain.kept_builds import kept_build
from loopwright.toolchain.process import run
from loopwright.toolchain.scratch import scratch

_COMPILE_SECONDS = 180.0
_C = (".c",)
_CXX = (".cc", ".cpp", ".cxx", ".c++", ".C")
_FORTRAN = (".f", ".for", ".f90", ".f95", ".f03", ".f08", ".F", ".F90", ".F95", ".F03", ".F08")
_WITH_PATH = ("-include", "-imacros", "-idirafter", "-iquote", "-isystem", "-I", "-L", "-B", "-J")
_LINKED = (".o", ".a", ".so")
# Without the library: only the calls before every access. A frame must be found when a function ends.
_WATCHED = (
    *("-O1", "-g", "-fsanitize=thread", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls"),
    # Two variables in one place of the stack would share what is known of its bytes; writes of the second may have no call before them.
    "-fstack-reuse=none",
    # Checked copies (some systems check by themselves) are inlined past the functions that are watched.
    *("-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset", "-U_FORTIFY_SOURCE"),
)
_FAST = ("-O2", "-g")
# `acc_on_device` is asked when the program runs. With points-to analysis over functions (which -fopenacc switches on) gcc 12 does not
# store the addresses of what a kernel maps and does not read.
_OPENACC = ("-fopenacc", "-fno-builtin-acc_on_device", "-fno-ipa-pta")
_RUNTIME = (
    "-std=gnu11",
    "-O2",
    "-g",
    "-fPIC",
    "-fno-omit-frame-pointer",
    "-fno-builtin",
    "-fvisibility=hidden",
    "-fno-tree-loop-distribute-patterns",
)


class NoCompiler(Exception):
    """No gcc that knows OpenACC; the message says what to install."""


class BuildFailed(Exception):
    """The compiler refuses a file; the message is what it printed."""


@dataclass(frozen=True)
class Gcc:
    """A gcc by its C driver. ``tables``: it lists the variables of ``declare`` for a device."""

    c: str
    version: str
    tables: bool

    def driver(self, kind: str) -> str:
        """The driver for c, c++ or fortran beside the C driver. Raises :class:`NoCompiler`."""
        name = {"c": "gcc", "c++": "g++", "fortran": "gfortran"}[kind]
        folder, own = os.path.split(self.c)
        found = find_program(os.path.join(folder, own.replace("gcc", name))) or find_program(name)
        if found is None:
            raise NoCompiler(f"{name} is needed for this file and was not found")
        return found


@dataclass(frozen=True)
class Flags:
    """What is added to a build: when a file is compiled, and when the program is linked."""

    compile: tuple[str, ...]
    link: tuple[str, ...]


def find_gcc(configured: str | None = None) -> Gcc:
    """The C driver that is named, or gcc. Raises :class:`NoCompiler`."""
    path = find_program(configured or "gcc")
    if path is None:
        raise NoCompiler(
            f"{configured or 'gcc'} was not found; the emulated device needs gcc with OpenACC (Debian: gcc, g++)"
        )
    with scratch("gcc") as folder:
        source = Path(folder) / "empty.c"
        source.write_text("#ifndef _OPENACC\n#error\n#endif\n#ifdef __clang__\n#error\n#endif\nint x;\n", "utf-8")
        command = [path, "-fopenacc", "-c", str(source), "-o", str(Path(folder) / "empty.o")]
        if run([*command, "-foffload=disable"], timeout=20).code != 0:
            raise NoCompiler(f"{path} is not a gcc that knows OpenACC; the emulated device needs one")
        tables = run([*command, "-foffload=nvptx-none"], timeout=20).code == 0
        version = run([path, "-dumpfullversion"], timeout=10).stdout.strip()
    return Gcc(path, version, tables)


def build_flags(gcc: Gcc, watched: bool) -> Flags:
    """What a Makefile or CMake adds. The runtime is compiled if this gcc has not done so before."""
    # Device code is never made: it takes a second compiler to do that. gcc only keeps its lists.
    offload = ("-foffload=nvptx-none",) if gcc.tables else ("-foffload=disable",)
    own = _WATCHED if watched else _FAST
    link = (
        "-g",
        "-fno-sanitize=thread",
        "-fopenacc",
        "-foffload=disable",
        str(runtime_object(gcc, watched)),
        "-lm",
        "-ldl",
        "-lpthread",
    )
    return Flags((*own, *_OPENACC, *offload), link)


def runtime_object(gcc: Gcc, watched: bool) -> Path:
    """The runtime as one object file, kept by its content and compiler. Raises :class:`BuildFailed`."""
    folder = resources.files("loopwright.device").joinpath("runtime")
    texts = {item.name: item.read_text("utf-8") for item in folder.iterdir() if item.name.endswith((".c", ".h"))}

    def make(work: Path) -> Path:
        for file, text in texts.items():
            (work / file).write_text(text, "utf-8")
        objects = []
        for file in sorted(f for f in texts if f.endswith(".c")):
            objects.append(str(work / f"{file}.o"))
            _compile(
                [gcc.c, *_RUNTIME, f"-DLW_HOOKED={int(watched)}", "-c", str(work / file), "-o", objects[-1]], work, None
            )
        whole = work / "whole.o"
        _compile([gcc.c, "-nostdlib", "-r", *objects, "-o", str(whole)], work, None)
        # The runtime's own names, that is all but those marked API, are no names of the program.
        alone = run(["objcopy", "--localize-hidden", str(whole)], timeout=_COMPILE_SECONDS)
        if alone.code != 0:
            raise BuildFailed(alone.stderr.strip() or "objcopy failed")
        return whole

    made_of = (sorted(texts.items()), gcc.version, os.path.realpath(gcc.c), _RUNTIME, watched)
    return kept_build(DEVICE, "runtime.o", made_of, make)


def language_of(path: Path) -> str | None:
    """c, c++ or fortran, ``linked`` for what is built already, or ``None``."""
    if path.suffix in _LINKED:
        return "linked"
    if path.suffix in _C:
        return "c"
    if path.suffix in _CXX:
        return "c++"
    return "fortran" if path.suffix in _FORTRAN else None


def build(
    files: Sequence[Path],
    output: Path,
    gcc: Gcc,
    *,
    watched: bool = True,
    compile_flags: Sequence[str] = (),
    link_flags: Sequence[str] = (),
    token: CancelToken | None = None,
) -> None:
    """Write the program of ``files`` to ``output``, objects beside it.

    Raises :class:`NoCompiler`, :class:`BuildFailed`, and ``ValueError`` for a file of no known kind."""
    flags = build_flags(gcc, watched)
    objects: list[str] = []
    languages = set()
    for number, path in enumerate(files):
        language = language_of(path)
        if language is None:
            raise ValueError(f"{path.name}: not a C, C++ or Fortran file, nor an object to link")
        languages.add(language)
        if language == "linked":
            objects.append(str(path.absolute()))
            continue
        objects.append(str(output.parent / f"{number}-{path.stem}.o"))
        project = flags_for(path)
        # A module lies beside the file that uses it, or among the objects, where it is made.
        beside = ("-I", str(path.resolve().parent))
        own = (*first_header(), *project.words("gcc", language)) if language != "fortran" else beside
        command = [
            gcc.driver(language),
            *own,
            *from_here(compile_flags),
            *flags.compile,
            "-c",
            str(path.resolve()),
            "-o",
            objects[-1],
        ]
        _compile(command, output.parent, token)
    driver = gcc.driver("c++" if "c++" in languages else "fortran" if "fortran" in languages else "c")
    _compile([driver, *objects, *flags.link, *from_here(link_flags), "-o", str(output)], output.parent, token)


def from_here(words: Sequence[str]) -> list[str]:
    """What somebody wrote for a compiler, with its relative paths as they are meant in the current folder: a compiler is started
    in a folder of ours."""
    found: list[str] = []
    for word in words:
        flag = next((f for f in _WITH_PATH if word.startswith(f)), "")
        if flag and word[len(flag) :][:1] not in ("", "=", "-"):
            found.append(flag + os.path.abspath(word[len(flag) :]))
        elif (found and found[-1] in _WITH_PATH) or (word[:1] not in ("-", "@") and word.endswith(_LINKED)):
            found.append(os.path.abspath(word))
        else:
            found.append(word)
    return found


def _compile(command: list[str], folder: Path, token: CancelToken | None) -> None:
    done = run([*command, "-fdiagnostics-color=never"], cwd=folder, timeout=_COMPILE_SECONDS, token=token)
    if done.ending == "timed out":
        raise BuildFailed(f"{os.path.basename(command[0])} took longer than {_COMPILE_SECONDS:.0f} s")
    if done.code != 0:
        raise BuildFailed(done.stderr.strip() or f"{os.path.basename(command[0])} failed")
