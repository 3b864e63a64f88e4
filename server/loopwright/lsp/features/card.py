"""What the card of a loop leads to: its other directives, why, and taking one; the same in every editor.

Our extension names commands of its own for them (initialization options). Any other client calls the server's, which show what
they have by the protocol's own means: a question with one answer for each directive, a message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from loopwright.lsp.client import CardCommands
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.features.code_actions import work_out
from loopwright.lsp.features.fixes import workspace_edit
from loopwright.lsp.features.hover import describe
from loopwright.lsp.jobs import content_modified, open_file
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Loop
from loopwright.suggest.evidence import Candidate
from loopwright.suggest.other_header import loop_on
from loopwright.suggest.programs.changes import markdown_difference
from loopwright.suggest.titles import list_title

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer

NO_LOOP = "There is no loop at this line."


async def others(ls: LoopwrightServer, uri: str, line: int) -> str:
    """Ask which of a loop's directives is wanted, and insert it; what was done, in a sentence."""
    snapshot = open_file(ls, uri)
    loop = _loop_at(snapshot, line)
    if loop is None:
        return NO_LOOP
    offered = [c for c in (await work_out(ls, snapshot, loop, None)).candidates if c.acceptance.status != "rejected"]
    if not offered:
        return "There is no directive for this loop."
    titles = {list_title(candidate): candidate for candidate in offered}
    question = types.ShowMessageRequestParams(
        types.MessageType.Info, "Which directive?", [types.MessageActionItem(title) for title in titles]
    )
    chosen = await ls.window_show_message_request_async(question)
    if chosen is None:
        return "Nothing was chosen."
    return await _insert(ls, snapshot, titles[chosen.title])


async def apply(ls: LoopwrightServer, uri: str, line: int, directive: str) -> str:
    """Insert a directive that was offered for a loop; what was done, in a sentence."""
    snapshot = open_file(ls, uri)
    loop = _loop_at(snapshot, line)
    if loop is None:
        return NO_LOOP
    suggestion = await work_out(ls, snapshot, loop, None)
    chosen = next((c for c in suggestion.candidates if c.directive == directive), None)
    if chosen is None or chosen.acceptance.status == "rejected":
        return f"`{directive}` is not offered for this loop."
    return await _insert(ls, snapshot, chosen)


async def _insert(ls: LoopwrightServer, snapshot: Snapshot, candidate: Candidate) -> str:
    if not ls.documents.is_current(snapshot):
        raise content_modified()
    edit = workspace_edit(ls, snapshot, list(candidate.edits))
    done = await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, f"Insert {candidate.line}"))
    return f"Inserted {candidate.line}" if done.applied else f"The editor did not take it: {done.failure_reason or ''}"


async def why(ls: LoopwrightServer, uri: str, line: int) -> str:
    """All that is known of a loop, and what taking its first directive changes, as Markdown; where the client
    has no command of its own the first of both is shown too."""
    snapshot = open_file(ls, uri)
    loop = _loop_at(snapshot, line)
    if loop is None:
        return NO_LOOP
    suggestion = await work_out(ls, snapshot, loop, None)
    shows = ls.card.why == CardCommands.why
    text = await ls.workers.run(lambda token: describe(snapshot, loop, suggestion, not shows, ls.engine.device()))
    if shows:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))
    first = next((c for c in suggestion.candidates if c.acceptance.status != "rejected"), None)
    return text if first is None else f"{text}\n\n{_changes(snapshot, first)}"


def _changes(snapshot: Snapshot, candidate: Candidate) -> str:
    """The edits of a candidate, as a difference in Markdown."""
    after = apply_edits(snapshot.source.data, candidate.edits)
    return "\n".join(["The first directive changes:", "", *markdown_difference(snapshot.source.data, after, 2)])


def _loop_at(snapshot: Snapshot, line: int) -> Loop | None:
    return loop_on(snapshot.outline, line - 1)
