"""Quick-fixes of findings, and all the safe ones at once (`source.fixAll.loopwright`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from loopwright.lsp.convert import to_offset, to_workspace_edit
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.features.diagnostics import to_diagnostic
from loopwright.openacc.findings import Finding, Fix
from loopwright.source.edits import Edit

if TYPE_CHECKING:
    from loopwright.lsp.server import LoopwrightServer

FIX_ALL = "source.fixAll.loopwright"


async def fixes(ls: LoopwrightServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Fixes of the findings that the range touches."""
    snapshot = ls.documents.get(params.text_document.uri)
    if snapshot is None:
        return []
    kinds = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
    found = await ls.workers.run(lambda token: ls.findings.of(snapshot, ls.settings))
    actions = []
    if not kinds or _asked("quickfix", kinds):
        start, end = (
            to_offset(snapshot.source, p, ls.documents.encoding) for p in (params.range.start, params.range.end)
        )
        for finding in found:
            if finding.span.start <= end and start <= finding.span.end:
                actions += [_quick_fix(ls, snapshot, finding, fix) for fix in finding.fixes]
    if _asked(FIX_ALL, kinds):
        edits = safe_edits(found)
        if edits:
            actions.append(
                types.CodeAction(
                    "Fix all OpenACC findings that have a safe fix", FIX_ALL, edit=_edit(ls, snapshot, edits)
                )
            )
    return actions


def safe_edits(found: tuple[Finding, ...]) -> list[Edit]:
    """The first safe fix of each finding; of fixes that overlap the first."""
    edits: list[Edit] = []
    for finding in found:
        fix = next((fix for fix in finding.fixes if fix.safe), None)
        if fix is not None and all(_apart(edit, other) for edit in fix.edits for other in edits):
            edits += fix.edits
    return edits


def _apart(a: Edit, b: Edit) -> bool:
    return a.span.end <= b.span.start or b.span.end <= a.span.start


def _asked(kind: str, only: list[str]) -> bool:
    return any(kind == want or kind.startswith(want + ".") or want == "" for want in only)


def _quick_fix(ls: LoopwrightServer, snapshot: Snapshot, finding: Finding, fix: Fix) -> types.CodeAction:
    return types.CodeAction(
        fix.title,
        types.CodeActionKind.QuickFix,
        diagnostics=[to_diagnostic(snapshot, finding, ls.documents.encoding)],
        is_preferred=True if finding.fixes[0] is fix else None,
        edit=_edit(ls, snapshot, list(fix.edits)),
    )


def _edit(ls: LoopwrightServer, snapshot: Snapshot, edits: list[Edit]) -> types.WorkspaceEdit:
    workspace = ls.client_capabilities.workspace
    versioned = bool(workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes)
    return to_workspace_edit(snapshot.uri, snapshot.version, snapshot.source, edits, ls.documents.encoding, versioned)
