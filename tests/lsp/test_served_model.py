"""A model that is served elsewhere, from the editor's side: asked where the workspace is trusted, never where it is not."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsp_editor import SERVER, Editor, session, settled
from pytest_lsp import ClientServerConfig, LanguageClient
from served_model import ModelServer, completions

TEXT = """void f(int n, float *a, const float *b) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
}
"""


def answering(body: dict[str, Any]) -> tuple[int, bytes]:
    return completions(*[" parallel loop vector_length(96)"] * body["n"])


@pytest.fixture
def served() -> Iterator[ModelServer]:
    server = ModelServer(answering)
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


@pytest.fixture
def slotted() -> Iterator[ModelServer]:
    """llama-server as it starts: no more answers to a request than it has slots."""
    refusal = b'{"error": {"message": "Field \'n\': Value must be between 1 <= value <= 4, but got 12"}}'
    server = ModelServer(lambda body: (400, refusal) if body["n"] > 4 else answering(body))
    yield server
    server.close()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def slots(lsp_client: LanguageClient, tmp_path: Path, slotted: ModelServer) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "vscode", tmp_path, {"model.endpoint": slotted.address}):
        yield


@pytest.fixture
def late() -> Iterator[ModelServer]:
    server = ModelServer(answering)
    server.loading = True
    yield server
    server.close()


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=SERVER, server_env={**os.environ, "LOOPWRIGHT_ENDPOINT_KEY": "sk-1"})
)
async def early(lsp_client: LanguageClient, tmp_path: Path, late: ModelServer) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "vscode", tmp_path, {"model.endpoint": late.address}):
        yield


async def test_a_server_with_few_slots_is_asked_several_times(
    slots: LanguageClient, tmp_path: Path, slotted: ModelServer
) -> None:
    editor = Editor(slots, tmp_path)
    titles = [action.title for action in await editor.all_actions(editor.open("a.c", TEXT), 1)]
    assert any("vector_length(96)" in title for title in titles), titles
    assert all("grammar" in body for body in slotted.asked)


async def test_a_server_that_still_loads_is_asked_again(
    early: LanguageClient, tmp_path: Path, late: ModelServer
) -> None:
    editor = Editor(early, tmp_path)
    uri = editor.open("a.c", TEXT)

    async def offered() -> bool:
        return any("vector_length(96)" in action.title for action in await editor.all_actions(uri, 1))

    assert not await offered()
    late.loading = False
    await settled(offered, bool)
    assert late.headers[-1]["Authorization"] == "Bearer sk-1"
    told = [message.message for message in early.messages]
    assert len([sentence for sentence in told if "Loading model" in sentence]) == 1, told


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def misnamed(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    names = {"model.endpoint": "gpu-host:8080"} if "endpoint" in tmp_path.name else {"model.adapter": "tpyo"}
    async for _ in session(lsp_client, "vscode", tmp_path, names):
        yield


async def test_an_endpoint_that_is_none_is_said(misnamed: LanguageClient, tmp_path: Path) -> None:
    await Editor(misnamed, tmp_path).all_actions(Editor(misnamed, tmp_path).open("a.c", TEXT), 1)
    assert any("'gpu-host:8080'; an address looks like" in message.message for message in misnamed.messages)


async def test_an_adapter_that_is_none_is_said(misnamed: LanguageClient, tmp_path: Path) -> None:
    await Editor(misnamed, tmp_path).all_actions(Editor(misnamed, tmp_path).open("a.c", TEXT), 1)
    assert any("There is no adapter called 'tpyo'" in message.message for message in misnamed.messages)


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
