"""What a header says reaches the editor, and when it changes too."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsp_editor import Editor, settled, without_model
from lsprotocol import types
from pytest_lsp import LanguageClient

pytestmark = without_model

TEXT = """#include "places.h"
void f(int n, double *a) {
  for (int i = 1; i < n; i++) a[i] = a[OF(i)];
}
"""
SAME, BEFORE = "#define OF(i) (i)\n", "#define OF(i) ((i) - 1)\n"


def saved(client: LanguageClient, path: Path, text: str, watched: bool) -> None:
    path.write_text(text)
    if watched:
        event = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    else:
        client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(path.as_uri())))


async def test_a_header_on_disk_decides_and_is_read_again(editor: Editor, tmp_path: Path) -> None:
    header = tmp_path / "places.h"
    header.write_text(SAME)
    uri = editor.open("a.c", TEXT)
    assert "proved" in (await editor.hover(uri, 2) or "")
    saved(editor.client, header, BEFORE, watched=True)
    await settled(
        lambda: editor.hover(uri, 2), lambda told: "iteration i=1 writes a[1], iteration i=2 reads it" in (told or "")
    )
    saved(editor.client, header, SAME + "\n", watched=False)
    await settled(lambda: editor.hover(uri, 2), lambda told: "proved" in (told or ""))


async def test_the_text_of_an_open_header_is_believed(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "places.h").write_text(SAME)
    header = editor.open("places.h", BEFORE)
    uri = editor.open("a.c", TEXT)
    assert "refuted" in (await editor.hover(uri, 2) or "")
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(header)))
    editor.insert(uri, 2, 3, 0, "\n")
    assert "proved" in (await editor.hover(uri, 2) or "")


async def test_hints_come_and_go_with_a_header(vscode: LanguageClient, tmp_path: Path) -> None:
    header = tmp_path / "places.h"
    header.write_text(BEFORE)
    editor = Editor(vscode, tmp_path)
    uri = editor.open("a.c", TEXT)
    assert [d for d in await editor.diagnostics(uri) if d.code == "LW600"] == []
    saved(vscode, header, SAME, watched=True)
    await until(editor, uri, [2])


async def loops_told(editor: Editor, uri: str) -> list[int]:
    return [d.range.start.line for d in await editor.diagnostics(uri) if d.code == "LW600"]


async def until(editor: Editor, uri: str, told: list[int]) -> None:
    """Asks for what an editor was not told to ask for again."""
    await settled(lambda: loops_told(editor, uri), lambda lines: lines == told)


async def test_an_edit_of_a_header_reaches_what_includes_it_before_it_is_saved(
    vscode: LanguageClient, tmp_path: Path
) -> None:
    (tmp_path / "places.h").write_text(SAME)
    (tmp_path / "between.h").write_text('#include "places.h"\n')
    editor = Editor(vscode, tmp_path)
    header = editor.open("places.h", SAME)
    near = editor.open("a.c", TEXT)
    far = editor.open("b.c", TEXT.replace("places", "between"))
    other = editor.open("c.c", TEXT.replace('#include "places.h"', "#define OF(i) (i)"))
    asked = asyncio.Event()
    vscode.protocol.fm._features.pop(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    vscode.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)(lambda params: asked.set())
    for uri in (near, far, other):
        await until(editor, uri, [2])
    asked.clear()
    editor.insert(header, 2, 0, SAME.index("(i)\n"), "(i) - 1 + 0 * ")
    await asked.wait()
    await until(editor, near, [])
    await until(editor, far, [])
    await until(editor, other, [2])
    asked.clear()
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(header)))
    await asked.wait()
    await until(editor, near, [2])
    await until(editor, far, [2])
