"""A model that is served elsewhere, from the editor's side: asked where the workspace is trusted, never where it is not."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_lsp
from lsp_editor import SERVER, Editor, session
from pytest_lsp import ClientServerConfig, LanguageClient
from served_model import ModelServer, completions

TEXT = """void f(int n, float *a, const float *b) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
}
"""


@pytest.fixture
def served() -> Iterator[ModelServer]:
    server = ModelServer(lambda body: completions(*[" parallel loop vector_length(96)"] * body["n"]))
    yield server
    server.close()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def trusting(lsp_client: LanguageClient, tmp_path: Path, served: ModelServer) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "vscode", tmp_path, {"model.endpoint": served.address}):
        yield


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def wary(lsp_client: LanguageClient, tmp_path: Path, served: ModelServer) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "vscode", tmp_path, {"model.endpoint": served.address}, trusted=False):
        yield


async def test_it_is_asked_where_there_is_trust(trusting: LanguageClient, tmp_path: Path, served: ModelServer) -> None:
    editor = Editor(trusting, tmp_path)
    uri = editor.open("a.c", TEXT)
    titles = [action.title for action in await editor.all_actions(uri, 1)]
    assert any("vector_length(96)" in title for title in titles), titles
    assert all(body["prompt"].startswith("<|fim_prefix|>") for body in served.asked)


async def test_nothing_is_sent_where_there_is_none(wary: LanguageClient, tmp_path: Path, served: ModelServer) -> None:
    editor = Editor(wary, tmp_path)
    uri = editor.open("a.c", TEXT)
    titles = [action.title for action in await editor.all_actions(uri, 1)]
    assert titles
    assert not any("vector_length(96)" in title for title in titles), titles
    assert not served.paths
    assert not served.asked
