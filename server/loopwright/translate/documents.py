"""The JSON of `loopwright translate` (shared contract), and what it found as entries like those of `check`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from loopwright.translate.pipeline import KernelReport, Translated

# What is said of a kernel by its status: a code and how much it matters.
_CODES = {
    "unsupported": ("cuda-left-out", "warning"),
    "failed": ("cuda-wrong", "error"),
    "racy": ("cuda-racy", "warning"),
}


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
        yield _entry(file, error.line, "cuda-host", "error", message)
    for report in result.kernels:
        if report.status in _CODES:
            code, severity = _CODES[report.status]
            reason = report.reason.partition(": ")[2] if report.reason_line else report.reason  # without its place
            yield _entry(*_place(file, report), code, severity, f"{report.name}: {reason or report.status}")
        for remark in report.remarks:
            where = (file, remark.line) if remark.line else (report.header or file, report.line)
            yield _entry(*where, "cuda-remark", "information", f"{report.name}: {remark.text}")


def _place(file: str, report: KernelReport) -> tuple[str, int]:
    if report.reason_line:
        return report.reason_file or file, report.reason_line
    return report.header or file, report.line


def _entry(file: str, line: int, code: str, severity: str, message: str) -> dict[str, Any]:
    at = max(line, 1)  # a place that cannot be told is the file's beginning
    return {
        "file": file,
        **{"line": at, "column": 1, "end_line": at + 1, "end_column": 1},
        "severity": severity,
        "code": code,
        "message": message,
        "related": [],
        "fixes": [],
    }
