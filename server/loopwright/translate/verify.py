"""Kernel and translation → `tested`, or the input on which they differ, or what is wrong with the kernel itself."""

from __future__ import annotations

import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.file import FileTranslation, KernelTranslation
from loopwright.toolchain.flags import flags_for
from loopwright.toolchain.process import Completed, run, sandbox_folder
from loopwright.translate.oracle import TRIALS, header, judge_program, translated_library

_COMPILE_SECONDS, _RUN_SECONDS = 60.0, 60.0
TRANSLATION_FLAGS = ("-O3", "-march=native", "-fopenmp")


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
    Times are medians over the inputs, in milliseconds."""

    inputs: int
    agreed: bool
    reason: str = ""
    max_relative_error: float | None = None
    reference_ms: float | None = None
    translation_ms: float | None = None
    remarks: tuple[Remark, ...] = ()
    compiled: bool = True


def verify(
    translation: FileTranslation,
    kernel: KernelTranslation,
    path: Path,
    compiler: str = "g++",
    token: CancelToken | None = None,
) -> Verified:
    """Run ``kernel`` and its translation on inputs of our making."""
    with tempfile.TemporaryDirectory(prefix="loopwright-kernel-") as name:
        return _Trial(Path(name), translation, kernel, path, compiler, token).run()


class _Trial:
    def __init__(
        self,
        folder: Path,
        translation: FileTranslation,
        kernel: KernelTranslation,
        path: Path,
        compiler: str,
        token: CancelToken | None,
    ) -> None:
        self.folder, self.translation, self.kernel = folder, translation, kernel
        self.path, self.compiler, self.token = path, compiler, token
        flags = flags_for(path)
        self.flags, self.cwd = [f for f in flags.flags if f.startswith(("-I", "-D", "-isystem", "-std"))], flags.folder
        if path.parent.is_dir():
            self.flags.append(f"-I{path.parent.resolve()}")

    def run(self) -> Verified:
        for name in ("oracle.h", "harness.h", "fillers.h"):
            (self.folder / name).write_text(header(name), "utf-8")
        built = self._compile(
            translated_library(self.translation, self.kernel),
            "translation",
            [*TRANSLATION_FLAGS, "-fvisibility=hidden", "-fPIC"],
        )
        if built.code != 0:
            return Verified(0, False, f"the translation does not compile: {_first_error(built)}", compiled=False)
        linked = self._run([self.compiler, "-shared", "-fopenmp", "-o", "translation.so", "translation.o"])
        if linked.code != 0:
            return Verified(0, False, f"the translation cannot be linked: {_first_error(linked)}", compiled=False)
        first, remarks, agreed, unfit = 0, [], [], ""
        text = judge_program(self.translation, self.kernel, str(self.folder / "translation.so"), 0)
        watched = [
            "-O1",
            "-g1",
            "-fsanitize=thread",
            "-fsanitize=bounds",
            "--param",
            "tsan-distinguish-volatile=1",
            "-ffp-contract=off",
            "-fno-pie",
            "-fno-omit-frame-pointer",
        ]
        built = self._compile(
            text.replace("int main() {", "int main(int argc, char **argv) {").replace(
                ", 0, " + str(TRIALS) + "};", f", argc > 1 ? atoi(argv[1]) : 0, {TRIALS}}};"
            ),
            "judge",
            watched,
        )
        if built.code != 0:
            return Verified(0, False, f"the kernel cannot be built on its own: {_first_error(built)}")
        linked = self._run(
            [
                self.compiler,
                "-no-pie",
                "-rdynamic",
                "-o",
                "judge",
                "judge.o",
                "-ldl",
                "-lpthread",
                "-Wl,--unresolved-symbols=ignore-all",
            ]
        )
        if linked.code != 0:
            return Verified(0, False, f"the kernel cannot be linked: {_first_error(linked)}")
        deadline = time.monotonic() + _RUN_SECONDS
        while first < TRIALS and time.monotonic() < deadline:
            done = run(
                [str(self.folder / "judge"), str(first)],
                cwd=self.folder,
                environment={"OMP_NUM_THREADS": "2"},
                timeout=_RUN_SECONDS,
                token=self.token,
            )
            seen = 0
            for line in done.stdout.splitlines():
                fields = line.split("\t")
                if fields[0] == "agreed":
                    agreed.append(fields)
                    seen += 1
                elif fields[0] == "unfit":
                    unfit = fields[1]
                    line_number = int(fields[3]) or self._line(fields[2])
                    if "writes nothing" not in unfit:
                        remarks.append(Remark("inputs", unfit, line_number))
                    seen += 1
                elif fields[0] == "finding":
                    remarks.append(
                        Remark(fields[1], fields[2], int(fields[5]) or self._line(fields[3]), self._line(fields[4]))
                    )
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
        return self._result(agreed, unfit, _distinct(remarks))

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
        return Verified(len(agreed), not reason, reason, error, original[middle], translated[middle], kept)

    def _compile(self, text: str, name: str, options: list[str]) -> Completed:
        (self.folder / f"{name}.cpp").write_text(text, "utf-8")
        command = [
            self.compiler,
            "-std=c++17",
            "-w",
            *options,
            f"-I{self.folder}",
            f"-I{sandbox_folder()}",
            *self.flags,
            "-c",
            "-o",
            f"{self.folder}/{name}.o",
            f"{self.folder}/{name}.cpp",
        ]
        return run(command, cwd=self.cwd, timeout=_COMPILE_SECONDS, token=self.token)

    def _run(self, command: list[str]) -> Completed:
        return run(command, cwd=self.folder, timeout=_COMPILE_SECONDS, token=self.token)

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
    return tuple(dict.fromkeys(remarks))


def _first_error(done: Completed) -> str:
    if done.ending == "not started":
        return "the compiler was not found"
    if done.ending == "timed out":
        return "the compiler does not come to its end"
    lines = done.stderr.splitlines()
    first = next(
        (line for line in lines if "error" in line or "undefined" in line), lines[0] if lines else "no message"
    )
    return first.split("error: ")[-1][:200]
