"""The JSON of `loopwright translate` (shared contract), and what it found as entries like those of `check`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from loopwright.translate.pipeline import KernelReport, Translated, unsaid
from loopwright.translate.program.verdict import STEPS, ProgramReport


@dataclass(frozen=True)
class Kind:
    """A kind of entry: its code, a title, how much it matters, and what it means."""

    code: str
    title: str
    severity: Literal["error", "warning", "information"]
    text: str


_LEFT_OUT = Kind(
    "cuda-left-out",
    "kernel without a translation",
    "warning",
    "The kernel is left out of the text; a launch of it throws.",
)
_WRONG = Kind(
    "cuda-wrong",
    "translation that fails",
    "error",
    "The translation does not compile, or leaves something else than the kernel.",
)
_RACY = Kind(
    "cuda-racy",
    "kernel with a race",
    "warning",
    "What the kernel leaves depends on the order of its threads.",
)
_HOST = Kind(
    "cuda-host",
    "host code that does not compile",
    "error",
    "A C++ compiler refuses the host's part of the translation.",
)
_REMARK = Kind("cuda-remark", "remark on a kernel", "information", "Seen when the kernel was read or run.")
_DIFFERS = Kind(
    "cuda-program",
    "program that does something else",
    "error",
    "The translation of the program prints or writes something else than the program.",
)
KINDS = (_LEFT_OUT, _WRONG, _RACY, _HOST, _REMARK, _DIFFERS)
_OF_PROGRAM = {"differs": _DIFFERS, "racy": _RACY, "not run": _REMARK}
_OF_STATUS = {"unsupported": _LEFT_OUT, "failed": _WRONG, "racy": _RACY}
_OF_REMARK = {"race": _RACY, "update": _RACY}


def translate_document(file: str, output: str | None, result: Translated) -> dict[str, Any]:
    """``{"file", "output", "kernels": […]}``; without an output file the text comes with it."""
    document: dict[str, Any] = {"file": file, "output": output, "kernels": [asdict(k) for k in result.kernels]}
    if result.errors:
        document["errors"] = [asdict(error) for error in result.errors]
    if output is None:
        document["text"] = result.text
    return document


def finding_documents(file: str, result: Translated) -> Iterator[dict[str, Any]]:
    """An entry for each kernel that has no translation or one that is not sound, for what was seen in kernels, and for what
    stands against the host's code; each with the file and line that it is about."""
    for error in result.errors:
        message = f"the host's code does not compile as C++: {error.message}"
        yield _entry(file, error.line, _HOST, message)
    for report in result.kernels:
        if report.status in _OF_STATUS:
            reason = report.reason.partition(": ")[2] if report.reason_line else report.reason  # without its place
            yield _entry(*_place(file, report), _OF_STATUS[report.status], f"{report.name}: {reason or report.status}")
        for remark in unsaid(report):
            where = (file, remark.line) if remark.line else (report.header or file, report.line)
            yield _entry(*where, _OF_REMARK.get(remark.kind, _REMARK), f"{report.name}: {remark.text}")


def program_document(report: ProgramReport) -> dict[str, Any]:
    """``{"status", "reason", "step", "line", "expected", "printed", "kernels", "launched", "remarks", "copies", "is_silent"}``"""
    return asdict(report)


def program_findings(file: str, line: int, report: ProgramReport) -> Iterator[dict[str, Any]]:
    """Entries for a program whose ``main`` stands on ``line``, from 1, of ``file``: for what is not tested, and for its remarks."""
    if report.status in _OF_PROGRAM:
        yield _entry(file, line, _OF_PROGRAM[report.status], program_sentence(report))
    for remark in report.remarks:
        yield _entry(file, line, _REMARK, f"program: {remark}")


def program_sentence(report: ProgramReport) -> str:
    """What is known of a program, in words."""
    if report.status == "tested":
        kernels = ", ".join(report.kernels) or "its kernels together"
        if report.copies:
            times = "once" if report.copies == 1 else f"{report.copies} times"
            what = "it shows nothing of its kernels, so " if report.is_silent else "what it prints or writes and "
            return f"program: tested; {what}what it brings to the host {times} is compared: it depends on {kernels}"
        return f"program: tested; what it prints or writes depends on {kernels}"
    blamed = f" ({STEPS[report.step]})" if report.step else ""
    return f"program: {report.status}{blamed}: {report.reason}"


def _place(file: str, report: KernelReport) -> tuple[str, int]:
    if report.reason_line:
        return report.reason_file or file, report.reason_line
    return report.header or file, report.line


def _entry(file: str, line: int, kind: Kind, message: str) -> dict[str, Any]:
    at = max(line, 1)  # a place that cannot be told is the file's beginning
    return {
        "file": file,
        **{"line": at, "column": 1, "end_line": at + 1, "end_column": 1},
        "severity": kind.severity,
        "code": kind.code,
        "message": message,
        "related": [],
        "fixes": [],
    }
