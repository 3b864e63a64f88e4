"""The language server: its state and the table of methods. Each handler is a few lines; features do the work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from loopwright import __version__
from loopwright.lsp.configuration import Configuration
from loopwright.lsp.documents import Documents, Snapshot, UnusedWorkspace
from loopwright.lsp.engine import Engine
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
from loopwright.lsp.findings import Findings
from loopwright.lsp.first_looks import FirstLooks
from loopwright.lsp.jobs import Jobs
from loopwright.lsp.parent import watch
from loopwright.lsp.protocol import Protocol
from loopwright.lsp.settings import Settings
from loopwright.lsp.work import Progress, Workers
from loopwright.source.includes import HEADERS
from loopwright.toolchain.database import complaints
from loopwright.toolchain.environment import set_workspaces

log = logging.getLogger(__name__)
_SETTINGS_DELAY = 0.05
# What the user asked for by name and did not get is shown; what is merely absent stands in the status item.
_SOURCES = (".c", ".cc", ".cpp", ".cxx")
_WATCHED = (f"**/*{{{','.join(HEADERS)}}}", f"**/*{{{','.join(_SOURCES)}}}", "**/compile_commands.json")
_SHOWN_NOTES = ("The model ", "There is no model", "No compiler that")


@dataclass(frozen=True)
class Place:
    """Parameters of `loopwright/suggest`: a file and a 1-based line."""

    uri: str
    line: int


@dataclass(frozen=True)
class Trust:
    """Parameters of `loopwright/trust`."""

    trusted: bool


class LoopwrightServer(LanguageServer):
    """State of one session."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__("loopwright", __version__, protocol_cls=Protocol, max_workers=2)
        self.documents = Documents()
        self.engine = Engine(self._model_failed)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.workers = Workers()
        self.patient_workers = Workers()  # wait for the model: they must not keep an analysis from its thread
        self.configuration = Configuration(self, lambda: _refresh(self))
        self.pulls_diagnostics = False
        self.jobs = Jobs(self)
        self.findings = Findings()
        self.first_looks = FirstLooks()
        self.compiler_checks: dict[str, asyncio.Task[Any]] = {}
        self.translations = translations.Known()
        self.progress_cancellers: dict[types.ProgressToken, Progress] = {}
        self.card = card.Card()
        self.notes: tuple[str, ...] = ()  # what the status says is missing
        self.told: tuple[str, ...] = ()  # and of compile databases that cannot be used

    def close(self) -> None:
        """End what is going on; safe to call again."""
        self.workers.close()
        self.patient_workers.close()
        self.engine.close()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log only: telling the client about a failed write fails too, without end (pygls 2.1)."""
        log.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)

    @property
    def trusted(self) -> bool:
        """Whether the client has said that the user trusts what is open. Nothing is started before."""
        return self.configuration.trusted

    def _model_failed(self, sentence: str) -> None:
        """One sentence in the editor; called on the model's thread."""
        if self.loop is not None:
            message = types.ShowMessageParams(types.MessageType.Warning, sentence)
            self.loop.call_soon_threadsafe(self.window_show_message, message)

    def status(self, **fields: Any) -> None:
        """Tell the extension what to show in its status item; other clients ignore it."""
        self.protocol.notify("loopwright/status", fields)

    def tell_complaints(self) -> None:
        """Renew the status if a compile database was met that cannot be used."""
        if complaints() != self.told:
            self.told = complaints()
            self.status(busy=False, notes=[*self.notes, *self.told])


