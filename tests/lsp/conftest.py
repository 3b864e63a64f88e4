"""The real server over standard input and output, with the capabilities of real clients."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsp_editor import Editor
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

SERVER = [sys.executable, "-m", "loopwright", "lsp"]


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


async def session(client: LanguageClient, name: str, folder: Path, settings: dict[str, object]) -> AsyncIterator[None]:
    """Initialize with the capabilities of ``name``, and end the session in time."""
    for method in (types.CLIENT_REGISTER_CAPABILITY,):
        client.feature(method)(lambda params: None)
    client.feature("loopwright/status")(lambda params: None)
    client.set_configuration({"loopwright": settings})
    await client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities(name),
            root_uri=folder.as_uri(),
            initialization_options={"trusted": True, "settings": settings},
        )
    )
    yield
    await asyncio.wait_for(client.shutdown_session(), 60)


@pytest_lsp.fixture(
    params=["vscode", "neovim"], config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ))
)
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    async for _ in session(lsp_client, request.param, tmp_path, {}):
        yield


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def vscode(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "vscode", tmp_path, {}):
        yield


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def bare(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "bare", tmp_path, {}):
        yield


@pytest.fixture
def editor(client: LanguageClient, tmp_path: Path) -> Editor:
    return Editor(client, tmp_path)
