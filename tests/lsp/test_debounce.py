"""An edit rests about as long as a report of its file costs, and many edits at once are told of in the end as the last one says."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.lsp.debounce import Debounce
from lsp_editor import Editor
from pytest_lsp import LanguageClient


def test_what_is_cheap_comes_sooner() -> None:
    rests = Debounce()
    unknown = rests.seconds("a.c")
    rests.took("a.c", 0.06)
    rests.took("b.c", 7.0)
    rests.took("c.c", 0.0)
    assert 0 < rests.seconds("c.c") < rests.seconds("a.c") == 0.06 < rests.seconds("b.c") == unknown
    rests.forget("a.c")
    assert rests.seconds("a.c") == unknown


@pytest.mark.asyncio
async def test_the_last_of_many_edits_is_told(bare: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(bare, tmp_path)
    uri = editor.open("a.c", "void f(int n, float *restrict a) {\n#pragma acc update hst(a[0:n])\n}\n")

    async def told() -> bool:
        await bare.wait_for_notification("textDocument/publishDiagnostics")
        return any("hst" in diagnostic.message for diagnostic in bare.diagnostics[uri])

    assert await told()
    for version in range(2, 22):
        editor.insert(uri, version, 0, 0, " ")
    editor.insert(uri, 22, 1, len("#pragma acc update h"), "o")
    while await told():
        pass
    assert not bare.diagnostics[uri]