def make_server() -> LoopwrightServer:
    """A server with all methods registered."""
    server = LoopwrightServer()
    server.protocol.on_lost = lambda method, params: _lost(server, method, params)
    server.protocol.parameters = {"loopwright/suggest": Place, "loopwright/trust": Trust}

    @server.feature(types.INITIALIZE)
    def initialize(ls: LoopwrightServer, params: types.InitializeParams) -> None:
        old = ls.protocol.workspace
        ls.protocol._workspace = UnusedWorkspace(
            old.root_uri, types.TextDocumentSyncKind.Incremental, list(old.folders.values()), old.position_encoding
        )
        ls.documents.encoding = str(getattr(old.position_encoding, "value", old.position_encoding or "utf-16"))  # type: ignore[assignment]
        options = params.initialization_options if isinstance(params.initialization_options, dict) else {}
        ls.translations.preview_command = str(options.get("previewCommand") or "")
        ls.card = card.Card.of(options)
        ls.configuration.begin(options.get("settings"), options.get("trusted") is True)
        ls.engine.configure(ls.configuration.session, ls.trusted)
        _tell_folders(ls)
        text_document = params.capabilities.text_document
        ls.pulls_diagnostics = text_document is not None and text_document.diagnostic is not None
        if params.process_id is not None:
            ls.workers.start(watch(params.process_id, lambda: ls.protocol.end(1)))

    @server.feature(types.INITIALIZED)
    async def initialized(ls: LoopwrightServer, params: types.InitializedParams) -> None:
        ls.loop = asyncio.get_running_loop()
        ls.workers.start(_settle(ls, register=True))

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(ls: LoopwrightServer, params: types.DidChangeConfigurationParams) -> None:
        pushed = params.settings.get("loopwright") if isinstance(params.settings, dict) else None
        ls.workers.start(_settle(ls, pushed=pushed))

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def did_change_folders(ls: LoopwrightServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
        _tell_folders(ls)
        ls.workers.start(_renew(ls))

    @server.feature("loopwright/trust")
    async def trust(ls: LoopwrightServer, params: Trust) -> None:
        ls.configuration.trusted = params.trusted is True
        ls.workers.start(_trust_changed(ls))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(ls: LoopwrightServer, params: types.DidOpenTextDocumentParams) -> None:
        ls.configuration.opened(params.text_document.uri)
        snapshot = ls.documents.open(params.text_document)
        _changed(ls, snapshot)
        ls.workers.start(diagnostics.follow(ls, snapshot))
        opened = tuple(ls.documents.all())
        ls.workers.start(ls.workers.run(lambda token: ls.engine.open(snapshot, opened)))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(ls: LoopwrightServer, params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        _changed(ls, ls.documents.change(document.uri, document.version, list(params.content_changes)))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: LoopwrightServer, params: types.DidCloseTextDocumentParams) -> None:
        ls.documents.close(params.text_document.uri)
        ls.configuration.closed(params.text_document.uri)
        ls.first_looks.forget(params.text_document.uri)
        ls.jobs.drop(params.text_document.uri)
        check = ls.compiler_checks.pop(params.text_document.uri, None)
        if check is not None:
            check.cancel()
        diagnostics.clear(ls, params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(ls: LoopwrightServer, params: types.DidChangeWatchedFilesParams) -> None:
        if all(change.uri.endswith(_SOURCES) for change in params.changes):
            for snapshot in ls.documents.in_step():
                if snapshot.rests_on_others:
                    ls.workers.start(diagnostics.follow(ls, snapshot))
            return
        ls.workers.start(_renew(ls))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(ls: LoopwrightServer, params: types.DidSaveTextDocumentParams) -> None:
        if params.text_document.uri.endswith(HEADERS):
            ls.workers.start(_renew(ls))

    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(identifier="loopwright", inter_file_dependencies=True, workspace_diagnostics=False),
    )
    async def pull(ls: LoopwrightServer, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        return await diagnostics.pull(ls, params)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def show_hover(ls: LoopwrightServer, params: types.HoverParams) -> types.Hover | None:
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

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel_progress(ls: LoopwrightServer, params: types.WorkDoneProgressCancelParams) -> None:
        progress = ls.progress_cancellers.get(params.token)
        if progress is not None:
            progress.cancel()

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

    @server.feature(types.SHUTDOWN)
    def shutdown(ls: LoopwrightServer, params: Any) -> None:
        ls.close()

    return server


def _changed(ls: LoopwrightServer, snapshot: Snapshot | None) -> None:
    if snapshot is not None:
        ls.jobs.drop(snapshot.uri, snapshot.version)
    if snapshot is None:
        return
    if not ls.pulls_diagnostics:
        ls.workers.start(diagnostics.push(ls, snapshot))
    before = ls.compiler_checks.pop(snapshot.uri, None)
    if before is not None:
        before.cancel()
    ls.compiler_checks[snapshot.uri] = ls.workers.start(diagnostics.look_closer(ls, snapshot))


def _lost(ls: LoopwrightServer, method: str, params: Any) -> None:
    """A notification could not be followed. A document of which an edit is missing is not what the editor shows: nothing is
    said of it, but that."""
    if method != types.TEXT_DOCUMENT_DID_CHANGE:
        return
    document = params.get("textDocument") if isinstance(params, dict) else None
    uri = document.get("uri") if isinstance(document, dict) else None
    for snapshot in ls.documents.lose(uri if isinstance(uri, str) else None):
        ls.jobs.drop(snapshot.uri)
        check = ls.compiler_checks.pop(snapshot.uri, None)
        if check is not None:
            check.cancel()
        diagnostics.clear(ls, snapshot.uri)
        sentence = f"Loopwright could not read an edit of {snapshot.path.name}. Close the file and open it again."
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, sentence))


