"""Kernel and translation → `tested`, or the input on which they differ, or what is wrong with the kernel itself."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.file import again, without_host
from loopwright.cuda.spec import operations
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.toolchain.blas import Blas
from loopwright.toolchain.compilers import first_header
from loopwright.toolchain.flags import NEIGHBOURS, flags_for, paths_and_macros
from loopwright.toolchain.process import Completed, run
from loopwright.toolchain.scratch import new_scratch, remove
from loopwright.translate.kept_parts import ORACLE, NotBuilt, put_oracle, put_runner, standard_first, translation_first
from loopwright.translate.oracle import (
    JUDGE_HEADERS,
    device_variables,
    header,
    in_space,
    judge_program,
    new_space,
    translated_library,
)
from loopwright.translate.standard import FLAG, of_standards, standard_flag
from loopwright.translate.told_launch import told_launch
from loopwright.translate.tried import only_doubles, takes_old_values
from loopwright.translate.watched import JudgedKernel, Program, Remark, Verified

_COMPILE_SECONDS = 120.0
TRANSLATION_FLAGS = ("-O3", "-march=native", "-fopenmp")
_TRANSLATION = (*TRANSLATION_FLAGS, "-fvisibility=hidden", "-fPIC")
_UNFUSED = "-ffp-contract=off"
_TIMED = ("-O3", "-march=native", "-fno-strict-aliasing", "-fPIC")
_WATCHED = (
    *(
        "-O1",
        "-g1",
        "-fno-strict-aliasing",
        "-fsanitize=thread",
        "-fsanitize=bounds",
        "--param",
        "tsan-distinguish-volatile=1",
    ),
    *("-ffp-contract=off", "-fPIC", "-fno-omit-frame-pointer"),
)


_WATCHED_LOOPS = (
    "-O1",
    "-fopenmp",
    "-fsanitize=thread",
    "--param",
    "tsan-distinguish-volatile=1",
    "-fPIC",
    "-fvisibility=hidden",
)
_LIBRARY = ("-shared", "-Wl,-z,lazy", "-Wl,--no-as-needed")
_JUDGE = (*_LIBRARY, "-Wl,--unresolved-symbols=ignore-all")
_BEFORE = ("-I", "-isystem")
_OF_LINKER = ("undefined reference", "multiple definition", "cannot find -l")
_QUOTED, _BEHIND = "-iquote", "-idirafter"
_HERE = "-I."  # what a judge is compiled of lies beside it
__all__ = [
    "TRANSLATION_FLAGS",
    "Judge",
    "Remark",
    "Verified",
    "all_flags",
    "first_error",
    "for_nvcc",
    "judged_kernel",
    "own_flags",
    "place_of_error",
    "searched_folders",
]


def own_flags(path: Path) -> list[str]:
    """Include paths, all absolute, and macros that a file of the project is compiled with. Folders that no build names come behind the
    system's: a program that lies there and is called ``new`` or ``list`` is no header."""
    flags = flags_for(path)
    folders, _ = paths_and_macros(flags)
    places = dict.fromkeys((*folders, *((path.parent.resolve(),) if path.parent.is_dir() else ())))
    named = {os.path.realpath(o.value) for o in flags.options if o.flag in _BEFORE and flags.origin != NEIGHBOURS}
    searched = ([f"-I{f}"] if str(f) in named else [f"{_QUOTED}{f}", f"{_BEHIND}{f}"] for f in places)
    macros: dict[str, str] = {}
    for option in flags.options:
        name = option.value.partition("=")[0].partition("(")[0]
        if option.flag in ("-D", "-U"):
            macros.pop(name, None)
        if option.flag == "-D":
            macros[name] = f"-D{option.value}"
    return [*chain.from_iterable(searched), *macros.values()]


def searched_folders(flags: Iterable[str]) -> list[Path]:
    """The folders in which flags as these let look for headers."""
    found = (flag.removeprefix(start) for flag in flags for start in ("-I", _QUOTED) if flag.startswith(start))
    return [Path(folder) for folder in found]


def for_nvcc(flags: Iterable[str]) -> list[str]:
    """The same for nvcc, which knows ``-I`` alone, and no standard with the extensions of GNU."""
    own = [f.replace(_BEHIND, "-I", 1) if f.startswith(_BEHIND) else f for f in flags if not f.startswith(_QUOTED)]
    return [f.replace("=gnu++", "=c++", 1) if f.startswith(FLAG) else f for f in own]


