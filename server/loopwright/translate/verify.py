"""Kernel and translation → `tested`, or the input on which they differ, or what is wrong with the kernel itself."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.file import FileTranslation, KernelTranslation, without_host
from loopwright.toolchain.flags import flags_for, paths_and_macros
from loopwright.toolchain.process import Completed, run, sandbox_folder
from loopwright.translate.oracle import TRIALS, header, judge_program, translated_library

_COMPILE_SECONDS, _RUN_SECONDS = 120.0, 60.0
_SIZES = 8  # of large inputs, each a quarter of the one before
TRANSLATION_FLAGS = ("-O3", "-march=native", "-fopenmp")
_TRANSLATION = (*TRANSLATION_FLAGS, "-fvisibility=hidden", "-fPIC")
_TIMED = ("-O3", "-march=native", "-fno-pie")
_WATCHED = (
    *("-O1", "-g1", "-fsanitize=thread", "-fsanitize=bounds", "--param", "tsan-distinguish-volatile=1"),
    *("-ffp-contract=off", "-fno-pie", "-fno-omit-frame-pointer"),
)


@dataclass(frozen=True)
class Remark:
    """Something that the oracle saw in the kernel itself. ``line`` and ``other_line`` are 1-based lines of the file that
    was read, 0 where unknown."""

    kind: str
    text: str
    line: int
    other_line: int = 0


@dataclass(frozen=True)
class Verified:
    """What a verification showed. ``inputs`` inputs agreed; ``agreed`` is false if one did not, then ``reason`` tells it.
    Times are medians over the inputs, in milliseconds; ``taken`` is how often a direct function took the launch."""

    inputs: int
    agreed: bool
    reason: str = ""
    max_relative_error: float | None = None
    reference_ms: float | None = None
    translation_ms: float | None = None
    remarks: tuple[Remark, ...] = ()
    compiled: bool = True
    taken: int = 0


def own_flags(path: Path) -> tuple[list[str], Path | None]:
    """Include paths and macros that a file of the project is compiled with, and the folder to do it in."""
    flags = flags_for(path)
    folders, macros = paths_and_macros(flags)
    places = dict.fromkeys((*folders, *((path.parent.resolve(),) if path.parent.is_dir() else ())))
    return [*(f"-I{folder}" for folder in places), *(f"-D{macro}" for macro in macros)], flags.folder


class Judge:
    """Judges kernels of one file. Programs are built when they are first needed, one for all kernels; where that fails,
    one for each. ``timed``: nothing is watched and sizes are large, for times alone; ``rival``: a translation that is timed
    in place of the kernels themselves; ``flags``: the compiler's, before those that the project says. A context manager: its folder goes in the end."""

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
    ) -> None:
        self.timed, self.rival = timed, rival
        self.kernels = [k for k in kernels if k.text is not None]
        # The file as it stands, then without its host code: a kernel needs none of it.
        alone = without_host(translation)
        self.versions = [alone] if "torch/" in translation.source.text else [translation, alone]
        self.compiler, self.token = compiler, token
        own, self.cwd = own_flags(path)
        self.flags = [*flags, *own]
        self._root = tempfile.TemporaryDirectory(prefix="loopwright-kernel-")
        self._whole: _Program | Verified | None = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self._root.cleanup()

    def verify(self, kernel: KernelTranslation) -> Verified:
        """Run a kernel and its translation on inputs of our making."""
        if self._whole is None:
            self._whole = self._build(self.kernels)
        program, number = self._whole, self.kernels.index(kernel)
        if isinstance(program, Verified):
            program = program if len(self.kernels) == 1 else self._build([kernel])
            number = 0
        return program if isinstance(program, Verified) else program.run(number)

    def program(self) -> _Program:
        """The built program of all kernels. Raises ``RuntimeError`` where there is none."""
        if self._whole is None:
            self._whole = self._build(self.kernels)
        if isinstance(self._whole, Verified):
            raise RuntimeError(self._whole.reason)
        return self._whole

    def _build(self, kernels: Sequence[KernelTranslation]) -> _Program | Verified:
        program: _Program | Verified | None = None
        for version in self.versions:
            own = [k for name in kernels if (k := version.kernel(name.name)) is not None and k.text is not None]
            if len(own) == len(kernels):
                program = self._built(version, own)
                if isinstance(program, _Program):
                    break
        return program if program is not None else Verified(0, False, "the kernel cannot be taken out of its file")

    def _built(self, translation: FileTranslation, kernels: Sequence[KernelTranslation]) -> _Program | Verified:
        folder = Path(tempfile.mkdtemp(dir=self._root.name))
        for file in ("oracle.h", "harness.h", "fillers.h"):
            (folder / file).write_text(header(file), "utf-8")
        environment = {"LW_TIMED": "1"} if self.timed else {}
        unbuilt = self._library(folder, "translation", translation, kernels)
        if unbuilt is None and self.rival is not None:
            rival = without_host(self.rival) if translation.source.data != self.rival.source.data else self.rival
            others = [k for own in kernels if (k := rival.kernel(own.name)) is not None]
            unbuilt = self._library(folder, "rival", rival, others)
            environment["LW_RIVAL"] = str(folder / "rival.so")
        if unbuilt is not None:
            return unbuilt
        text = judge_program(translation, kernels, str(folder / "translation.so"))
        built = self._compile(folder, "judge", text, _TIMED if self.timed else _WATCHED)
        if built.code != 0:
            return Verified(0, False, f"the kernel cannot be built on its own: {first_error(built)}")
        options = [
            "-no-pie",
            "-rdynamic",
            "-o",
            "judge",
            "judge.o",
            "-ldl",
            "-lpthread",
            "-Wl,--unresolved-symbols=ignore-all",
        ]
        linked = self._run(folder, options)
        if linked.code != 0:
            return Verified(0, False, f"the kernel cannot be linked: {first_error(linked)}")
        return _Program(folder, self.token, environment)

    def _library(
        self, folder: Path, name: str, translation: FileTranslation, kernels: Sequence[KernelTranslation]
    ) -> Verified | None:
        """Build a library of translations; what is wrong with it, if something is."""
        built = self._compile(folder, name, translated_library(translation, kernels), _TRANSLATION)
        if built.code != 0:
            return Verified(0, False, f"the translation does not compile: {first_error(built)}", compiled=False)
        linked = self._run(folder, ["-shared", "-fopenmp", "-o", f"{name}.so", f"{name}.o"])
        if linked.code != 0:
            return Verified(0, False, f"the translation cannot be linked: {first_error(linked)}", compiled=False)
        return None

    def _compile(self, folder: Path, name: str, text: str, options: Sequence[str]) -> Completed:
        (folder / f"{name}.cpp").write_text(text, "utf-8")
        command = [self.compiler, "-std=c++17", "-w", *options, f"-I{folder}", f"-I{sandbox_folder()}", *self.flags]
        files = ["-c", "-o", str(folder / f"{name}.o"), str(folder / f"{name}.cpp")]
        return run([*command, *files], cwd=self.cwd, timeout=_COMPILE_SECONDS, token=self.token)

    def _run(self, folder: Path, options: list[str]) -> Completed:
        return run([self.compiler, *options], cwd=folder, timeout=_COMPILE_SECONDS, token=self.token)


