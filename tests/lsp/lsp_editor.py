"""What a test does with a server: open, change, ask."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient


class Editor:
    """What a test does with a server: open, change, ask."""

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

    async def actions(
        self,
        uri: str,
        line: int,
        trigger: types.CodeActionTriggerKind = types.CodeActionTriggerKind.Invoked,
        only: list[str] | None = None,
    ) -> list[types.CodeAction]:
        at = types.Position(line, 4)
        context = types.CodeActionContext(diagnostics=[], trigger_kind=trigger, only=only)
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(at, at), context)
        )
        return list(found or [])  # type: ignore[arg-type]

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
