"""A session with the server, and what a test does in it: open, change, ask."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import pytest
from lsprotocol import types
from preloaded import COMMAND
from pytest_lsp import LanguageClient, client_capabilities

__all__ = ["SERVER", "Editor", "all_published", "capabilities", "session", "settled", "with_model", "without_model"]

SERVER = [*COMMAND, "lsp"]
# For tests of what the analysis says: the model is half of what a session costs. A mark of a test goes before that of its file.
without_model = pytest.mark.settings(lambda folder: {"model": {"enable": False}})
with_model = pytest.mark.settings(lambda folder: {})
T = TypeVar("T")


def all_published(client: LanguageClient) -> dict[str, list[list[types.Diagnostic]]]:
    """By document, all that the server publishes from now on: two reports may arrive before a test that waits for the first goes on."""
    found = defaultdict[str, list[list[types.Diagnostic]]](list)
    client.protocol.fm._features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: types.PublishDiagnosticsParams) -> None:
        client.diagnostics[params.uri] = list(params.diagnostics)
        found[params.uri].append(list(params.diagnostics))

    return found


async def settled(ask: Callable[[], Awaitable[T]], is_so: Callable[[T], bool]) -> T:
    """The answer as soon as it is so, however long a busy machine takes: what never becomes so is ended as a test that hangs."""
    while not is_so(answer := await ask()):
        await asyncio.sleep(0.05)
    return answer


class Editor:
    """A session with the server, and what a test does in it: open, change, ask."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client, self.folder = client, folder

    def open(self, name: str, text: str, language: str = "c") -> str:
        uri = (self.folder / name).as_uri()
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def insert(self, uri: str, version: int, line: int, column: int, text: str) -> None:
        at = types.Position(line, column)
        change = types.TextDocumentContentChangePartial(range=types.Range(at, at), text=text)
        document = types.VersionedTextDocumentIdentifier(uri=uri, version=version)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    @contextlib.asynccontextmanager
    async def written_at_once(self) -> AsyncIterator[None]:
        """What is sent meanwhile is written in one piece: the server has all of it before it has answered any, however slow we are."""
        protocol, pieces = self.client.protocol, list[bytes]()
        writer, protocol.writer = protocol.writer, SimpleNamespace(write=pieces.append)  # type: ignore[assignment]
        try:
            yield
        finally:
            protocol.writer = writer
        assert writer is not None
        written = writer.write(b"".join(pieces))
        if written is not None:
            await written

    async def actions(
        self,
        uri: str,
        line: int,
        trigger: types.CodeActionTriggerKind = types.CodeActionTriggerKind.Invoked,
        only: list[str] | None = None,
        diagnostics: list[types.Diagnostic] | None = None,
    ) -> list[types.CodeAction]:
        at = types.Position(line, 4)
        context = types.CodeActionContext(diagnostics=diagnostics or [], trigger_kind=trigger, only=only)
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(at, at), context)
        )
        return list(found or [])  # type: ignore[arg-type]

    async def directives(self, uri: str, line: int, **context: object) -> list[types.CodeAction]:
        """Every directive, as far as they are known: the card has one, the refactoring all."""
        return await self.actions(uri, line, only=["refactor.rewrite.openacc"], **context)  # type: ignore[arg-type]

    async def all_actions(
        self, uri: str, line: int, only: tuple[str, ...] = ("refactor.rewrite.openacc",)
    ) -> list[types.CodeAction]:
        """Every directive, when the model and the compiler have been heard."""
        await self.command("loopwright.server.suggest", uri, line + 1)
        return await self.actions(uri, line, only=list(only))

    async def command(self, name: str, *arguments: object) -> object:
        """The answer to a command of the server."""
        parameters = types.ExecuteCommandParams(name, list(arguments))  # type: ignore[arg-type]
        return await self.client.workspace_execute_command_async(parameters)

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        return await self.client.code_action_resolve_async(action)

    async def hover(self, uri: str, line: int, column: int = 4) -> str | None:
        found = await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, column))
        )
        return found.contents.value if found else None  # type: ignore[union-attr]

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        report = await self.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        )
        return list(report.items)  # type: ignore[union-attr]


@cache  # to read what is recorded costs as much as a session does
def capabilities(name: str) -> types.ClientCapabilities:
    """Recorded capabilities of VS Code or Neovim; `bare` is a client that can do nothing special."""
    if name == "bare":
        return types.ClientCapabilities()
    found = client_capabilities({"vscode": "visual-studio-code", "neovim": "neovim"}[name])
    if name == "vscode":  # recorded before VS Code pulled diagnostics
        assert found.text_document is not None
        assert found.workspace is not None
        found.text_document.diagnostic = types.DiagnosticClientCapabilities()
        found.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    return found


async def session(
    client: LanguageClient, name: str, folder: Path, settings: dict[str, object], trusted: bool = True
) -> AsyncIterator[None]:
    """Initialize with the capabilities of ``name``, and end the session in time."""
    for method in (types.CLIENT_REGISTER_CAPABILITY, types.WORKSPACE_CODE_LENS_REFRESH):
        client.feature(method)(lambda params: None)
    client.feature("loopwright/status")(lambda params: None)
    client.set_configuration({"loopwright": settings})
    await client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities(name),
            root_uri=folder.as_uri(),
            initialization_options={"trusted": trusted, "settings": settings},
        )
    )
    yield
    await asyncio.wait_for(client.shutdown_session(), 200)
