"""A client of the tests: it says what it is told to say about trust and settings, and asks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types
from preloaded import COMMAND
from pytest_lsp import LanguageClient, client_capabilities

SERVER = [*COMMAND, "lsp"]


class Wire:
    """A session. ``own`` are the settings of folders, ``notes`` what the status last said."""

    def __init__(self, client: LanguageClient, settings: dict[str, Any], own: dict[Path, dict[str, Any]]) -> None:
        self.client, self.settings, self.own = client, settings, own
        self.notes: list[str] = []
        self.statuses = 0
        self._versions: dict[str, int] = {}

    @classmethod
    async def begin(
        cls,
        client: LanguageClient,
        folders: Sequence[Path],
        options: Any,
        settings: dict[str, Any],
        own: dict[Path, dict[str, Any]] | None = None,
        asked: list[str | None] | None = None,
    ) -> Wire:
        """Initialize as an editor with all of VS Code's capabilities would."""
        wire = cls(client, settings, own or {})

        def configuration(*, section: str | None = None, scope_uri: str | None = None) -> Any:
            if asked is not None:
                asked.append(scope_uri)
            return wire._settings_of(scope_uri or "")

        def status(params: Any) -> None:
            wire.statuses += hasattr(params, "compiler")
            wire.notes = list(getattr(params, "notes", wire.notes))

        client.get_configuration = configuration  # type: ignore[method-assign]
        client.feature("loopwright/status")(status)
        for method in (types.CLIENT_REGISTER_CAPABILITY, types.WORKSPACE_CODE_LENS_REFRESH):
            client.feature(method)(lambda params: None)
        capabilities = client_capabilities("visual-studio-code")
        assert capabilities.text_document
        assert capabilities.workspace
        capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()
        capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
        await client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                root_uri=folders[0].as_uri(),
                workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders],
                initialization_options=options,
            )
        )
        return wire

    def open(self, path: Path, text: str, language: str = "c") -> str:
        uri = path.as_uri()
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language, 1, text))
        )
        return uri

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        report = await self.client.text_document_diagnostic_async(params)
        return list(getattr(report, "items", []))

    async def command(self, name: str, *arguments: Any) -> Any:
        params = types.ExecuteCommandParams(name, list(arguments))
        return await self.client.workspace_execute_command_async(params)

    async def settled(self) -> None:
        """Wait until the server has said which compiler it uses."""
        while not self.statuses:
            await asyncio.sleep(0.05)

    def _settings_of(self, uri: str) -> Any:
        folder = next((folder for folder in self.own if uri.startswith(folder.as_uri())), None)
        return self.own[folder] if folder is not None else self.settings
