"""What a header says reaches the editor, and when it changes too."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsp_editor import Editor
from lsprotocol import types
from pytest_lsp import LanguageClient

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
    await asyncio.sleep(0.2)
    told = await editor.hover(uri, 2) or ""
    assert "iteration i=1 writes a[1], iteration i=2 reads it" in told
    saved(editor.client, header, SAME + "\n", watched=False)
    await asyncio.sleep(0.2)
    assert "proved" in (await editor.hover(uri, 2) or "")


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
    await asyncio.sleep(0.2)
    assert [d.range.start.line for d in await editor.diagnostics(uri) if d.code == "LW600"] == [2]
