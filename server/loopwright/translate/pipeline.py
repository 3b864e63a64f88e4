"""CUDA file → C++ file, with what is known of each kernel's translation."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.file import FileTranslation, KernelTranslation, translate_file
from loopwright.source.syntax import Source
from loopwright.toolchain.process import run
from loopwright.translate.includes import with_includes
from loopwright.translate.verify import TRANSLATION_FLAGS, Judge, Remark, Verified, own_flags

_COMPILE_SECONDS = 120.0


@dataclass(frozen=True)
class KernelReport:
    """One kernel. ``status`` is one of the contract's words: tested, compiled, unsupported, failed; ``line`` is 1-based
    in the file that was asked about, ``remarks`` hold what is wrong with the kernel itself."""

    name: str
    line: int
    status: str
    reason: str = ""
    inputs: int = 0
    max_relative_error: float | None = None
    origin: str = "lowering"
    reference_ms: float | None = None
    translation_ms: float | None = None
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Translated:
    """The C++ text and a report for each kernel."""

    text: str
    kernels: tuple[KernelReport, ...]
    translation: FileTranslation
    compiler: str | None


def translate(
    source: Source,
    path: Path,
    *,
    only: str | None = None,
    verified: bool = False,
    compiler: str | None = "g++",
    token: CancelToken | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Translated:
    """Translate a file. ``only``: report and verify this kernel alone; ``verified``: run kernels and translations;
    ``compiler``: what accepts the result, ``None`` to ask nobody; ``progress`` is told (kernel, number, of how many)."""
    whole = with_includes(source, path)
    translation = translate_file(whole)
    chosen = [k for k in translation.kernels if only is None or k.name == only]
    message = _compiled(translation, path, compiler, token) if compiler is not None and chosen else None
    reports = [_report(translation, kernel, source, message, compiler) for kernel in chosen]
    if verified and compiler is not None:
        sound = [k for k, report in zip(chosen, reports, strict=True) if report.status == "compiled"]
        with Judge(translation, sound, path, compiler, token) as judge:
            for number, (kernel, report) in enumerate(zip(chosen, reports, strict=True)):
                if progress is not None:
                    progress(kernel.name, number, len(chosen))
                if report.status == "compiled":
                    reports[number] = _with(report, judge.verify(kernel))
    return Translated(translation.text, tuple(reports), translation, compiler)


def _report(
    translation: FileTranslation, kernel: KernelTranslation, source: Source, message: str | None, compiler: str | None
) -> KernelReport:
    line = line_in(source, translation, kernel.function.node.start_byte)
    if kernel.text is None:
        place = translation.source.lines.line_of(kernel.at) + 1
        at = line_in(source, translation, kernel.at) or place
        return KernelReport(kernel.name, line, "unsupported", f"line {at}: {kernel.reason}")
    remarks = tuple(Remark("barrier", text, line_in(source, translation, at)) for at, text in kernel.warnings)
    if compiler is None:
        return KernelReport(kernel.name, line, "failed", "no compiler was asked", remarks=remarks)
    if message:
        return KernelReport(
            kernel.name, line, "failed", f"the translation does not compile: {message}", remarks=remarks
        )
    return KernelReport(kernel.name, line, "compiled", remarks=remarks)


def _with(report: KernelReport, found: Verified) -> KernelReport:
    remarks = tuple(dict.fromkeys((*report.remarks, *found.remarks)))
    if found.agreed:
        return replace(
            report,
            status="tested",
            inputs=found.inputs,
            max_relative_error=found.max_relative_error,
            reference_ms=found.reference_ms,
            translation_ms=found.translation_ms,
            remarks=remarks,
        )
    untried = found.reason.startswith(("no inputs", "no value", "the kernel cannot be", "one run takes"))
    status = "compiled" if untried and found.compiled else "failed"
    return replace(report, status=status, reason=found.reason, remarks=remarks)


def line_in(source: Source, translation: FileTranslation, offset: int) -> int:
    """The 1-based line of ``source`` for an offset in the text that was translated, 0 if it came from another file."""
    whole = translation.source
    if whole.data == source.data:
        return source.lines.line_of(offset) + 1
    line = whole.data[: offset + 1].rsplit(b"\n", 1)[-1] + whole.data[offset + 1 :].split(b"\n", 1)[0]
    before = whole.data[:offset].count(line)
    at = -1
    for _ in range(before + 1):
        at = source.data.find(line, at + 1)
        if at < 0:
            return 0
    return source.lines.line_of(at) + 1


def _compiled(translation: FileTranslation, path: Path, compiler: str, token: CancelToken | None) -> str:
    """What the compiler has against the result, empty for nothing."""
    own, cwd = own_flags(path)
    with tempfile.TemporaryDirectory(prefix="loopwright-cpp-") as folder:
        file = Path(folder) / "translation.cpp"
        file.write_text(translation.text, "utf-8")
        command = [compiler, "-std=c++17", *TRANSLATION_FLAGS, "-w", "-fsyntax-only", *own, str(file)]
        done = run(command, cwd=cwd, timeout=_COMPILE_SECONDS, token=token)
    if done.ending == "not started":
        return f"{compiler} was not found"
    if done.code == 0:
        return ""
    first = next((line for line in done.stderr.splitlines() if "error" in line), "it says nothing more")
    return first.split("error: ")[-1]
