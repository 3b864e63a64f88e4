"""The real server over standard input and output, with the capabilities of real clients."""

from __future__ import annotations

import os
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsp_editor import SERVER, Editor, session
from pytest_lsp import ClientServerConfig, LanguageClient
from whole import WHOLE


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The second client asks what the first asked: in a third of the tests, in those that are named, or in all of `make whole`."""
    if WHOLE or any("::" in argument for argument in config.args):
        return
    left = {item for item in items if _is_second(item) and zlib.crc32(item.nodeid.partition("[")[0].encode()) % 3}
    config.hook.pytest_deselected(items=list(left))
    items[:] = [item for item in items if item not in left]


def _is_second(item: pytest.Item) -> bool:
    return (
        isinstance(item, pytest.Function)
        and hasattr(item, "callspec")
        and item.callspec.params.get("client") == "neovim"
    )


@pytest.fixture(scope="session", autouse=True)
def _imported_once(preloaded_commands: None) -> None:
    """Sessions are forked."""


def _settings(request: pytest.FixtureRequest, folder: Path) -> dict[str, object]:
    """Those of the mark, or as they are where nobody has said anything."""
    marker = request.node.get_closest_marker("settings")
    return marker.args[0](folder) if marker is not None else {}


@pytest_lsp.fixture(
    params=["vscode", "neovim"], config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ))
)
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    async for _ in session(lsp_client, request.param, tmp_path, _settings(request, tmp_path)):
        yield


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def vscode(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "vscode", tmp_path, _settings(request, tmp_path)):
        yield


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def bare(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "bare", tmp_path, _settings(request, tmp_path)):
        yield


@pytest.fixture
def editor(client: LanguageClient, tmp_path: Path) -> Editor:
    return Editor(client, tmp_path)