class _Program:
    """A built judge."""

    def __init__(self, folder: Path, token: CancelToken | None, environment: dict[str, str]) -> None:
        self.folder, self.token = folder, token
        self.environment = {"OMP_NUM_THREADS": "2", **environment}

    def run(self, number: int) -> Verified:
        """Judge one kernel."""
        return self._raced(number) if "LW_RIVAL" in self.environment else self._judged(number)

    def _raced(self, number: int) -> Verified:
        """Time one kernel's two translations on the largest inputs that fit. Nothing watches them: each size is tried in a
        process of its own."""
        for attempt in range(_SIZES):
            done = run(
                [str(self.folder / "judge"), str(number), "0"],
                cwd=self.folder,
                environment={**self.environment, "LW_PLAN": f"{attempt} 0 1"},
                timeout=_RUN_SECONDS,
                token=self.token,
            )
            fields = next((f for line in done.stdout.splitlines() if (f := line.split("\t"))[0] == "agreed"), None)
            if fields is not None:
                return self._result([fields], "", ())
        return Verified(0, False, "no large inputs fit")

    def _judged(self, number: int) -> Verified:
        first, unfit = 0, ""
        remarks: list[Remark] = []
        doubts: list[Remark] = []  # seen on inputs that may just not fit the kernel
        agreed: list[list[str]] = []
        deadline = time.monotonic() + _RUN_SECONDS
        command = [str(self.folder / "judge"), str(number)]
        while first < TRIALS and time.monotonic() < deadline:
            done = run(
                [*command, str(first)],
                cwd=self.folder,
                environment=self.environment,
                timeout=_RUN_SECONDS,
                token=self.token,
            )
            seen = 0
            for fields in (line.split("\t") for line in done.stdout.splitlines()):
                if fields[0] == "agreed":
                    agreed.append(fields)
                    seen += 1
                elif fields[0] == "unfit":
                    unfit = fields[1]
                    if "writes nothing" not in unfit:
                        remarks.append(Remark("inputs", unfit, int(fields[3]) or self._line(fields[2])))
                    seen += 1
                elif fields[0] in ("finding", "doubt"):
                    line, other = int(fields[5]) or self._line(fields[3]), self._line(fields[4])
                    if fields[1] == "barrier" and line and line == other:
                        continue  # one barrier, whose call the compiler has written twice
                    (remarks if fields[0] == "finding" else doubts).append(Remark(fields[1], fields[2], line, other))
                elif fields[0] == "differs":
                    kept = _distinct(remarks)
                    return Verified(len(agreed), False, _race(kept) or fields[1], remarks=kept)
                elif fields[0] == "untestable":
                    return Verified(0, False, fields[1], remarks=_distinct(remarks))
            if done.ending == "exited" and done.code == 0:
                break
            if done.ending == "timed out" and not agreed:
                return Verified(0, False, "one run takes too long", remarks=_distinct(remarks))
            first += seen + 1
        return self._result(agreed, unfit, _distinct(remarks if agreed else [*remarks, *doubts]))

    def _result(self, agreed: list[list[str]], unfit: str, remarks: tuple[Remark, ...]) -> Verified:
        if not agreed:
            return Verified(
                0, False, f"no inputs could be made for it: {unfit or 'it does not come to its end'}", remarks=remarks
            )
        original = sorted(float(fields[2]) for fields in agreed)
        translated = sorted(float(fields[3]) for fields in agreed)
        error = max(float(fields[4]) for fields in agreed)
        middle = len(agreed) // 2
        reason = _race(remarks)
        kept = tuple(r for r in remarks if r.kind != "inputs")
        taken = sum(int(fields[5]) for fields in agreed)
        return Verified(len(agreed), not reason, reason, error, original[middle], translated[middle], kept, taken=taken)

    def _line(self, address: str) -> int:
        """The line of the file for an address in the program."""
        try:
            place = int(address, 16)
        except ValueError:
            return 0
        if not place:
            return 0
        told = run(["addr2line", "-e", str(self.folder / "judge"), "-i", hex(place - 1)], timeout=10, token=self.token)
        for line in told.stdout.splitlines():
            match = re.search(r"kernel\.cu:(\d+)", line)
            if match:
                return int(match[1])
        return 0


def _race(remarks: tuple[Remark, ...]) -> str:
    """What is wrong with how the kernel's threads meet, empty for nothing."""
    race = next((r for r in remarks if r.kind in ("race", "barrier", "warp")), None)
    return "" if race is None else race.text + (f" (line {race.line})" if race.line else "")


def _distinct(remarks: list[Remark]) -> tuple[Remark, ...]:
    """Each once; what a race reads too early is no finding of its own."""
    race = any(remark.kind == "race" for remark in remarks)
    return tuple(dict.fromkeys(r for r in remarks if not (race and r.kind == "unset")))


def first_error(done: Completed) -> str:
    """What a compiler that failed says first."""
    if done.ending == "not started":
        return "the compiler was not found"
    if done.ending == "timed out":
        return "the compiler does not come to its end"
    lines = done.stderr.splitlines()
    first = next(
        (line for line in lines if "error" in line or "undefined" in line), lines[0] if lines else "no message"
    )
    return first.split("error: ")[-1][:200]