async def _settle(ls: LoopwrightServer, register: bool = False, pushed: Any = None) -> None:
    """Ask for the settings, apply them, load what they name."""
    workspace = ls.client_capabilities.workspace
    if register and (registrations := _registrations(workspace)):
        await _asked(ls.client_register_capability_async(types.RegistrationParams(registrations)))
    uris = [snapshot.uri for snapshot in ls.documents.all()]
    before = _shown(ls)
    for complaint in await ls.configuration.renew(uris, pushed):
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, complaint))
    await asyncio.sleep(_SETTINGS_DELAY)  # let the first requests through before the model is read from disk
    ls.engine.configure(ls.configuration.session, ls.trusted)
    status = await ls.workers.run(lambda token: ls.engine.prepare())
    ignored = ls.configuration.ignored()
    notes = [*status.notes, *([f"Not used without trust: {', '.join(ignored)}."] if ignored else [])]
    for note in notes:
        log.warning("%s", note)
        if note.startswith(_SHOWN_NOTES):
            ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, note))
    ls.notes = tuple(notes)
    ls.told = complaints()
    ls.status(busy=False, model=status.model, compiler=status.compiler, notes=[*ls.notes, *ls.told])
    # VS Code drops an open quick-fix list when diagnostics are refreshed.
    if any(known != before.get(uri, known) for uri, known in _shown(ls).items()):
        await _refresh(ls)


async def _trust_changed(ls: LoopwrightServer) -> None:
    await _settle(ls)
    for snapshot in ls.documents.in_step():  # the compiler may be asked now
        _changed(ls, snapshot)


def _shown(ls: LoopwrightServer) -> dict[str, Settings]:
    """The settings on which the diagnostics of the open files depend."""
    plain = Settings()
    return {s.uri: plain.of_resource(ls.configuration.of(s.uri)) for s in ls.documents.all()}


def _tell_folders(ls: LoopwrightServer) -> None:
    """Nothing above the folders that are open is looked at."""
    workspace = ls.protocol.workspace
    uris = [*workspace.folders, *([workspace.root_uri] if workspace.root_uri else [])]
    set_workspaces(Path(path) for path in map(to_fs_path, uris) if path)


def _registrations(workspace: types.WorkspaceClientCapabilities | None) -> list[types.Registration]:
    """What the client is to tell by itself, as far as it takes such wishes."""
    found = []
    settings = workspace.did_change_configuration if workspace else None
    if settings and settings.dynamic_registration:
        options = types.DidChangeConfigurationRegistrationOptions(section="loopwright")
        found.append(types.Registration("loopwright-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, options))
    files = workspace.did_change_watched_files if workspace else None
    if files and files.dynamic_registration:
        watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in _WATCHED]
        watched = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        found.append(types.Registration("loopwright-headers", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watched))
    return found


async def _renew(ls: LoopwrightServer) -> None:
    """A header or the compile database has changed: what is open may mean something else."""
    ls.documents.renew()
    for snapshot in ls.documents.in_step():
        ls.workers.start(diagnostics.follow(ls, snapshot))
    await _refresh(ls)


async def _refresh(ls: LoopwrightServer) -> None:
    """Have all diagnostics asked for again."""
    workspace = ls.client_capabilities.workspace
    if ls.pulls_diagnostics and workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
        await _asked(ls.workspace_diagnostic_refresh_async(None))
    else:
        for snapshot in ls.documents.in_step():
            _changed(ls, snapshot)


async def _asked(request: Coroutine[Any, Any, Any]) -> Any:
    """The client's answer, ``None`` where it refuses. A cancelled task must not lose the reply: pygls would fail on it."""
    try:
        return await asyncio.shield(request)
    except JsonRpcException as error:
        log.info("the client refused a request: %s", error)
        return None
