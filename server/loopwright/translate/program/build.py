"""The programs that are compared: the reference and translations, each built in a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.translation import FileTranslation
from loopwright.toolchain.process import Completed, run
from loopwright.translate.kept_parts import NotBuilt, put_object, standard_first, translation_first
from loopwright.translate.oracle import in_space, new_space
from loopwright.translate.program.text import (
    LAUNCHER_HEADERS,
    REFERENCE_HEADERS,
    launcher_text,
    program_header,
    reference_headers,
    reference_text,
)
from loopwright.translate.program.told import TOLD, TOLD_HEADERS
from loopwright.translate.standard import of_standards
from loopwright.translate.verify import TRANSLATION_FLAGS, after_our_headers, all_flags, first_error, place_of_error

_SECONDS = 180.0
_LAUNCHER = "launcher.o"
_RECORD = "record.o"
_OBJECT = ("-std=c++17", "-O2", "-w", "-ffp-contract=off", "-fno-omit-frame-pointer")
_RECORD_OBJECT = ("-x", "c", "-std=gnu11", "-O1", "-w")
# A thread's `printf` stays one, for who runs the threads, and objects are read as other types, as on a GPU.
_REFERENCE = (
    *("-O2", "-fno-builtin-printf", "-fno-strict-aliasing", "-fpermissive"),
    *("-ffp-contract=off", "-fno-omit-frame-pointer", "-fopenmp"),
)
# Threads of a warp go through volatile memory in step, and one may wait for what another stores: who runs them is told of both.
_HOOKED = ("-fsanitize=thread", "--param", "tsan-distinguish-volatile=1")
_ADVICE = {
    "No such file or directory": "; -I says where headers are",
    "undefined reference": "; all files of the program are to be given, or their folder",
    "multiple definition": "; the files of one program alone are to be given",
}
_LIBRARIES = ("-fopenmp", "-lpthread", "-lm")


@dataclass(frozen=True)
class File:
    """One file of a program: its translation, where it stands, and the compiler's flags that were asked for."""

    translation: FileTranslation
    path: Path


@dataclass(frozen=True)
class Toolchain:
    """What programs are built with."""

    compiler: str
    flags: Sequence[str] = ()
    token: CancelToken | None = None


class Unbuilt(Exception):
    """What the compiler or the linker has against a program, in a sentence."""


def reference(files: Sequence[File], folder: Path, tools: Toolchain, *, watched: bool = False) -> Path:
    """The program as it stands, on a device with memory of its own; ``watched``: who runs the threads is told of all that they touch.
    Raises :class:`Unbuilt`."""
    space = new_space()
    for name, text in reference_headers(space).items():
        (folder / name).write_text(text, "utf-8")
    _put_record(folder, space, tools)
    texts = {name: program_header(name) for name in (*REFERENCE_HEADERS, *LAUNCHER_HEADERS)}
    _put(folder, _LAUNCHER, {**texts, "launcher.cpp": launcher_text()}, space, tools, _OBJECT)
    objects = []
    for number, file in enumerate(files):
        options, macros = after_our_headers(all_flags(tools.flags, file.path))
        asked = file.translation.source.data
        hooks = _HOOKED if watched or b"volatile" in asked or b"atomic" in asked else ()
        text = reference_text(file.translation, space, macros)
        name = f"file{number}"
        first = standard_first(tools.compiler, (*_REFERENCE, *hooks, *of_standards(options)), tools.token)
        flags = [*first, *_REFERENCE, *hooks, f"-I{folder}", *options]
        _compile(folder, name, text, flags, tools, "the reference", file.translation)
        objects.append(f"{name}.o")
    return _link(folder, [*objects, _LAUNCHER, _RECORD], tools, "the reference")


def translated(texts: Sequence[str], paths: Sequence[Path], folder: Path, tools: Toolchain, told: str = "") -> Path:
    """The program that translations make; ``told``: the space of what they tell with (:mod:`.told`). Raises :class:`Unbuilt`."""
    _put_record(folder, told or new_space(), tools)
    objects = []
    if told:
        (folder / "device.h").write_text(in_space(program_header("device.h"), told), "utf-8")
        headers = {name: program_header(name) for name in TOLD_HEADERS}
        _put(folder, TOLD, {**headers, "told.cpp": '#include "told_memory.h"\n'}, told, tools, _OBJECT)
        objects.append(TOLD)
    for number, (text, path) in enumerate(zip(texts, paths, strict=True)):
        name = f"file{number}"
        asked = all_flags(tools.flags, path)
        first = translation_first(tools.compiler, text, TRANSLATION_FLAGS, asked, tools.token)
        flags = [*first, *TRANSLATION_FLAGS, *([f"-I{folder}"] if told else []), *asked]
        _compile(folder, name, text, flags, tools, "the translation")
        objects.append(f"{name}.o")
    return _link(folder, [*objects, _RECORD], tools, "the translation")


def _put_record(folder: Path, space: str, tools: Toolchain) -> None:
    texts = {name: program_header(name) for name in ("record.h", "record.c")}
    _put(folder, _RECORD, texts, space, tools, _RECORD_OBJECT)


def _put(
    folder: Path, name: str, texts: Mapping[str, str], space: str, tools: Toolchain, options: Sequence[str]
) -> None:
    try:
        put_object(folder, name, texts, tools.compiler, space, tools.token, options)
    except NotBuilt as reason:
        raise Unbuilt(f"programs cannot be run here: {first_error(reason.done)}") from reason


def _compile(
    folder: Path,
    name: str,
    text: str,
    options: Sequence[str],
    tools: Toolchain,
    what: str,
    of: FileTranslation | None = None,
) -> None:
    (folder / f"{name}.cpp").write_text(text, "utf-8")
    command = [tools.compiler, "-w", *options, "-c", "-o", f"{name}.o", f"{name}.cpp"]
    done = run(command, cwd=folder, timeout=_SECONDS, token=tools.token)
    if done.code != 0:
        raise Unbuilt(f"{what} does not compile{_at(done, name, of)}: {first_error(done)}{_advice(done)}")


def _at(done: Completed, name: str, of: FileTranslation | None) -> str:
    """Where a compiler complains: in a file of the user, in what was made of one that a reference is ``of``, or in a translation."""
    place = place_of_error(done)
    if place is None:
        return ""
    file, line = place
    if of is not None and file == of.source.name:
        return f" ({Path(file).name}, {of.view.place(line)})"
    if file == f"{name}.cpp":
        return f" (line {line} of it)" if of is None else ""
    return f" ({Path(file).name}:{line})"


def _advice(done: Completed) -> str:
    """What who gave the files can do."""
    return next((text for words, text in _ADVICE.items() if words in done.stderr), "")


def _link(folder: Path, objects: Sequence[str], tools: Toolchain, what: str) -> Path:
    done = run(
        [tools.compiler, "-o", "program", *objects, *_LIBRARIES], cwd=folder, timeout=_SECONDS, token=tools.token
    )
    if done.code != 0:
        raise Unbuilt(f"{what} cannot be linked: {first_error(done)}{_advice(done)}")
    return folder / "program"
