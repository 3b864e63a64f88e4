"""What the project and the analysis tell is there at once, whatever the model does."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_lsp
from lsp_editor import SERVER, Editor, session, settled
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient
from served_model import ModelServer, completions

SAVED = """void f(int n, float *a) {
#pragma acc parallel loop vector_length(64) present(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
}
"""
TEXT = """void g(int m, float *b) {
  for (int k = 0; k < m; k++) b[k] = 0;
}
"""
OWN = "parallel loop vector_length(64) present(b[0:m])"
LINE = 1


@pytest.fixture
def held() -> Iterator[threading.Event]:
    """Until it is set, the model says nothing."""
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def slow(held: threading.Event) -> Iterator[ModelServer]:
    def reply(body: dict[str, int]) -> tuple[int, bytes]:
        held.wait(200)
        return completions(*[" parallel loop vector_length(96)"] * body["n"])

    server = ModelServer(reply)
    yield server
    server.close()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def waiting(lsp_client: LanguageClient, tmp_path: Path, slow: ModelServer) -> AsyncIterator[None]:
    (tmp_path / ".git").mkdir()
    (tmp_path / "saved.c").write_text(SAVED, "utf-8")
    lsp_client.feature("loopwright/suggested")(lambda params: None)
    async for _ in session(lsp_client, "vscode", tmp_path, {"model.endpoint": slow.address}):
        yield


def titles(actions: list[types.CodeAction]) -> list[str]:
    return [action.title for action in actions]


async def until_the_project_is_read(editor: Editor, uri: str, text: str = OWN) -> list[str]:
    found = await settled(
        lambda: editor.directives(uri, LINE), lambda offered: any(text in title for title in titles(offered))
    )
    return titles(found)


async def test_the_list_does_not_wait_for_the_model(
    waiting: LanguageClient, tmp_path: Path, held: threading.Event
) -> None:
    editor = Editor(waiting, tmp_path)
    uri = editor.open("asked.c", TEXT)
    first = titles(await editor.directives(uri, LINE))  # would never come if it waited
    assert any("parallel loop" in title for title in first), first
    found = await until_the_project_is_read(editor, uri)
    assert any(OWN in title and "as in saved.c:2" in title for title in found), found
    assert not any("vector_length(96)" in title for title in found)
    assert "wait for the model" in found[-1]
    hover = await editor.hover(uri, LINE)
    assert hover is not None
    assert OWN in hover
    assert "from the project" in hover
    assert "still to be heard" in hover
    held.set()
    await waiting.wait_for_notification("loopwright/suggested")
    complete = titles(await editor.directives(uri, LINE))
    assert any("vector_length(96)" in title for title in complete), complete
    assert not any("wait for the model" in title for title in complete)
    assert "still to be heard" not in (await editor.hover(uri, LINE) or "")


async def test_what_is_followed_is_where_the_link_says(waiting: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(waiting, tmp_path)
    uri = editor.open("asked.c", TEXT)
    assert any("as in saved.c:2" in title for title in await until_the_project_is_read(editor, uri))
    hover = await editor.hover(uri, LINE) or ""
    assert f"as in [saved.c:2]({(tmp_path / 'saved.c').as_uri()}#L2)" in hover
    # Another branch: the file has moved, and its lines.
    (tmp_path / "saved.c").rename(tmp_path / "moved.c")
    (tmp_path / "moved.c").write_text("// A line more.\n" + SAVED, "utf-8")
    await asyncio.sleep(1.1)  # until the files are glanced at again
    found = titles(await editor.directives(uri, LINE))
    assert not any("saved.c" in title for title in found), found
    found = await until_the_project_is_read(editor, uri)
    assert any("as in moved.c:3" in title for title in found), found


async def test_a_file_of_the_same_name_is_told_with_its_folder(waiting: LanguageClient, tmp_path: Path) -> None:
    (tmp_path / "tuned").mkdir()
    (tmp_path / "saved.c").rename(tmp_path / "tuned" / "asked.c")
    editor = Editor(waiting, tmp_path)
    uri = editor.open("asked.c", TEXT)
    found = await until_the_project_is_read(editor, uri)
    assert any("as in tuned/asked.c:2" in title for title in found), found


async def test_the_light_bulb_has_the_candidates_in_it(waiting: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(waiting, tmp_path)
    uri = editor.open("asked.c", TEXT)
    found = titles(await editor.directives(uri, LINE, trigger=types.CodeActionTriggerKind.Automatic))
    assert found[0].startswith("parallel loop")
    assert "wait for the model" in found[-1]


async def test_a_cursor_that_rests_asks_the_model_of_its_loop(
    waiting: LanguageClient, tmp_path: Path, slow: ModelServer
) -> None:
    editor, bulb = Editor(waiting, tmp_path), types.CodeActionTriggerKind.Automatic
    bodies = "".join(f"  for (int k = 0; k < m; k++)\n    b[k] = {number};\n" for number in range(6))
    uri = editor.open("asked.c", f"void g(int m, float *b) {{\n{bodies}}}\n")
    await editor.actions(uri, 5, bulb)
    while not slow.asked:  # a test that never ends is ended
        await asyncio.sleep(0.05)
    assert len(slow.asked) == 1
    assert "b[k] = 2" in str(slow.asked)


async def test_many_that_wait_for_the_model_keep_nobody_from_an_answer(waiting: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(waiting, tmp_path)
    loops = "".join(f"  for (int k = 0; k < m; k++) b[k] = {number};\n" for number in range(12))
    uri = editor.open("asked.c", f"void g(int m, float *b) {{\n{loops}}}\n")
    for line in range(1, 13):
        assert titles(await editor.directives(uri, line))
    assert await editor.diagnostics(uri)


async def test_a_cancelled_request_leaves_a_working_server(
    waiting: LanguageClient, tmp_path: Path, slow: ModelServer
) -> None:
    editor = Editor(waiting, tmp_path)
    uri = editor.open("asked.c", TEXT)
    params = types.ExecuteCommandParams("loopwright.server.suggest", [uri, LINE + 1])
    answer = waiting.protocol.send_request(types.WORKSPACE_EXECUTE_COMMAND, params, msg_id="to-cancel")
    while not slow.asked:  # a test that never ends is ended
        await asyncio.sleep(0.05)
    waiting.protocol.notify(types.CANCEL_REQUEST, types.CancelParams("to-cancel"))
    with pytest.raises(JsonRpcException) as error:
        await asyncio.wrap_future(answer)
    assert error.value.code == int(types.LSPErrorCodes.RequestCancelled)
    assert await editor.hover(uri, LINE) is not None
    assert await editor.actions(uri, LINE)


@pytest.mark.parametrize("client", ["vscode"], indirect=True)
@pytest.mark.settings(lambda folder: {"model.name": str(folder / "absent.gguf")})
async def test_it_does_not_need_a_model(editor: Editor) -> None:
    uri = editor.open("asked.c", TEXT)
    found = titles(await editor.directives(uri, LINE))
    assert any("parallel loop" in title for title in found), found


async def test_text_that_is_open_goes_before_text_that_is_saved(waiting: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(waiting, tmp_path)
    uri = editor.open("asked.c", TEXT)
    await until_the_project_is_read(editor, uri)
    other = editor.open("saved.c", SAVED.replace("vector_length(64)", "num_gangs(7)"))
    found = titles(await editor.directives(uri, LINE))
    assert any("num_gangs(7)" in title for title in found), found
    assert not any("vector_length(64)" in title for title in found), found
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(other)))
    found = titles(await editor.directives(uri, LINE))
    assert any("vector_length(64)" in title for title in found), found
