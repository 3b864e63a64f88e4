"""When settings, trust, folders or files change: what is read anew, and what the client is told to ask for again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.uris import to_fs_path

from loopwright.lsp.documents import Snapshot
from loopwright.lsp.features import diagnostics
from loopwright.lsp.language_server import LoopwrightServer
from loopwright.lsp.settings import Settings
from loopwright.source.includes import HEADERS
from loopwright.toolchain.environment import set_workspaces

log = logging.getLogger(__name__)
_SETTINGS_DELAY = 0.05
# Seconds. Whoever types in a header looks at the header: what includes it follows when the typing pauses.
_HEADER_RESTS = 0.4
# What the user asked for by name and did not get is shown; what is merely absent stands in the status item.
_SHOWN_NOTES = (
    "The model ",
    "There is no model",
    "There is no adapter",
    "The adapter ",
    "loopwright.model.",
    "No compiler that",
)
SOURCES = (".c", ".cc", ".cpp", ".cxx")
_WATCHED = (f"**/*{{{','.join(HEADERS)}}}", f"**/*{{{','.join(SOURCES)}}}", "**/compile_commands.json")


def changed(ls: LoopwrightServer, snapshot: Snapshot | None) -> None:
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


def lost(ls: LoopwrightServer, method: str, params: Any) -> None:
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


async def settle(ls: LoopwrightServer, register: bool = False, pushed: Any = None) -> None:
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
    await ls.tell_status()
    for note in ls.notes:
        log.warning("%s", note)
        if note.startswith(_SHOWN_NOTES):
            ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, note))
    # VS Code drops an open quick-fix list when diagnostics are refreshed.
    if any(known != before.get(uri, known) for uri, known in _shown(ls).items()):
        await refresh(ls)


async def trust_changed(ls: LoopwrightServer) -> None:
    await settle(ls)
    for snapshot in ls.documents.in_step():  # the compiler may be asked now
        changed(ls, snapshot)


def _shown(ls: LoopwrightServer) -> dict[str, Settings]:
    """The settings on which the diagnostics of the open files depend."""
    plain = Settings()
    return {s.uri: plain.of_resource(ls.configuration.of(s.uri)) for s in ls.documents.all()}


def tell_folders(ls: LoopwrightServer) -> None:
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


async def renew(ls: LoopwrightServer, which: list[Snapshot] | None = None) -> None:
    """A header or the compile database has changed: what is open, or those files of it, may mean something else."""
    for snapshot in ls.documents.renew(which):
        ls.workers.start(diagnostics.follow(ls, snapshot))
    await refresh(ls)


async def carried_on(ls: LoopwrightServer, edited: Snapshot) -> None:
    """A file was edited and is not saved: the open files that include it are read again when it rests."""
    if len(ls.documents.in_step()) < 2:
        return
    await asyncio.sleep(_HEADER_RESTS)
    if ls.documents.is_current(edited):
        await _read_again(ls, edited)


async def closed(ls: LoopwrightServer, document: Snapshot) -> None:
    """A file was closed: where its text was not saved, that on disk counts from now on."""
    if ls.documents.in_step() and not await ls.workers.run(lambda token: document.is_on_disk()):
        await _read_again(ls, document)


async def _read_again(ls: LoopwrightServer, included: Snapshot) -> None:
    others = [each for each in ls.documents.in_step() if each.uri != included.uri]
    including = await ls.workers.run(lambda token: [each for each in others if each.includes(included)])
    if including:
        await renew(ls, including)


async def refresh(ls: LoopwrightServer) -> None:
    """Have all diagnostics asked for again."""
    workspace = ls.client_capabilities.workspace
    if ls.pulls_diagnostics and workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
        await _asked(ls.workspace_diagnostic_refresh_async(None))
    else:
        for snapshot in ls.documents.in_step():
            changed(ls, snapshot)


async def _asked(request: Coroutine[Any, Any, Any]) -> Any:
    """The client's answer, ``None`` where it refuses. A cancelled task must not lose the reply: pygls would fail on it."""
    try:
        return await asyncio.shield(request)
    except JsonRpcException as error:
        log.info("the client refused a request: %s", error)
        return None
