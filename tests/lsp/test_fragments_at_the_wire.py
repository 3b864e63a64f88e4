"""What stands in an included fragment reaches the editor, and when it changes too: of a loop, of a function that it calls, of another fragment."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsp_editor import Editor, settled, without_model
from lsprotocol import types

pytestmark = without_model

# The file with the loop, and the files that it includes as they are at first; the last one changes.
PROGRAMS = {
    "in the loop": ('void f(int n, double *a) {\n  for (int i = 0; i < n; i++) {\n#include "part.inc"\n  }\n}\n', {}),
    "in a fragment": (
        'void f(int n, double *a) {\n  for (int i = 0; i < n; i++) {\n#include "outer.inc"\n  }\n}\n',
        {"outer.inc": '#include "part.inc"\n'},
    ),
    "in a function": (
        'static void g(double *a, int i) {\n#include "part.inc"\n}\nvoid f(int n, double *a) {\n  for (int i = 0; i < n; i++) g(a, i);\n}\n',
        {},
    ),
}
APART, CARRIED = "a[i] = i;\n", "a[i + 1] = a[i];\n"


async def carried_is(carried: bool, editor: Editor, uri: str, line: int) -> None:
    await settled(lambda: editor.hover(uri, line), lambda told: ("proved" not in (told or "")) is carried)


def line_of_loop(text: str) -> int:
    return text[: text.index("for (")].count("\n")


@pytest.mark.parametrize("name", PROGRAMS)
async def test_a_fragment_on_disk_is_read_again(name: str, editor: Editor, tmp_path: Path) -> None:
    text, others = PROGRAMS[name]
    part = tmp_path / "part.inc"
    for other, content in (*others.items(), ("part.inc", APART)):
        (tmp_path / other).write_text(content)
    uri = editor.open("a.c", text)
    line = line_of_loop(text)
    assert "proved" in (await editor.hover(uri, line) or "")
    for content, carried in ((CARRIED, True), (APART + "\n", False)):
        part.write_text(content)
        event = types.FileEvent(part.as_uri(), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        await carried_is(carried, editor, uri, line)


@pytest.mark.parametrize("name", PROGRAMS)
async def test_the_text_of_an_open_fragment_is_believed(name: str, editor: Editor, tmp_path: Path) -> None:
    text, others = PROGRAMS[name]
    for other, content in (*others.items(), ("part.inc", APART)):
        (tmp_path / other).write_text(content)
    part = editor.open("part.inc", CARRIED)
    uri = editor.open("a.c", text)
    line = line_of_loop(text)
    assert "proved" not in (await editor.hover(uri, line) or "")
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(part)))
    editor.insert(uri, line, 0, 0, "\n")
    assert "proved" in (await editor.hover(uri, line + 1) or "")