def all_flags(flags: Sequence[str], path: Path) -> list[str]:
    """Those that were asked for with the project's: folders that were asked for come first, macros win. They name one standard."""
    asked = [flag for flag in flags if not flag.startswith(FLAG)]
    return [standard_flag(flags, path), *asked, *own_flags(path), *(flag for flag in asked if flag.startswith("-D"))]


def after_our_headers(flags: Sequence[str]) -> tuple[list[str], list[str]]:
    """The same folders, where no header of ours or of the system is looked for first, and the macros, for the file alone."""
    options, macros = [], []
    for flag in flags:
        if flag.startswith("-D"):
            macros.append(flag[2:])
        elif flag.startswith("-I"):
            options += [f"{_QUOTED}{flag[2:]}", f"{_BEHIND}{flag[2:]}"]
        else:
            options.append(flag)
    return options, macros


def judged_kernel(translation: FileTranslation, kernel: KernelTranslation) -> JudgedKernel:
    """What is known of a kernel beside its program."""
    names = (*(p.name for p in kernel.function.parameters), *device_variables(translation))
    fenced = any(
        name in operations().fences
        for f in (kernel.function, *translation.code.reached(kernel.function))
        for name in f.calls
    )
    old_values = takes_old_values(translation, kernel)
    return JudgedKernel(
        names, bool(kernel.direct), old_values, only_doubles(translation), fenced, translation.view.place
    )


@dataclass
class Builds:
    """What judges of one file share: the name of all that is ours, which only what is built after it can know, and what was compiled
    under it, by its text and options. A proposal differs from another in the translation alone."""

    space: str = field(default_factory=new_space)
    objects: dict[tuple[str, ...], bytes] = field(default_factory=dict)


