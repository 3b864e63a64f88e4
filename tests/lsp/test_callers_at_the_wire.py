"""What callers say comes to the editor after the first answer: in the same file, in another one of the checkout, in one that is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsp_editor import Editor, settled, without_model

pytestmark = without_model

SHIFT = "void shift(double *x, double *y, int n) {\n  for (int i = 0; i < n; i++) y[i] = x[i] + 1.0;\n}\n"
HEAD = "void shift(double *x, double *y, int n);\n"
MAIN = HEAD + "int main(void) { double a[11], b[11]; shift(a, %s, 10); return 0; }\n"


async def hover(editor: Editor, uri: str, word: str) -> str:
    """The hover of the loop as soon as it has the word."""
    return await settled(lambda: editor.hover(uri, 1), lambda text: word in (text or "")) or ""


@pytest.mark.asyncio
async def test_the_same_file(editor: Editor) -> None:
    uri = editor.open("a.c", SHIFT + MAIN % "b")
    found = await hover(editor, uri, "proved")
    assert "the only caller (line 5) passes distinct memory" in found


@pytest.mark.asyncio
async def test_another_file_of_the_checkout(editor: Editor) -> None:
    Path(editor.folder, "a.c").write_text(SHIFT)
    Path(editor.folder, "main.c").write_text(MAIN % "b")
    uri = editor.open("a.c", SHIFT)
    found = await hover(editor, uri, "proved")
    assert "main.c:2" in found


@pytest.mark.asyncio
async def test_open_text_goes_before_saved_text(editor: Editor) -> None:
    """An edit of the caller changes the verdict on the callee, in either direction."""
    Path(editor.folder, "a.c").write_text(SHIFT)
    Path(editor.folder, "main.c").write_text(MAIN % "b")
    uri = editor.open("a.c", SHIFT)
    await hover(editor, uri, "proved")
    caller = editor.open("main.c", MAIN % "b")
    column = (MAIN % "b").splitlines()[1].index("a, b")
    editor.insert(caller, 2, 1, column, "b + 1 + 0 * ")  # shift(b + 1 + 0 * a, …) is anything
    await hover(editor, uri, "assumed")


@pytest.mark.asyncio
async def test_an_edit_asks_again(editor: Editor) -> None:
    uri = editor.open("a.c", SHIFT + MAIN % "b")
    await hover(editor, uri, "proved")
    line = (SHIFT + MAIN % "b").splitlines()[4]
    editor.insert(uri, 2, 4, line.index("b, 10"), "a + 1 + 0 * ")
    await hover(editor, uri, "assumed")
