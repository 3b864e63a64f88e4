"""A report as text: findings as compilers print them, then a table of what moved."""

from __future__ import annotations

from loopwright.device.documents import Name, finding_document
from loopwright.device.report import Directive, Report


def bytes_text(count: int) -> str:
    """A number of bytes for people, three digits."""
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 999.5 or unit == "GB":
            return f"{size:.0f} {unit}" if unit == "B" or size >= 99.5 else f"{size:.3g} {unit}"
        size /= 1000
    raise AssertionError


def seconds_text(seconds: float) -> str:
    """A time for people, three digits."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.3g} µs"
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def finding_lines(report: Report, name: Name) -> list[str]:
    """`file:line:column: severity: message [code, section]` and the notes under it."""
    lines = []
    for finding in report.findings:
        document = finding_document(finding, name)
        often = f" ({finding.count} times)" if finding.count > 1 else ""
        lines.append(
            f"{document['file']}:{document['line']}:{document['column']}: {finding.severity}: {finding.message}{often} "
            f"[{finding.code}, OpenACC {finding.section}]"
        )
        lines += [f"{n['file']}:{n['line']}:{n['column']}: note: {n['message']}" for n in document["related"]]
    return lines


def report_lines(report: Report, name: Name) -> list[str]:
    """Findings, then directives and kernels in the order in which they first ran."""
    lines = finding_lines(report, name)
    if report.directives:
        rows = [_row(d, name) for d in report.directives]
        head = ("directive", "times", "to device", "to host", "redundant", "unused", "stale", "")
        lines += ["", *_columns([head, *rows]), _total(report)]
    if report.kernels:
        rows = [
            (
                f"{name(k.place.file)}:{k.place.line}" if k.place else "?",
                str(k.times),
                seconds_text(k.seconds),
                k.pragma[:60],
            )
            for k in report.kernels
        ]
        lines += ["", *_columns([("kernel", "times", "on this core", ""), *rows])]
    if report.written:
        lines.append(f"Written in a copy of the folder, which is gone: {', '.join(report.written)}.")
    if report.written is None and report.exit is not None:
        lines.append("The program had no copy of its folder here: it can read files, and write only where TMPDIR says.")
    if not report.finished:
        lines.append("The program did not end by itself: what is left behind at the end was not looked at.")
    if not report.watched:
        lines.append("Accesses were not watched (--no-hooks): stale and missing values do not show.")
    return lines


def summary(report: Report) -> str:
    """One line: how many findings, bytes moved."""
    errors = sum(f.severity == "error" for f in report.findings)
    warnings = sum(f.severity == "warning" for f in report.findings)
    counts = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    ended = (
        "took too long"
        if report.exit is None
        else f"ended with {report.exit}"
        if report.exit >= 0
        else f"ended by signal {-report.exit}"
    )
    return f"the program {ended} after {seconds_text(report.seconds)}: {', '.join(counts) or 'nothing found'}"


def _row(directive: Directive, name: Name) -> tuple[str, ...]:
    where = f"{name(directive.place.file)}:{directive.place.line}" if directive.place else "?"
    to, back = directive.to_device, directive.to_host
    return (
        where,
        str(directive.times) if directive.times else "",
        f"{bytes_text(to.bytes)} in {to.transfers}" if to.transfers else "",
        f"{bytes_text(back.bytes)} in {back.transfers}" if back.transfers else "",
        bytes_text(directive.redundant_bytes) if directive.redundant_bytes else "",
        bytes_text(directive.unused_bytes) if directive.unused_bytes else "",
        bytes_text(directive.stale_bytes) if directive.stale_bytes else "",
        directive.pragma[:60],
    )


def _total(report: Report) -> str:
    to = sum(d.to_device.bytes for d in report.directives)
    back = sum(d.to_host.bytes for d in report.directives)
    redundant = sum(d.redundant_bytes for d in report.directives)
    share = f", {bytes_text(redundant)} of it redundant" if redundant else ""
    return f"{bytes_text(to)} to the device, {bytes_text(back)} to the host{share}; at most {bytes_text(report.device_peak)} on the device"


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    kept = [i for i, width in enumerate(widths) if any(row[i] for row in rows[1:])]
    return [
        "  ".join(row[i].ljust(widths[i]) if i in (0, kept[-1]) else row[i].rjust(widths[i]) for i in kept).rstrip()
        for row in rows
    ]