class Judge:
    """Judges kernels of one file. Programs are built when they are first needed, one for all kernels; where that fails,
    one for each. ``timed``: nothing is watched and sizes are large, for times alone; ``rival``: a translation that is timed
    in place of the kernels themselves; ``flags``: the compiler's, before those that the project says; ``alone``: the file without its
    host code, where that is known; ``blas``: what the translation calls; ``builds``: what other judges of the file have compiled.
    A context manager: its folder goes in the end."""

    def __init__(
        self,
        translation: FileTranslation,
        kernels: Sequence[KernelTranslation],
        path: Path,
        compiler: str = "g++",
        token: CancelToken | None = None,
        timed: bool = False,
        rival: FileTranslation | None = None,
        flags: Sequence[str] = (),
        alone: FileTranslation | None = None,
        blas: Blas | None = None,
        builds: Builds | None = None,
    ) -> None:
        self.blas = blas or Blas(())
        self.builds = builds or Builds()
        self.timed, self.rival = timed, rival
        self.kernels = [k for k in kernels if k.text is not None]
        self.launches = {(k.name, k.number): told_launch(translation, k) for k in self.kernels}
        # The file as it stands, then without its host code: a kernel needs none of it.
        alone = alone or without_host(translation)
        self.versions = [alone] if "torch/" in translation.source.text else [translation, alone]
        self.compiler, self.token = compiler, token
        self.flags = all_flags(flags, path)
        self._root = new_scratch("kernel")
        self._built_programs = 0
        self._whole: dict[
            tuple[str, ...], Program | Verified
        ] = {}  # of all kernels, by more options for the translation

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        remove(self._root)

    def verify(self, kernel: KernelTranslation) -> Verified:
        """Run a kernel and its translation on inputs of our making."""
        if kernel.function.launches:
            return Verified(0, False, "the kernel cannot be run alone: it launches kernels")
        found = self._ran(kernel)
        return (
            self._unfused(kernel, found) if found.differs and not self.timed and _UNFUSED not in self.flags else found
        )

    def _ran(self, kernel: KernelTranslation, also: tuple[str, ...] = ()) -> Verified:
        program, number = self._of_all(also), self.kernels.index(kernel)
        if isinstance(program, Verified) and len(self.kernels) > 1:
            program, number = self._build([kernel], also), 0
        return program if isinstance(program, Verified) else program.run(number)

    def _unfused(self, kernel: KernelTranslation, found: Verified) -> Verified:
        """What differs, once more with multiplications and additions that are rounded each, as the kernel's are: a machine that fuses
        them works out other digits, and a kernel may make much of these."""
        again = self._ran(kernel, (_UNFUSED,))
        if not again.agreed:
            return found
        told = f"with fused multiply-adds, as this machine has them, {found.reason}; each rounded, both agree"
        return replace(again, remarks=(*again.remarks, Remark("rounding", told, 0)))

    def program(self) -> Program:
        """The built program of all kernels. Raises ``RuntimeError`` where there is none."""
        program = self._of_all()
        if isinstance(program, Verified):
            raise RuntimeError(program.reason)
        return program

    def _of_all(self, also: tuple[str, ...] = ()) -> Program | Verified:
        """The program of all kernels, or why there is none. ``also``: options for the translation."""
        if also not in self._whole:
            known = self._whole.get(())
            self._whole[also] = known if isinstance(known, Verified) else self._build(self.kernels, also)
        return self._whole[also]

    def _build(self, kernels: Sequence[KernelTranslation], also: Sequence[str] = ()) -> Program | Verified:
        program: Program | Verified | None = None
        for version in self.versions:
            own = [
                k
                for name in kernels
                if (k := version.kernel(name.name, name.number)) is not None and k.text is not None
            ]
            if len(own) == len(kernels):
                program = self._built(version, own, also)
                if isinstance(program, Program):
                    break
        return program if program is not None else Verified(0, False, "the kernel cannot be taken out of its file")

    def _built(
        self, translation: FileTranslation, kernels: Sequence[KernelTranslation], also: Sequence[str] = ()
    ) -> Program | Verified:
        self._built_programs += 1
        folder = self._root / str(self._built_programs)
        folder.mkdir()
        space = self.builds.space
        for file in (*JUDGE_HEADERS, "shared.h", "watch.h"):
            (folder / file).write_text(in_space(header(file), space), "utf-8")
        try:
            put_runner(folder, self.compiler, self.token)
            put_oracle(folder, self.compiler, space, self.token)
        except NotBuilt as reason:
            return Verified(0, False, f"the kernel cannot be run here: {first_error(reason.done)}")
        unbuilt = self._library(folder, "translation", translation, kernels, also)
        if unbuilt is None and self.rival is not None:
            rival = without_host(self.rival) if translation.source.data != self.rival.source.data else self.rival
            others = [k for own in kernels if (k := rival.kernel(own.name, own.number)) is not None]
            unbuilt = self._library(folder, "rival", rival, others)
        if unbuilt is not None:
            # Arguments of a template may be a guess: where the kernel itself takes none of them, its translation is not to blame.
            guessed = len(kernels) == 1 and bool(kernels[0].function.template_names)
            return (self._judge(folder, translation, kernels, space) if guessed else None) or unbuilt
        watched = not self.timed and not self.rival and self._watched(folder, translation, kernels, space)
        unbuilt = self._judge(folder, translation, kernels, space)
        if unbuilt is not None:
            return unbuilt
        linked = self._link(folder, "judge", [ORACLE, *_JUDGE, "-ldl", "-lpthread"])
        if linked.code != 0:
            return Verified(0, False, f"the kernel cannot be linked: {first_error(linked)}")
        judged = [judged_kernel(translation, kernel) for kernel in kernels]
        return Program(
            folder,
            judged,
            space,
            self.timed,
            self.rival is not None,
            self.token,
            watched=watched,
            files=self.blas.files,
        )

    def _judge(
        self, folder: Path, translation: FileTranslation, kernels: Sequence[KernelTranslation], space: str
    ) -> Verified | None:
        """Compile what runs the kernels themselves; what is wrong with it, if something is."""
        options, macros = after_our_headers(self.flags)
        text = judge_program(translation, kernels, space, macros, [self.launches[k.name, k.number] for k in kernels])
        own = _TIMED if self.timed else _WATCHED
        first = standard_first(self.compiler, (*own, *of_standards(options)), self.token)
        built = self._compile(folder, "judge", text, [*own, _HERE, *options], first)
        if built.code == 0:
            return None
        return Verified(0, False, f"the kernel cannot be built on its own: {first_error(built)}")

    def _watched(
        self, folder: Path, translation: FileTranslation, kernels: Sequence[KernelTranslation], space: str
    ) -> bool:
        """Build the library whose loops are watched: all of them with threads, however small. False where that is not possible."""
        eager = again(translation, direct={}, eager=True)
        own = [k for kernel in kernels if (k := eager.kernel(kernel.name, kernel.number)) is not None]
        text = translated_library(eager, own, space)
        first = translation_first(self.compiler, text, _WATCHED_LOOPS, self.flags, self.token)
        built = self._compile(folder, "watched", text, [*_WATCHED_LOOPS, _HERE, *self.flags], first)
        return built.code == 0 and self._link(folder, "watched", [*_LIBRARY]).code == 0

    def _library(
        self,
        folder: Path,
        name: str,
        translation: FileTranslation,
        kernels: Sequence[KernelTranslation],
        also: Sequence[str] = (),
    ) -> Verified | None:
        """Build a library of translations; what is wrong with it, if something is."""
        text = translated_library(translation, kernels)
        first = translation_first(self.compiler, text, _TRANSLATION, [*self.flags, *also], self.token)
        built = self._compile(folder, name, text, [*_TRANSLATION, *self.flags, *also], first)
        if built.code != 0:
            return Verified(0, False, f"the translation does not compile: {first_error(built)}", compiled=False)
        linked = self._link(folder, name, [*_LIBRARY, "-fopenmp", *self.blas.link])
        if linked.code != 0:
            return Verified(0, False, f"the translation cannot be linked: {first_error(linked)}", compiled=False)
        return None

    def _compile(
        self, folder: Path, name: str, text: str, options: Sequence[str], first: Sequence[str] = ()
    ) -> Completed:
        """``first``: the flags that name the first header, in the place of an empty one."""
        made_of = (text, *options)
        known = self.builds.objects.get(made_of)
        if known is not None:
            (folder / f"{name}.o").write_bytes(known)
            return Completed("exited", 0, "", "", 0.0)
        (folder / f"{name}.cpp").write_text(text, "utf-8")
        command = [self.compiler, "-w", *(first or first_header()), *options]
        done = run(
            [*command, "-c", "-o", f"{name}.o", f"{name}.cpp"], cwd=folder, timeout=_COMPILE_SECONDS, token=self.token
        )
        if done.code == 0:
            self.builds.objects[made_of] = (folder / f"{name}.o").read_bytes()
        return done

    def _link(self, folder: Path, name: str, options: Sequence[str]) -> Completed:
        """Make a library of what was compiled. Functions and variables of other files may be absent: host code that is never
        run needs them. A linker looks for no library on behalf of a weak symbol, hence all are taken."""
        run(["objcopy", "--weaken", f"{name}.o"], cwd=folder, timeout=_COMPILE_SECONDS, token=self.token)
        command = [self.compiler, "-o", f"{name}.so", f"{name}.o", *options, *_vector_functions(self.compiler)]
        return run(command, cwd=folder, timeout=_COMPILE_SECONDS, token=self.token)


@cache
def _vector_functions(compiler: str) -> tuple[str, ...]:
    """glibc's vectors of `expf` and its like, a library that libm names for strong symbols alone."""
    found = run([compiler, "-print-file-name=libmvec.so.1"], timeout=_COMPILE_SECONDS).stdout.strip()
    return (found,) if Path(found).is_absolute() else ()


def first_error(done: Completed) -> str:
    """What a compiler that failed says first."""
    if done.ending == "not started":
        return "the compiler was not found"
    if done.ending == "timed out":
        return "the compiler does not come to its end"
    line = _line_of_error(done)
    said = next((line[line.index(word) :] for word in _OF_LINKER if word in line), line)
    return said.split("error: ")[-1][:200]


def place_of_error(done: Completed) -> tuple[str, int] | None:
    """The file and line, from 1, that a compiler complains about first."""
    file, number, *_ = (*_line_of_error(done).split(":"), "", "")
    return (file, int(number)) if number.isdecimal() else None


def _line_of_error(done: Completed) -> str:
    """The first line that says what is wrong; that a linker failed says its last one."""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("collect2:")]
    told = (line for words in (("error: ",), _OF_LINKER) for line in lines if any(word in line for word in words))
    return next(told, lines[0] if lines else "no message")
