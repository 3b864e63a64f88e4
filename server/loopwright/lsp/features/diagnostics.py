"""What is wrong with directives, and a hint at each loop that one could stand above; pulled by clients that pull, pushed
to the others. Of a large file that was opened the first report comes before all is known (`lsp.first_looks`), and the next ones after it."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from loopwright.cancellation import Patience
from loopwright.check.report import SPECIFICATION
from loopwright.lsp.by_function import ByFunction, look_through
from loopwright.lsp.convert import to_range
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.features import kernels
from loopwright.lsp.settings import Settings
from loopwright.openacc.findings import Finding
from loopwright.source.text import Encoding

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer

log = logging.getLogger(__name__)
_CLOSER_DELAY = 0.5
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


async def pull(ls: LoopwrightServer, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """The report for the current version; unchanged content is answered by its identifier alone."""
    snapshot = ls.documents.get(params.text_document.uri)
    if snapshot is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    settings = await ls.configuration.ready(snapshot.uri)
    chosen = hash(
        (settings.hints_enable, settings.openacc_enable, settings.openacc_version, settings.openacc_portability)
    )
    known = f"{ls.findings.has_compiler(snapshot):d}{ls.findings.is_followed(snapshot):d}"
    result = (
        f"{hash(snapshot.content):x}-{chosen:x}-{known}-{ls.translations.count}-{ls.first_looks.parts(snapshot.uri)}"
    )
    if params.previous_result_id == result:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result)
    # A client that cannot be asked to pull again would never see the rest.
    items, is_whole = await _looked(ls, snapshot, settings, in_parts=_can_refresh(ls))
    if not is_whole:
        ls.workers.start(_renew(ls, snapshot))
    return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=result)


async def push(ls: LoopwrightServer, snapshot: Snapshot, delay: float | None = None) -> None:
    """Publish the report unless a newer version comes while waiting; ``None`` waits as long as a report of the file costs."""
    await asyncio.sleep(ls.debounce.seconds(snapshot.uri) if delay is None else delay)
    if not ls.documents.is_current(snapshot):
        return
    settings = await ls.configuration.ready(snapshot.uri)
    is_whole = False
    while not is_whole and ls.documents.is_current(snapshot):
        items, is_whole = await _looked(ls, snapshot, settings, in_parts=True)
        if ls.documents.is_current(snapshot):
            ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(snapshot.uri, items, snapshot.version))


async def _looked(
    ls: LoopwrightServer, snapshot: Snapshot, settings: Settings, in_parts: bool
) -> tuple[list[types.Diagnostic], bool]:
    """The report of a version, and whether it is the whole; a part of it only where the next part is asked for."""
    seconds = ls.first_looks.seconds(snapshot.uri) if in_parts else math.inf
    ls.first_looks.begin(snapshot.uri)
    if ls.first_looks.is_pending(snapshot.uri) and ls.documents.is_current(snapshot):
        await ls.workers.run(lambda token: _call_helpers(ls, snapshot, settings))
    items, is_whole, cost = await ls.workers.run(lambda token: _timed(ls, snapshot, settings, seconds))
    ls.tell_complaints()
    if ls.documents.is_current(snapshot):
        ls.debounce.took(snapshot.uri, cost)
        ls.first_looks.told(snapshot.uri, is_whole)
        if is_whole:
            ls.helpers.end(snapshot.uri)
    return items, is_whole


def _call_helpers(ls: LoopwrightServer, snapshot: Snapshot, settings: Settings) -> None:
    device = ls.engine.device() if _has_hints(snapshot, settings) else None
    ls.helpers.begin(snapshot.uri, snapshot.outline, ls.findings.rules(snapshot, settings), device)


def _timed(
    ls: LoopwrightServer, snapshot: Snapshot, settings: Settings, seconds: float
) -> tuple[list[types.Diagnostic], bool, float]:
    """The report, and the seconds of this thread that it cost."""
    began = time.thread_time()
    items, is_whole = report(ls, snapshot, settings, seconds)
    return items, is_whole, time.thread_time() - began


async def look_closer(ls: LoopwrightServer, snapshot: Snapshot) -> None:
    """What takes longer, in the background: the data followed through the whole file, races of its kernels, and what a compiler says of
    the directives. The next edit ends this."""
    await asyncio.sleep(_CLOSER_DELAY)
    while ls.first_looks.is_pending(snapshot.uri):
        await asyncio.sleep(_CLOSER_DELAY)
    await follow(ls, snapshot)
    for other in ls.documents.in_step():
        if other is not snapshot and other.rests_on_others:
            await follow(ls, other)
    if not ls.documents.is_current(snapshot):
        return
    if await ls.workers.run(lambda token: kernels.find_races(ls, snapshot, token)):
        await _renew(ls, snapshot)
    if not ls.documents.is_current(snapshot) or not ls.configuration.of(snapshot.uri).openacc_enable:
        return
    if await ls.workers.run(lambda token: ls.findings.follow(snapshot, token)):
        await _renew(ls, snapshot)
    if await ls.workers.run(lambda token: ls.findings.ask(snapshot, ls.engine.front_end(), token)):
        await _renew(ls, snapshot)


async def follow(ls: LoopwrightServer, snapshot: Snapshot) -> None:
    """Verdicts do not wait for what callers say: it is found out in the background, and then all is shown anew once."""
    if not ls.documents.is_current(snapshot):
        return
    opened = ls.documents.opened
    if await ls.workers.run(lambda token: snapshot.follow(opened, token)):
        await _renew(ls, snapshot)


async def _renew(ls: LoopwrightServer, snapshot: Snapshot) -> None:
    """The client shows what is known now."""
    if not ls.documents.is_current(snapshot):
        return
    if not ls.pulls_diagnostics:
        await push(ls, snapshot, 0)
        return
    if _can_refresh(ls):
        try:  # a cancelled task must not lose the reply: pygls would fail on it
            await asyncio.shield(ls.workspace_diagnostic_refresh_async(None))
        except JsonRpcException as error:
            log.info("the client refused a request: %s", error)


def _can_refresh(ls: LoopwrightServer) -> bool:
    """Whether the client can be asked to pull again."""
    workspace = ls.client_capabilities.workspace
    return bool(workspace and workspace.diagnostics and workspace.diagnostics.refresh_support)


def report(
    ls: LoopwrightServer, snapshot: Snapshot, settings: Settings, seconds: float
) -> tuple[list[types.Diagnostic], bool]:
    """Findings and hints of one version, as many as are found in the ``seconds``; whether these are all."""
    encoding = ls.documents.encoding
    near = _near(ls, snapshot) if seconds < math.inf else None
    if near is not None and _look_through(ls, snapshot, settings, Patience(seconds, near)):
        seconds = 0.0
    for_findings, for_hints = Patience(seconds / 2, near), Patience(seconds, near)
    parts: list[Callable[[], list[types.Diagnostic]]] = [
        lambda: [to_diagnostic(snapshot, f, encoding) for f in ls.findings.of(snapshot, settings, for_findings)],
        lambda: kernels.remarks(ls, snapshot),
        lambda: _hints(ls, snapshot, settings, for_hints),
    ]
    items: list[types.Diagnostic] = []
    for part in parts:
        try:
            items += part()
        except Exception as error:  # a defect of one must not take the others' diagnostics down
            log.error("some diagnostics of %s are missing", snapshot.uri, exc_info=error)
    return items, not (for_findings.was_over or for_hints.was_over)


def _look_through(ls: LoopwrightServer, snapshot: Snapshot, settings: Settings, patience: Patience) -> bool:
    """Look at one function after the other; whether ``patience`` was over before all that can be kept of them was."""
    device = ls.engine.device() if _has_hints(snapshot, settings) else None
    look_through(ByFunction(snapshot.outline, ls.findings.rules(snapshot, settings), device), patience)
    return patience.was_over


def _near(ls: LoopwrightServer, snapshot: Snapshot) -> Callable[[], int]:
    """Asked between functions: the offset at which somebody looks by then."""
    starts = snapshot.source.lines.starts
    return lambda: starts[min(ls.first_looks.line(snapshot.uri), len(starts) - 1)]


def _hints(ls: LoopwrightServer, snapshot: Snapshot, settings: Settings, patience: Patience) -> list[types.Diagnostic]:
    if not _has_hints(snapshot, settings):
        return []
    return ls.shown_hints.of(snapshot, ls.engine.device(), patience, ls.documents.encoding)


def _has_hints(snapshot: Snapshot, settings: Settings) -> bool:
    """The host code of a CUDA file has its kernels on the device already: nothing there is hinted at."""
    return settings.hints_enable and snapshot.source.language != "cuda"


def to_diagnostic(snapshot: Snapshot, finding: Finding, encoding: Encoding) -> types.Diagnostic:
    """A finding in LSP's words."""
    source = snapshot.source
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(snapshot.uri, to_range(source, place.span, encoding)), place.message
        )
        for place in finding.related
    ]
    who = [name for name in finding.origin if name != "loopwright"]
    also = f" ({', '.join(who)} says so too)" if who and "loopwright" in finding.origin else ""
    return types.Diagnostic(
        range=to_range(source, finding.span, encoding),
        message=f"{finding.message}{also}" + (f" [OpenACC {finding.section}]" if finding.section else ""),
        severity=_SEVERITIES[finding.severity],
        source="loopwright",
        code=finding.code,
        code_description=types.CodeDescription(href=SPECIFICATION),
        tags=[types.DiagnosticTag.Deprecated] if finding.tag == "deprecated" else None,
        related_information=related or None,
    )


def clear(ls: LoopwrightServer, uri: str) -> None:
    """Take back what was pushed for a file that was closed."""
    if not ls.pulls_diagnostics:
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
