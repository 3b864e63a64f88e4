"""What the extension and other editors ask by `workspace/executeCommand`: the command line's JSON, for open files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from loopwright.cancellation import CancelToken
from loopwright.lsp.features.card import NO_LOOP
from loopwright.lsp.features.code_actions import work_out
from loopwright.lsp.jobs import asking, open_file
from loopwright.lsp.work import Progress
from loopwright.suggest.documents import analysis_document, suggestion_document
from loopwright.suggest.other_header import loop_on

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer
    from loopwright.suggest.evidence import Suggestion


async def suggest(ls: LoopwrightServer, uri: str, line: int) -> Any:
    """The `suggest` document for the loop at a 1-based line; ``None`` where there is no loop."""
    snapshot = open_file(ls, uri)
    loop = loop_on(snapshot.outline, line - 1)
    if loop is None:
        return None
    suggestion = await work_out(ls, snapshot, loop, None)
    return suggestion_document(snapshot.outline, str(snapshot.path), [suggestion], 0.0)


async def test(ls: LoopwrightServer, uri: str, line: int) -> str:
    """Run the function around the loop at a 1-based line on generated inputs; the outcome in one sentence."""
    snapshot = open_file(ls, uri)
    loop = loop_on(snapshot.outline, line - 1)
    if loop is None:
        return NO_LOOP
    token, asked = CancelToken(), asking(ls, snapshot, loop)
    async with Progress(ls, "Loopwright: running on generated inputs", token, None) as progress:
        try:
            suggestion = await progress.unless_stopped(
                ls.patient_workers.run(lambda inner: ls.engine.try_out(asked, inner, progress.report), token)
            )
        except PermissionError as error:
            return str(error)
    return _outcome(suggestion) if suggestion is not None else "Stopped."


def _outcome(suggestion: Suggestion) -> str:
    tested = next((c.tested for c in suggestion.candidates if c.tested is not None), None)
    if tested is not None:
        return (
            f"Tested: {suggestion.candidates[0].pragma} agreed on {tested.inputs} generated inputs{tested.condition}."
        )
    if suggestion.notes:
        return suggestion.notes[-1]
    return f"Dependence {suggestion.verdict.verdict}: {suggestion.verdict.reason}."


async def analyze(ls: LoopwrightServer, uri: str) -> Any:
    """The `analyze` document of an open file."""
    snapshot = open_file(ls, uri)
    return await ls.workers.run(lambda token: analysis_document(snapshot.outline, str(snapshot.path)))


def takes_actions(ls: LoopwrightServer) -> bool:
    """Whether the client knows code actions; one that does not is given commands."""
    text_document = ls.client_capabilities.text_document
    support = text_document.code_action if text_document else None
    return support is not None and support.code_action_literal_support is not None


def for_actions(actions: Iterable[types.CodeAction]) -> list[types.Command]:
    """The same as commands: an edit is made by the server."""
    return [
        types.Command(action.title, action.command.command, arguments=action.command.arguments)
        if action.command is not None
        else types.Command(action.title, "loopwright.server.edit", arguments=[action.edit])
        for action in actions
    ]


async def edit(ls: LoopwrightServer, edit: types.WorkspaceEdit) -> bool:
    """Have the client make an edit of ours; one of a text that has changed is refused by its version."""
    done = await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit))
    return done.applied


async def doctor(ls: LoopwrightServer) -> str:
    """The text of `loopwright doctor` for this server."""
    from loopwright.suggest.doctor import report_text

    settings, trusted = ls.configuration.session, ls.trusted
    return await ls.workers.run(
        lambda token: report_text(settings.compiler_path or None, settings.model_name or None, trusted)
    )
