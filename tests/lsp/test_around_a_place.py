"""What is asked about a place looks at the functions there alone, and says of them what a look at the whole file says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from loopwright.check import run as checking
from loopwright.lsp.documents import Documents, Snapshot
from loopwright.lsp.features import fixes
from loopwright.lsp.findings import Findings
from loopwright.lsp.settings import Settings
from loopwright.openacc.constructs import Unit
from loopwright.source.text import Span
from lsprotocol import types

FUNCTION = """void step{n}(int n, double *a) {{
#pragma acc parallel loop pcopyout(a[0:n])
  for (int i = {n}; i < n; i++) a[i] = 0;
}}
"""
TEXT = "#pragma acc declare craete(x)\n" + "".join(FUNCTION.format(n=n) for n in range(12))
LINES = FUNCTION.count("\n")


def _opened() -> tuple[Documents, Snapshot]:
    documents = Documents()
    return documents, documents.open(types.TextDocumentItem("file:///around.c", "c", 0, TEXT))


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where the functions begin whose directives are checked."""
    places: list[int] = []
    found = checking._findings

    def noted(unit: Unit, rules: Any) -> Any:
        places.extend(construct.pragma.span.start for construct in unit.constructs)
        return found(unit, rules)

    monkeypatch.setattr(checking, "_findings", noted)
    monkeypatch.setattr(checking, "_kept", checking.Kept())
    return places


def _actions(documents: Documents, snapshot: Snapshot, first: int, last: int, only: list[str] | None) -> list[str]:
    """The titles of the fixes for the lines from ``first`` to ``last``."""

    async def run(work: Callable[[object], Any]) -> Any:
        return work(None)

    ls: Any = SimpleNamespace(
        documents=documents,
        configuration=SimpleNamespace(of=lambda uri: Settings()),
        findings=Findings(),
        workers=SimpleNamespace(run=run),
        client_capabilities=types.ClientCapabilities(),
    )
    extent = types.Range(types.Position(first, 0), types.Position(last, 40))
    context = types.CodeActionContext(diagnostics=[], only=only)  # type: ignore[arg-type]
    params = types.CodeActionParams(types.TextDocumentIdentifier(snapshot.uri), extent, context)
    return [action.title for action in asyncio.run(fixes.fixes(ls, snapshot, params))]


def test_a_fix_at_the_cursor_looks_at_one_function(looked_at: list[int]) -> None:
    documents, snapshot = _opened()
    line = 1 + 5 * LINES + 1
    titles = _actions(documents, snapshot, line, line, None)
    assert titles == ["Change to `copyout`"]
    assert len(looked_at) == 2  # the directive there, and the one that stands outside of functions


def test_a_selection_looks_at_the_functions_that_it_touches(looked_at: list[int]) -> None:
    documents, snapshot = _opened()
    titles = _actions(documents, snapshot, 1 + 2 * LINES + 1, 1 + 4 * LINES + 1, None)
    assert titles == ["Change to `copyout`"] * 3
    assert len(looked_at) == 4


def test_all_fixes_at_once_look_at_the_whole_file(looked_at: list[int]) -> None:
    documents, snapshot = _opened()
    assert len(_actions(documents, snapshot, 0, 0, [fixes.FIX_ALL])) == 1
    assert len(looked_at) == 13


def test_it_says_of_each_place_what_the_whole_says() -> None:
    _, snapshot = _opened()
    whole = Findings().of(snapshot, Settings())
    assert len(whole) >= 13
    for at in range(0, len(TEXT) + 1, 7):
        part = Findings().of(snapshot, Settings(), around=Span(at, at))
        assert [f for f in part if f.span.start <= at <= f.span.end] == [
            f for f in whole if f.span.start <= at <= f.span.end
        ]
        assert set(part) <= set(whole)
