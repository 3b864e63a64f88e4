"""CUDA kernels of a file: its translation, what is known of each, and what of that is a diagnostic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from loopwright.cancellation import CancelToken
from loopwright.cuda.translation import FileTranslation
from loopwright.lsp.convert import to_range
from loopwright.lsp.documents import Snapshot
from loopwright.source.kept import once
from loopwright.source.text import Span
from loopwright.translate.kernel_states import KernelState
from loopwright.translate.pipeline import translation_of

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer

REMARK_CODES = {
    "race": "LW901",
    "update": "LW901",
    "barrier": "LW902",
    "warp": "LW903",
    "inputs": "LW904",
    "unset": "LW905",
    "order": "LW906",
    "launch": "LW907",
}
UNSUPPORTED_CODE = "LW900"


def known_translation(ls: LoopwrightServer, snapshot: Snapshot) -> FileTranslation:
    """The translation of a file as it stands, worked out once for a version and the loops that are written before."""
    direct = ls.translations.direct(snapshot)
    key = known_translation, tuple(sorted(direct.items()))
    return once(snapshot.outline, key, lambda: translation_of(snapshot.source, snapshot.path, direct=direct))


def known_states(ls: LoopwrightServer, snapshot: Snapshot) -> tuple[KernelState, ...]:
    """Which kernels of a file have a translation, worked out once for a version; an edit costs the kernel that it is in."""
    direct, states = ls.translations.direct(snapshot), ls.translations.states
    key = known_states, tuple(sorted(direct.items())), states.count
    return once(snapshot.outline, key, lambda: states.of(snapshot.source, snapshot.path, direct, _headers(snapshot)))


def find_races(ls: LoopwrightServer, snapshot: Snapshot, token: CancelToken) -> bool:
    """Look for races in the kernels of a version; whether :func:`remarks` has more to say now."""
    if snapshot.source.language != "cuda" or not snapshot.outline.kernels:
        return False
    direct, states = ls.translations.direct(snapshot), ls.translations.states
    return states.find_races(snapshot.source, snapshot.path, direct, _headers(snapshot), token)


def _headers(snapshot: Snapshot) -> int:
    return hash(tuple(header.source.data for header in snapshot.outline.headers))


def remarks(ls: LoopwrightServer, snapshot: Snapshot) -> list[types.Diagnostic]:
    """What running the kernels showed to be wrong with them, and what is not translated, on the lines it is about."""
    if snapshot.source.language != "cuda" or not snapshot.outline.kernels:
        return []
    found = []
    for kernel in known_states(ls, snapshot):
        report = ls.translations.of(snapshot, kernel.label)
        if kernel.reason is not None:
            message = f"{kernel.name} has no CPU translation: {kernel.reason}."
            found.append(_diagnostic(ls, snapshot, kernel.line, UNSUPPORTED_CODE, message))
        for told in kernel.doubts if report is None else ():
            found.append(_diagnostic(ls, snapshot, told.line, _code(told.kind), f"{told.text}."))
        for told in kernel.races if report is None else ():
            message = f"{kernel.name}: {told.text}."
            found.append(_diagnostic(ls, snapshot, told.line, _code(told.kind), message, serious=True))
        for remark in report.remarks if report is not None else ():
            serious = remark.kind in ("race", "update", "barrier", "warp")
            line = remark.line or report.line if report is not None else remark.line
            message = f"{kernel.name}: {remark.text}."
            found.append(_diagnostic(ls, snapshot, line, _code(remark.kind), message, serious))
    return [diagnostic for diagnostic in found if diagnostic is not None]


def _code(kind: str) -> str:
    return REMARK_CODES.get(kind, REMARK_CODES["inputs"])


def _diagnostic(
    ls: LoopwrightServer, snapshot: Snapshot, line: int, code: str, message: str, serious: bool = False
) -> types.Diagnostic | None:
    if not 0 < line <= snapshot.source.data.count(b"\n") + 1:
        return None
    span = snapshot.source.lines.line_span(line - 1)
    text = snapshot.source.data[span.start : span.end]
    start = span.start + len(text) - len(text.lstrip())
    severity = types.DiagnosticSeverity.Warning if serious else types.DiagnosticSeverity.Information
    where = to_range(snapshot.source, Span(start, max(start, span.start + len(text.rstrip()))), ls.documents.encoding)
    return types.Diagnostic(range=where, message=message, severity=severity, source="loopwright", code=code)
