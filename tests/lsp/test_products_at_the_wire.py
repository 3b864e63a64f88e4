"""A kernel that multiplies matrices: benchmark shows it as a call of the installed BLAS too, below its translation."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsp_editor import SERVER, Editor, session
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.cuda.test_blas_candidates import FLOATS
from tests.small_blas import compiler_with_shared_blas, small_blas

FOLDER = tempfile.TemporaryDirectory()
AWAY = Path(FOLDER.name)
ENVIRONMENT = {**os.environ, "PATH": os.pathsep.join((FOLDER.name, os.environ["PATH"]))}


@pytest.fixture(scope="module", autouse=True)
def _compiler() -> None:
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    compiler_with_shared_blas(small_blas(AWAY), AWAY)


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=ENVIRONMENT))
async def client(_compiler: None, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "vscode", tmp_path, {"model": {"enable": False}}):
        yield


async def test_the_call_is_shown_below_the_translation(client: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(client, tmp_path)
    uri = editor.open("k.cu", FLOATS, "cuda-cpp")
    said = str(await editor.command("loopwright.server.benchmark", uri, "plain"))
    assert "Below its translation: another candidate calls cblas_sgemm of an installed BLAS (-lcblas)" in said
    found = await editor.command("loopwright.server.translate", uri, "plain")
    assert isinstance(found, dict)
    translation, _, other = found["text"].partition("// another candidate calls cblas_sgemm")
    assert "cblas" not in translation
    assert "\n#include <cblas.h>\nstatic bool plain_direct(dim3 gridDim," in other
    assert all(line <= len(translation.splitlines()) for _, line in found["lines"])
    editor.insert(uri, 2, 4, 23, "1 + ")
    changed = await editor.command("loopwright.server.translate", uri, "plain")
    assert isinstance(changed, dict)
    assert "cblas" not in changed["text"]
