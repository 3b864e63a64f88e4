"""Quick-fixes of findings, and all the safe ones at once (`source.fixAll.loopwright`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from loopwright.check.edits import safe_edits
from loopwright.lsp.convert import to_offset, to_workspace_edit
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.features.diagnostics import to_diagnostic
from loopwright.lsp.jobs import content_modified
from loopwright.openacc.findings import Finding, Fix
from loopwright.source.edits import Edit
from loopwright.source.text import Span

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer

FIX_ALL = "source.fixAll.loopwright"


async def fixes(ls: LoopwrightServer, snapshot: Snapshot, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Fixes of the findings that the range touches."""
    kinds = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
    settings = ls.configuration.of(snapshot.uri)
    start, end = (to_offset(snapshot.source, p, ls.documents.encoding) for p in (params.range.start, params.range.end))
    around = None if asked(FIX_ALL, kinds) else Span(start, max(start, end))
    found = await ls.workers.run(lambda token: ls.findings.of(snapshot, settings, around=around))
    if not ls.documents.is_current(snapshot):
        raise content_modified()
    actions = []
    if not kinds or asked("quickfix", kinds):
        for finding in found:
            if finding.span.start <= end and start <= finding.span.end:
                actions += [_quick_fix(ls, snapshot, finding, fix) for fix in finding.fixes]
    if asked(FIX_ALL, kinds):
        edits = safe_edits(found)
        if edits:
            actions.append(
                types.CodeAction(
                    "Fix all OpenACC findings that have a safe fix", FIX_ALL, edit=workspace_edit(ls, snapshot, edits)
                )
            )
    return actions


def asked(kind: str, only: list[str]) -> bool:
    """Whether a filter of kinds asks for ``kind``: each is a prefix."""
    return any(kind == want or kind.startswith(want + ".") or want == "" for want in only)


def _quick_fix(ls: LoopwrightServer, snapshot: Snapshot, finding: Finding, fix: Fix) -> types.CodeAction:
    return types.CodeAction(
        fix.title,
        types.CodeActionKind.QuickFix,
        diagnostics=[to_diagnostic(snapshot, finding, ls.documents.encoding)],
        is_preferred=True if finding.fixes[0] is fix else None,
        edit=workspace_edit(ls, snapshot, list(fix.edits)),
    )


def workspace_edit(ls: LoopwrightServer, snapshot: Snapshot, edits: list[Edit]) -> types.WorkspaceEdit:
    """Edits of one document, with its version where the client takes that."""
    workspace = ls.client_capabilities.workspace
    versioned = bool(workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes)
    return to_workspace_edit(snapshot.uri, snapshot.version, snapshot.source, edits, ls.documents.encoding, versioned)
