"""Hover on a loop header: the verdict, its reason, and the candidates that are known already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from loopwright.dependence.recurrences import judge
from loopwright.lsp.convert import to_offset, to_range
from loopwright.lsp.documents import Snapshot
from loopwright.source.outline import Loop
from loopwright.source.text import Span
from loopwright.suggest.candidates import why_not
from loopwright.suggest.evidence import Suggestion

if TYPE_CHECKING:
    from loopwright.lsp.server import LoopwrightServer


async def hover(ls: LoopwrightServer, params: types.HoverParams) -> types.Hover | None:
    """The hover at a position, ``None`` off loop headers."""
    snapshot = ls.documents.get(params.text_document.uri)
    if snapshot is None:
        return None
    offset = to_offset(snapshot.source, params.position, ls.documents.encoding)
    loop = loop_at_header(snapshot, offset)
    if loop is None:
        return None
    markdown = _takes_markdown(ls)
    text = await ls.workers.run(lambda token: describe(snapshot, loop, ls.engine.recall(snapshot, loop), markdown))
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    extent = to_range(snapshot.source, Span(loop.span.start, loop.header_end), ls.documents.encoding)
    return types.Hover(types.MarkupContent(kind, text), extent)


def loop_at_header(snapshot: Snapshot, offset: int) -> Loop | None:
    """The loop whose header holds ``offset``."""
    return next((o for o in snapshot.outline.loops if o.span.start <= offset <= o.header_end), None)


def describe(snapshot: Snapshot, loop: Loop, suggestion: Suggestion | None, markdown: bool) -> str:
    """The hover text."""
    strong = (lambda text: f"**{text}**") if markdown else str
    verdict = judge(snapshot.outline, loop)
    lines = [f"{strong('Loopwright')} · dependence {strong(verdict.verdict)}: {verdict.reason}."]
    for dependence in verdict.dependences:
        lines.append(
            f"{dependence.kind.capitalize()} dependence on {dependence.array}, distance {dependence.distance}: "
            f"line {dependence.source_line} → line {dependence.sink_line}."
        )
    if verdict.reductions:
        names = ", ".join(f"{r.variable} ({r.operator})" for r in verdict.reductions)
        lines.append(f"Accumulated in every iteration: {names}.")
    reason = why_not(snapshot.outline, loop)
    if reason is not None:
        lines.append(f"No directive is offered: {reason}.")
    elif suggestion is None and verdict.verdict != "refuted":
        lines.append("The quick-fix asks the model and the compiler for a directive.")
    if suggestion is not None:
        for candidate in suggestion.candidates:
            pragma = f"`{candidate.pragma}`" if markdown else candidate.pragma
            lines.append(f"{pragma} — {candidate.evidence}, from {_origin(candidate.origin)}")
        lines += suggestion.notes
    return "\n\n".join(lines)


def _origin(origin: str) -> str:
    return {"model": "the model", "analysis": "the analysis", "both": "model and analysis"}[origin]


def _takes_markdown(ls: LoopwrightServer) -> bool:
    text_document = ls.client_capabilities.text_document
    formats = text_document.hover.content_format if text_document and text_document.hover else None
    return types.MarkupKind.Markdown in (formats or [])
