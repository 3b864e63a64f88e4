"""The real server over standard input and output, with the capabilities of real clients."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsp_editor import SERVER, Editor, session
from pytest_lsp import ClientServerConfig, LanguageClient


@pytest.fixture(scope="session", autouse=True)
def _imported_once(preloaded_commands: None) -> None:
    """Sessions are forked."""


@pytest_lsp.fixture(
    params=["vscode", "neovim"], config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ))
)
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    marker = request.node.get_closest_marker("settings")
    settings = marker.args[0](tmp_path) if marker is not None else {}
    async for _ in session(lsp_client, request.param, tmp_path, settings):
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
