"""A report as JSON; findings in the form of `check`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from loopwright.device.report import Directive, Finding, Kernel, Place, Report

Name = Callable[[Path], str]


def report_document(report: Report, name: Name) -> dict[str, Any]:
    """The document of `run --json` in the contract; ``name`` says how a file is called."""
    return {
        "exit": report.exit,
        "seconds": round(report.seconds, 6),
        "watched": report.watched,
        "finished": report.finished,
        "stdout": report.stdout,
        "stderr": report.stderr,
        "written": list(report.written) if report.written is not None else None,
        "device_peak_bytes": report.device_peak,
        "directives": [_directive(d, name) for d in report.directives],
        "kernels": [_kernel(k, name) for k in report.kernels],
        "findings": [finding_document(f, name) for f in report.findings],
    }


def finding_document(finding: Finding, name: Name) -> dict[str, Any]:
    """One entry as `check` writes it, and how often it was seen."""
    place = finding.place
    where = _place(place, name) if place is not None else {"file": "", **_lines(None)}
    return {
        **where,
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message,
        "spec": finding.section,
        "count": finding.count,
        "origin": ["loopwright run"],
        "related": [{**_place(note.place, name), "message": note.message} for note in finding.notes],
        "fixes": [],
    }


def _directive(directive: Directive, name: Name) -> dict[str, Any]:
    return {
        **_line(directive.place, name),
        "pragma": directive.pragma,
        "kind": directive.kind,
        "times": directive.times,
        "to_device": {"transfers": directive.to_device.transfers, "bytes": directive.to_device.bytes},
        "to_host": {"transfers": directive.to_host.transfers, "bytes": directive.to_host.bytes},
        "redundant_bytes": directive.redundant_bytes,
        "unused_bytes": directive.unused_bytes,
        "unused_memory_bytes": directive.unused_memory,
        "stale_bytes": directive.stale_bytes,
    }


def _kernel(kernel: Kernel, name: Name) -> dict[str, Any]:
    return {
        **_line(kernel.place, name),
        "pragma": kernel.pragma,
        "times": kernel.times,
        "seconds": round(kernel.seconds, 9),
    }


def _line(place: Place | None, name: Name) -> dict[str, Any]:
    return {"file": name(place.file) if place else "", "line": place.line if place else 0}


def _place(place: Place, name: Name) -> dict[str, Any]:
    return {"file": name(place.file), **_lines(place)}


def _lines(place: Place | None) -> dict[str, int]:
    if place is None:
        return {"line": 1, "column": 1, "end_line": 1, "end_column": 1}
    return {"line": place.line, "column": place.column, "end_line": place.line, "end_column": place.end_column}
