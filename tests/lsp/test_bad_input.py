"""What goes wrong is one sentence in the editor, and the rest goes on."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsp_editor import SERVER, Editor, session, settled
from preloaded import PLAIN
from pytest_lsp import ClientServerConfig, LanguageClient

TEXT = "void f(int n, float *a) {\n  for (int i = 0; i < n; i++) {\n    a[i] = 0;\n  }\n}\n"


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def troubled(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    make = request.node.get_closest_marker("settings").args[0]
    async for _ in session(lsp_client, "vscode", tmp_path, make(tmp_path)):
        yield


def damaged_model(folder: Path) -> dict[str, object]:
    path = folder / "broken.gguf"
    path.write_bytes(b"GGUF" + b"\0" * 1000)
    return {"model": {"name": str(path)}}


def hanging_compiler(folder: Path) -> dict[str, object]:
    path = folder / "gcc"
    path.write_text(
        "#!/bin/sh\ncase $* in *--version*) echo 'gcc (x) 99.1';; *-dM*) echo '#define _OPENACC 202506';; *) sleep 60;; esac\n"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return {"compiler": {"path": str(path), "timeout": 1}, "model": {"enable": False}}


async def messages(client: LanguageClient, words: str) -> list[str]:
    """Messages shown, once one holds ``words``."""

    async def shown() -> list[str]:
        return [message.message for message in client.messages]

    return await settled(shown, lambda found: any(words in text for text in found))


@pytest.mark.settings.with_args(damaged_model)
async def test_a_damaged_model_is_said_and_the_analysis_goes_on(troubled: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(troubled, tmp_path)
    uri = editor.open("a.c", TEXT)
    (text,) = await messages(troubled, "broken.gguf")
    assert "cannot be loaded" in text
    assert "\n" not in text
    actions = await editor.actions(uri, 1)
    assert any("parallel loop" in action.title for action in actions)


@pytest.mark.settings.with_args(hanging_compiler)
async def test_a_compiler_that_hangs_leaves_the_proposal_unchecked(troubled: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(troubled, tmp_path)
    uri = editor.open("a.c", TEXT)
    actions = await editor.all_actions(uri, 1)
    assert [("not compiled" in action.title) for action in actions] == [True]


@pytest.mark.settings.with_args(lambda folder: {"model": {"candidates": 99, "threads": "many"}})
async def test_a_bad_setting_is_said_and_the_default_used(troubled: LanguageClient, tmp_path: Path) -> None:
    found = await messages(troubled, "loopwright.model.candidates")
    assert len(found) == 2
    assert "cannot be 99; 4 is used" in " ".join(found)


@pytest.mark.settings.with_args(lambda folder: {})
async def test_the_server_ends_with_the_editor(troubled: LanguageClient, tmp_path: Path) -> None:
    process = subprocess.Popen([*PLAIN, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.close()
    try:
        assert process.wait(200) is not None
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
    assert await Editor(troubled, tmp_path).hover(Editor(troubled, tmp_path).open("a.c", TEXT), 1)
