"""A hint at each loop that a directive could stand above; pulled by clients that pull, pushed to the others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from loopwright.dependence.recurrences import judge
from loopwright.lsp.convert import to_range
from loopwright.lsp.documents import Snapshot
from loopwright.source.text import Encoding, Span
from loopwright.suggest.candidates import candidate_loops

if TYPE_CHECKING:
    from loopwright.lsp.server import LoopwrightServer

HINT_CODE = "LW600"
_DEBOUNCE = 0.15


async def pull(ls: LoopwrightServer, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """The report for the current version; unchanged content is answered by its identifier alone."""
    snapshot = ls.documents.get(params.text_document.uri)
    if snapshot is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    result = f"{hash(snapshot.source.data):x}-{ls.settings.hints_enable:d}"
    if params.previous_result_id == result:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result)
    items = await ls.workers.run(lambda token: hints(snapshot, ls.documents.encoding, ls.settings.hints_enable))
    return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=result)


async def push(ls: LoopwrightServer, snapshot: Snapshot) -> None:
    """Publish hints unless a newer version comes while waiting."""
    await asyncio.sleep(_DEBOUNCE)
    if ls.documents.get(snapshot.uri) is not snapshot:
        return
    items = await ls.workers.run(lambda token: hints(snapshot, ls.documents.encoding, ls.settings.hints_enable))
    if ls.documents.get(snapshot.uri) is snapshot:
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(snapshot.uri, items, snapshot.version))


def clear(ls: LoopwrightServer, uri: str) -> None:
    """Take back what was pushed for a file that was closed."""
    if not ls.pulls_diagnostics:
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def hints(snapshot: Snapshot, encoding: Encoding, enabled: bool) -> list[types.Diagnostic]:
    """One hint per candidate loop, on its header."""
    if not enabled:
        return []
    items = []
    for loop in candidate_loops(snapshot.outline):
        verdict = judge(snapshot.outline, loop)
        if verdict.verdict == "refuted":
            continue
        items.append(
            types.Diagnostic(
                range=to_range(snapshot.source, Span(loop.span.start, loop.header_end), encoding),
                message=f"An OpenACC directive could stand above this loop (dependence {verdict.verdict}: "
                f"{verdict.reason}).",
                severity=types.DiagnosticSeverity.Hint,
                source="loopwright",
                code=HINT_CODE,
            )
        )
    return items
