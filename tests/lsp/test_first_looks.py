"""Of a large file the first report comes before everything is known; the reports that follow say all that one look would have said."""

from __future__ import annotations

import asyncio
import math
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from loopwright.cancellation import Patience
from loopwright.check.run import CheckOptions, check
from loopwright.lsp.first_looks import FirstLooks
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.hints import hints_of
from loopwright.suggest.worth import profile
from lsp_editor import Editor, all_published, session
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

FUNCTIONS = 140  # so many that other processes help
FEWER = 60  # so many that nobody helps
# Patience by questions, not by seconds: the first report ends after some thirty functions, however fast the machine is.
SERVER = [
    sys.executable,
    "-c",
    """
import itertools, types
from loopwright import cancellation
from loopwright.cli.main import main
from loopwright.lsp import first_looks

questions = itertools.count()
cancellation.time = types.SimpleNamespace(thread_time=lambda: float(next(questions)))
first_looks._FIRST = 30.0
main(["lsp"])
""",
]
# Each function has a directive with a mistake in it and two loops without one, and none is like another.
FUNCTION = """void step{n}(int n, int m, double *restrict a{n}, const double *restrict b) {{
#pragma acc parallel loop collapse(2) copyuot(a{n}[0:n*m])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - {n}; j++)
      a{n}[i * m + j] = 0.2 * (b[i * m + j] + b[(i - 1) * m + j] + b[(i + 1) * m + j]) + 1.{n};
  for (int k = 0; k < n * m; k++) if (b[k + {n}] > 0.5) a{n}[k] += b[k + {n}];
  for (int k = {n}; k < n; k++) a{n}[k * m] = b[k] / (k + 1);
}}
"""


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def bare(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "bare", tmp_path, {}):
        yield


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def vscode(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "vscode", tmp_path, {}):
        yield


def made(functions: int) -> str:
    return "".join(FUNCTION.format(n=n) for n in range(functions))


def test_a_file_that_was_told_whole_stays_whole() -> None:
    looks = FirstLooks()
    first = looks.seconds("a.c")
    assert not looks.is_pending("a.c")
    looks.begin("a.c")
    looks.told("a.c", False)
    assert looks.is_pending("a.c")
    assert first < looks.seconds("a.c") < math.inf
    assert looks.seconds("b.c") == first
    looks.told("a.c", True)
    assert looks.seconds("a.c") == math.inf
    assert not looks.is_pending("a.c")
    looks.is_at("a.c", 7)
    looks.is_at("b.c", 8)
    assert (looks.line("a.c"), looks.line("b.c"), looks.line("c.c")) == (7, 8, 0)
    looks.forget("a.c")
    assert looks.seconds("a.c") == first
    assert (looks.line("a.c"), looks.line("b.c")) == (0, 8)


class OfSome(Patience):
    """Lets as many functions be looked at as it has ``places``, and is asked before each where somebody looks by then."""

    def __init__(self, places: list[int]) -> None:
        self._left = places
        super().__init__(near=lambda: self._left[0] if self._left else 0)

    @property
    def is_over(self) -> bool:
        self.was_over = not self._left
        del self._left[:1]
        return self.was_over


def test_what_is_near_is_looked_at_first_and_what_is_known_is_told() -> None:
    text = made(8).replace("step", "near")
    outline, options = Outline(parse(text.encode(), name="a.c"), asks_callers=False), CheckOptions(between=False)
    starts = [piece.start for piece in outline.pieces]
    part = sum(piece.span.end - piece.start for piece in outline.pieces[:1])
    assert list(hints_of(outline, profile(), OfSome([]))) == []

    def told(places: list[int]) -> tuple[list[int], list[int]]:
        hinted = {hint.header.start // part for hint in hints_of(outline, profile(), OfSome([*places]))}
        found = {finding.span.start // part for finding in check(outline, options, OfSome([*places]))}
        return sorted(hinted), sorted(found)

    assert [start // part for start in starts] == list(range(8))
    assert told([starts[6] - 5] * 2) == ([5, 6], [5, 6])
    assert told([starts[1] + 1, starts[3] + 1]) == ([1, 3, 5, 6], [1, 3, 5, 6])
    assert told([starts[7]]) == ([1, 3, 5, 6, 7], [1, 3, 5, 6, 7])
    assert told([0] * 3) == (list(range(8)), list(range(8)))
    every = Patience()
    assert list(hints_of(outline, profile(), every)) == list(hints_of(outline, profile(), OfSome([starts[4]])))
    assert check(outline, options, every) == check(outline, options, OfSome([starts[4]]))


def test_parts_are_parts_of_the_whole() -> None:
    outline = Outline(parse(made(6).replace("step", "part").encode(), name="a.c"), asks_callers=False)
    none, part = Patience(0), Patience(0.02)
    assert list(hints_of(outline, profile(), none)) == []
    assert none.was_over
    found = list(hints_of(outline, profile(), part))
    options = CheckOptions(between=False)
    assert check(outline, options, Patience(0)) == ()
    every = Patience()
    whole, findings = list(hints_of(outline, profile(), every)), check(outline, options, every)
    assert not every.was_over
    assert set(found) <= set(whole)
    assert len(whole) == 12
    assert [finding.code for finding in findings if finding.code == "LW110"] == ["LW110"] * 6


@pytest.mark.asyncio
async def test_a_client_that_is_pushed_to(bare: LanguageClient, tmp_path: Path) -> None:
    published = all_published(bare)
    uri = Editor(bare, tmp_path).open("a.c", made(FUNCTIONS))
    while not published[uri] or len(published[uri][-1]) < 3 * FUNCTIONS:
        await bare.wait_for_notification("textDocument/publishDiagnostics")
    sizes = [len(report) for report in published[uri]]
    assert len(sizes) > 1
    assert sizes[0] < 3 * FUNCTIONS
    assert sizes == sorted(sizes)


@pytest.mark.asyncio
async def test_a_client_that_pulls(vscode: LanguageClient, tmp_path: Path) -> None:
    asked = asyncio.Event()
    vscode.protocol.fm._features.pop(types.WORKSPACE_DIAGNOSTIC_REFRESH)

    @vscode.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    def refresh(params: None) -> None:
        asked.set()

    editor, sizes = Editor(vscode, tmp_path), list[int]()
    # The server has the first question with the file, however late we would come.
    async with editor.written_at_once():
        uri = editor.open("a.c", made(FEWER))
        first = asyncio.ensure_future(editor.diagnostics(uri))
        await asyncio.sleep(0)
    sizes.append(len(await first))
    while sizes[-1] < 3 * FEWER:
        await asked.wait()
        asked.clear()
        sizes.append(len(await editor.diagnostics(uri)))
    assert len(sizes) > 1
    assert sizes == sorted(sizes)


@pytest.mark.asyncio
async def test_the_first_part_has_what_is_around_the_cursor(bare: LanguageClient, tmp_path: Path) -> None:
    editor, text, published = Editor(bare, tmp_path), made(FEWER), all_published(bare)
    uri = editor.open("a.c", text)
    row = text[: text.index("void step50(")].count("\n")
    await bare.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(row + 1, 2))
    )
    while not published[uri]:
        await bare.wait_for_notification("textDocument/publishDiagnostics")
    rows = {diagnostic.range.start.line for diagnostic in published[uri][0]}
    assert {row + 1, row + 5, row + 6} <= rows
    assert len(published[uri][0]) < 3 * FEWER
