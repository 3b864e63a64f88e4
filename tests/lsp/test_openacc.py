"""Directives in the editor: findings, hover, fixes, completion, highlighting, folding, symbols; over the real wire."""

from __future__ import annotations

import pytest
from lsp_editor import Editor, settled, without_model
from lsprotocol import types

TEXT = """void f(int n, float *a) {
  float total = 0;
#pragma acc paralel loop
  for (int i = 0; i < n; i++) a[i] = 0;
#pragma acc parallel loop pcopy(a[0:n]) seq gang
  for (int i = 0; i < n; i++) a[i] = 0;
#pragma acc data copyin(a[0:n])
  {
#pragma acc parallel loop reduction(+:total)
    for (int i = 0; i < n; i++) total += a[i];
  }
}
"""
pytestmark = [pytest.mark.parametrize("client", ["vscode"], indirect=True), without_model]


def document(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


async def test_findings_are_diagnostics_of_one(editor: Editor) -> None:
    uri = editor.open("f.c", TEXT)
    found = {d.code: d for d in await editor.diagnostics(uri)}
    unknown, old, both = found["LW101"], found["LW214"], found["LW203"]
    assert unknown.severity == types.DiagnosticSeverity.Error
    assert (unknown.range.start.line, unknown.range.start.character, unknown.range.end.character) == (2, 12, 19)
    assert unknown.code_description is not None
    assert "OpenACC" in unknown.code_description.href
    assert list(old.tags or []) == [types.DiagnosticTag.Deprecated]
    assert both.related_information is not None
    assert both.related_information[0].location.range.start.line == 4
    assert "section" not in both.message
    assert "2.9" in both.message


async def test_hover_explains_a_word_and_its_finding(editor: Editor) -> None:
    uri = editor.open("f.c", TEXT)
    gang = await editor.hover(uri, 4, TEXT.splitlines()[4].index("gang") + 1)
    assert gang is not None
    assert "gang clause" in gang
    assert "LW203" in gang
    operator = await editor.hover(uri, 8, TEXT.splitlines()[8].index("+:"))
    assert operator is not None
    assert "sum" in operator
    name = await editor.hover(uri, 6, 14)
    assert name is not None
    assert "data directive" in name
    variable = await editor.hover(uri, 8, TEXT.splitlines()[8].index("total") + 2)
    assert variable is not None
    assert "type `float`" in variable


async def test_a_fix_is_offered_and_removes_the_finding(editor: Editor) -> None:
    uri = editor.open("f.c", TEXT)
    at = types.Range(types.Position(2, 14), types.Position(2, 14))
    context = types.CodeActionContext(diagnostics=[], only=["quickfix"])
    found = await editor.client.text_document_code_action_async(types.CodeActionParams(document(uri), at, context))
    action = next(a for a in found or [] if a.title == "Change to `parallel loop`")
    assert isinstance(action, types.CodeAction)
    assert action.is_preferred
    assert action.edit is not None
    assert action.edit.document_changes is not None
    (change,) = action.edit.document_changes
    assert isinstance(change, types.TextDocumentEdit)
    (edit,) = change.edits
    lines = TEXT.splitlines()
    fixed = lines[2][: edit.range.start.character] + edit.new_text + lines[2][edit.range.end.character :]  # type: ignore[union-attr]
    assert fixed == "#pragma acc parallel loop"


async def test_fix_all_makes_the_safe_fixes(editor: Editor) -> None:
    uri = editor.open("f.c", TEXT)
    whole = types.Range(types.Position(0, 0), types.Position(11, 0))
    context = types.CodeActionContext(diagnostics=[], only=["source.fixAll"])
    found = await editor.client.text_document_code_action_async(types.CodeActionParams(document(uri), whole, context))
    (action,) = found or []
    assert isinstance(action, types.CodeAction)
    assert action.kind == "source.fixAll.loopwright"
    assert action.edit is not None
    assert action.edit.document_changes is not None
    texts = [edit.new_text for edit in action.edit.document_changes[0].edits]  # type: ignore[union-attr]
    assert texts == ["copy"]


async def labels(
    editor: Editor, line: str, before: str = "void f(int n, float *a) {\n  float total = 0;\n"
) -> list[str]:
    """Labels offered at the end of ``line``."""
    text = f"{before}{line}\n  for (int i = 0; i < n; i++) a[i] = 0;\n}}\n"
    uri = editor.open(f"c{abs(hash(line))}.c", text)
    position = types.Position(before.count("\n"), len(line))
    found = await editor.client.text_document_completion_async(types.CompletionParams(document(uri), position))
    return [item.label for item in found.items] if isinstance(found, types.CompletionList) else []


async def test_completion_offers_what_is_legal(editor: Editor) -> None:
    directives = await labels(editor, "#pragma acc ")
    assert {"parallel loop", "enter data", "atomic", "routine"} <= set(directives)
    clauses = await labels(editor, "#pragma acc loop gang ")
    assert "vector" in clauses
    assert not {"copy", "seq", "gang", "num_gangs"} & set(clauses)
    assert "loop" in await labels(editor, "#pragma acc parallel ")
    assert await labels(editor, "#pragma acc enter ") == ["data"]
    assert "max" in await labels(editor, "#pragma acc parallel loop reduction(")
    assert await labels(editor, "#pragma acc parallel loop default(") == ["none", "present"]
    variables = await labels(editor, "#pragma acc parallel loop copyin(")
    assert {"readonly", "a", "n", "total"} <= set(variables)
    assert "zero" not in variables
    assert "f" not in variables
    assert await labels(editor, "#pragma acc parallel loop deviceptr(") == ["a"]
    assert await labels(editor, "  total = 1;") == []


async def test_words_of_directives_are_highlighted(editor: Editor) -> None:
    uri = editor.open("f.c", TEXT)
    found = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
    assert found is not None
    assert len(found.data) % 5 == 0
    line, column, words = 0, 0, []
    for i in range(0, len(found.data), 5):
        delta, start, length = found.data[i : i + 3]
        column = start if delta else column + start
        line += delta
        words.append(TEXT.splitlines()[line][column : column + length])
    assert words[:4] == ["parallel", "loop", "pcopy", "a"]


async def test_regions_fold_and_are_symbols(editor: Editor) -> None:
    uri = editor.open("f.c", TEXT)
    folds = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(document(uri)))
    assert (6, 10) in [(fold.start_line, fold.end_line) for fold in folds or []]
    symbols = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document(uri)))
    data = next(s for s in symbols or [] if s.name == "acc data")
    assert isinstance(data, types.DocumentSymbol)
    assert [child.name for child in data.children or []] == ["acc parallel loop"]


async def test_a_compiler_confirms_in_the_background(editor: Editor) -> None:
    uri = editor.open("f.c", TEXT)

    async def told() -> str:
        (found,) = [d for d in await editor.diagnostics(uri) if d.code == "LW101"]
        return found.message

    await settled(told, lambda message: "says so too" in message)


BETWEEN = """void f(int n, double *a, double *s) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
    *s = a[0];
  }
}
"""


async def test_data_is_followed_in_the_background(editor: Editor) -> None:
    uri = editor.open("g.c", BETWEEN)
    await editor.diagnostics(uri)
    found = await settled(lambda: editor.diagnostics(uri), lambda told: any(d.code == "LW701" for d in told))
    stale = next(d for d in found if d.code == "LW701")
    assert stale.range.start.line == 5
    assert [place.location.range.start.line for place in stale.related_information or []] == [3, 1]
