"""What callers in other files have brought to the device decides what is offered first in the editor, as they are now."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsp_editor import Editor, without_model

from tests.suggest.test_contradictions_across_files import BROUGHT, HEADER, KERNELS, program

pytestmark = without_model

LINE = next(number for number, row in enumerate(KERNELS.splitlines()) if "HERE" in row)


def checkout(folder: Path, main: str) -> None:
    for name, text in (("k.c", KERNELS), ("k.h", HEADER), ("main.c", main)):
        Path(folder, name).write_text(text)


@pytest.mark.asyncio
async def test_memory_that_another_file_has_not_brought(editor: Editor) -> None:
    checkout(editor.folder, program()["main.c"])
    uri = editor.open("k.c", KERNELS)
    first = (await editor.all_actions(uri, LINE))[0].title
    assert "copy(y[0:n])" in first


@pytest.mark.asyncio
async def test_the_text_that_is_open_counts_and_not_the_one_that_is_saved(editor: Editor) -> None:
    checkout(editor.folder, program()["main.c"])
    editor.open("main.c", program(*BROUGHT)["main.c"])
    uri = editor.open("k.c", KERNELS)
    first = (await editor.all_actions(uri, LINE))[0].title
    assert "present(y[0:n])" in first
