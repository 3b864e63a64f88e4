"""The table of methods. Each handler is a few lines; features do the work."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from loopwright.lsp import renewal
from loopwright.lsp.client import CardCommands
from loopwright.lsp.documents import UnusedWorkspace
from loopwright.lsp.features import (
    card,
    code_actions,
    commands,
    diagnostics,
    fixes,
    hover,
    language,
    offload,
    porting,
    translations,
)
from loopwright.lsp.language_server import LoopwrightServer
from loopwright.lsp.parent import watch
from loopwright.source.includes import HEADERS

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Place:
    """Parameters of `loopwright/suggest`: a file and a 1-based line."""

    uri: str
    line: int


@dataclass(frozen=True)
class Trust:
    """Parameters of `loopwright/trust`."""

    trusted: bool


def make_server() -> LoopwrightServer:
    """A server with all methods registered."""
    server = LoopwrightServer(renewal.refresh)
    server.protocol.on_lost = lambda method, params: renewal.lost(server, method, params)
    server.protocol.parameters = {"loopwright/suggest": Place, "loopwright/trust": Trust}
    for register in (_session, _documents, _questions, _commands):
        register(server)
    return server


def _session(server: LoopwrightServer) -> None:
    """Beginning, end, settings, trust and folders."""

    @server.feature(types.INITIALIZE)
    def initialize(ls: LoopwrightServer, params: types.InitializeParams) -> None:
        old = ls.protocol.workspace
        ls.protocol._workspace = UnusedWorkspace(
            old.root_uri, types.TextDocumentSyncKind.Incremental, list(old.folders.values()), old.position_encoding
        )
        ls.documents.encoding = str(getattr(old.position_encoding, "value", old.position_encoding or "utf-16"))  # type: ignore[assignment]
        options = params.initialization_options if isinstance(params.initialization_options, dict) else {}
        ls.translations.preview_command = str(options.get("previewCommand") or "")
        ls.card = CardCommands.of(options)
        ls.configuration.begin(options.get("settings"), options.get("trusted") is True)
        ls.engine.configure(ls.configuration.session, ls.trusted)
        renewal.tell_folders(ls)
        text_document = params.capabilities.text_document
        ls.pulls_diagnostics = text_document is not None and text_document.diagnostic is not None
        if params.process_id is not None:
            ls.workers.start(watch(params.process_id, lambda: ls.protocol.end(1)))

    @server.feature(types.INITIALIZED)
    async def initialized(ls: LoopwrightServer, params: types.InitializedParams) -> None:
        ls.loop = asyncio.get_running_loop()
        ls.workers.start(renewal.settle(ls, register=True))

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(ls: LoopwrightServer, params: types.DidChangeConfigurationParams) -> None:
        pushed = params.settings.get("loopwright") if isinstance(params.settings, dict) else None
        ls.workers.start(renewal.settle(ls, pushed=pushed))

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def did_change_folders(ls: LoopwrightServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
        renewal.tell_folders(ls)
        ls.workers.start(renewal.renew(ls))

    @server.feature("loopwright/trust")
    async def trust(ls: LoopwrightServer, params: Trust) -> None:
        ls.configuration.trusted = params.trusted is True
        if not ls.trusted:
            # At once, whatever the client still has to say of its settings: what comes next may run code.
            ls.engine.configure(ls.configuration.session, False)
        ls.workers.start(renewal.trust_changed(ls))

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel_progress(ls: LoopwrightServer, params: types.WorkDoneProgressCancelParams) -> None:
        progress = ls.progress_cancellers.get(params.token)
        if progress is not None:
            progress.cancel()

    @server.feature(types.SHUTDOWN)
    def shutdown(ls: LoopwrightServer, params: Any) -> None:
        ls.close()


def _documents(server: LoopwrightServer) -> None:
    """What happens to files."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(ls: LoopwrightServer, params: types.DidOpenTextDocumentParams) -> None:
        ls.configuration.opened(params.text_document.uri)
        snapshot = ls.documents.open(params.text_document)
        renewal.changed(ls, snapshot)
        ls.workers.start(diagnostics.follow(ls, snapshot))
        opened = tuple(ls.documents.all())
        ls.workers.start(ls.workers.run(lambda token: ls.engine.open(snapshot, opened)))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(ls: LoopwrightServer, params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                _looks_at(ls, document.uri, change.range.start.line)
        snapshot = ls.documents.change(document.uri, document.version, list(params.content_changes))
        renewal.changed(ls, snapshot)
        if snapshot is not None:
            ls.workers.start(renewal.carried_on(ls, snapshot))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: LoopwrightServer, params: types.DidCloseTextDocumentParams) -> None:
        document = ls.documents.close(params.text_document.uri)
        if document is not None:
            ls.workers.start(renewal.closed(ls, document))
        ls.configuration.closed(params.text_document.uri)
        ls.helpers.end(params.text_document.uri)
        ls.first_looks.forget(params.text_document.uri)
        ls.debounce.forget(params.text_document.uri)
        ls.shown_hints.forget(params.text_document.uri)
        ls.jobs.drop(params.text_document.uri)
        check = ls.compiler_checks.pop(params.text_document.uri, None)
        if check is not None:
            check.cancel()
        diagnostics.clear(ls, params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(ls: LoopwrightServer, params: types.DidChangeWatchedFilesParams) -> None:
        if all(change.uri.endswith(renewal.SOURCES) for change in params.changes):
            for snapshot in ls.documents.in_step():
                if snapshot.rests_on_others:
                    ls.workers.start(diagnostics.follow(ls, snapshot))
            return
        ls.workers.start(renewal.renew(ls))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(ls: LoopwrightServer, params: types.DidSaveTextDocumentParams) -> None:
        if params.text_document.uri.endswith(HEADERS):
            ls.workers.start(renewal.renew(ls))


def _looks_at(ls: LoopwrightServer, uri: str, line: int) -> None:
    if ls.documents.get(uri) is not None:
        ls.first_looks.is_at(uri, line)


def _questions(server: LoopwrightServer) -> None:
    """What a client asks about a place."""

    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(identifier="loopwright", inter_file_dependencies=True, workspace_diagnostics=False),
    )
    async def pull(ls: LoopwrightServer, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        return await diagnostics.pull(ls, params)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def show_hover(ls: LoopwrightServer, params: types.HoverParams) -> types.Hover | None:
        _looks_at(ls, params.text_document.uri, params.position.line)
        return await hover.hover(ls, params)

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(
            code_action_kinds=[types.CodeActionKind.QuickFix, code_actions.REWRITE, fixes.FIX_ALL],
            resolve_provider=True,
        ),
    )
    async def actions(
        ls: LoopwrightServer, params: types.CodeActionParams
    ) -> list[types.CodeAction] | list[types.Command]:
        snapshot = ls.documents.get(
            params.text_document.uri
        )  # before anything is awaited: the range is about this version
        if snapshot is None:
            return []
        _looks_at(ls, snapshot.uri, params.range.start.line)
        found = [*await fixes.fixes(ls, snapshot, params), *await code_actions.offer(ls, snapshot, params)]
        return found if commands.takes_actions(ls) else commands.for_actions(found)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", "(", ",", ":"]))
    async def complete(ls: LoopwrightServer, params: types.CompletionParams) -> types.CompletionList | None:
        return await language.completion(ls, params)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensLegend(language.TOKEN_TYPES, []))
    async def tokens(ls: LoopwrightServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
        return await language.semantic_tokens(ls, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding(ls: LoopwrightServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return await language.folding(ls, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolOptions(label="OpenACC"))
    async def symbols(ls: LoopwrightServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return await language.symbols(ls, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    async def lenses(ls: LoopwrightServer, params: types.CodeLensParams) -> list[types.CodeLens]:
        return await translations.lenses(ls, params.text_document.uri)

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(ls: LoopwrightServer, params: types.CodeAction) -> types.CodeAction:
        return code_actions.resolve(ls, params)


def _commands(server: LoopwrightServer) -> None:
    """What people start by name, in every editor; the extension's request among them."""

    @server.feature("loopwright/suggest")
    async def suggest_request(ls: LoopwrightServer, params: Place) -> Any:
        return await commands.suggest(ls, params.uri, params.line)

    @server.command("loopwright.server.suggest")
    async def suggest_command(ls: LoopwrightServer, uri: str, line: int) -> Any:
        return await commands.suggest(ls, uri, line)

    @server.command("loopwright.server.edit")
    async def edit_command(ls: LoopwrightServer, edit: types.WorkspaceEdit) -> bool:
        return await commands.edit(ls, edit)

    @server.command("loopwright.server.others")
    async def others_command(ls: LoopwrightServer, uri: str, line: int) -> str:
        return await card.others(ls, uri, line)

    @server.command("loopwright.server.apply")
    async def apply_command(ls: LoopwrightServer, uri: str, line: int, directive: str) -> str:
        return await card.apply(ls, uri, line, directive)

    @server.command("loopwright.server.why")
    async def why_command(ls: LoopwrightServer, uri: str, line: int) -> str:
        return await card.why(ls, uri, line)

    @server.command("loopwright.server.loops")
    async def loops_command(ls: LoopwrightServer, folder: str | None = None) -> Any:
        return await porting.loops(ls, folder)

    @server.command("loopwright.server.plan")
    async def plan_command(ls: LoopwrightServer, uri: str, line: int | None = None) -> Any:
        return await offload.plan(ls, uri, line)

    @server.command("loopwright.server.offload")
    async def offload_command(ls: LoopwrightServer, uri: str, line: int | None = None) -> str:
        return await offload.apply(ls, uri, line)

    @server.command("loopwright.server.analyze")
    async def analyze_command(ls: LoopwrightServer, uri: str) -> Any:
        return await commands.analyze(ls, uri)

    @server.command("loopwright.server.test")
    async def test_command(ls: LoopwrightServer, uri: str, line: int) -> str:
        return await commands.test(ls, uri, line)

    @server.command("loopwright.server.kernel")
    async def kernel_command(ls: LoopwrightServer, uri: str, line: int) -> str | None:
        return await translations.kernel_at(ls, uri, line)

    @server.command("loopwright.server.translate")
    async def translate_command(ls: LoopwrightServer, uri: str, kernel: str | None = None) -> Any:
        return await translations.translate(ls, uri, kernel)

    @server.command("loopwright.server.verify")
    async def verify_command(ls: LoopwrightServer, uri: str, kernel: str | None = None) -> str:
        return await translations.verify(ls, uri, kernel)

    @server.command("loopwright.server.benchmark")
    async def benchmark_command(ls: LoopwrightServer, uri: str, kernel: str) -> str:
        return await translations.benchmark(ls, uri, kernel)

    @server.command("loopwright.server.doctor")
    async def doctor_command(ls: LoopwrightServer) -> str:
        return await commands.doctor(ls)
