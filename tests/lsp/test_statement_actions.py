"""Quick-fixes for directives that stand above no loop, over the wire."""

from __future__ import annotations

from pathlib import Path

from lsp_editor import Editor, without_model
from pytest_lsp import LanguageClient

pytestmark = without_model

TEXT = """void store(int n, double *u) {
#pragma acc update self(u[0:n])
  write_field(n, u);
}
void keep(int m, double *w) {
  write_field(m, w);
  int twice = 2 * m;
}
static double half(double x) { return x / 2; }
void f(int n, double *a, const int *k) {
#pragma acc parallel loop copy(a[0:n]) copyin(k[0:n])
  for (int i = 0; i < n; i++) {
    a[k[i]] += half(1.0);
  }
}
"""


async def test_what_the_file_writes_beside_such_a_statement(vscode: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(vscode, tmp_path)
    uri = editor.open("field.c", TEXT)
    first, *_ = await editor.actions(uri, 5)
    assert first.title.startswith("update self(w[0:m]) · ")
    assert first.title.endswith(", as in field.c:2")
    assert "proved" not in first.title
    assert first.edit is not None
    assert "new_text='  #pragma acc update self(w[0:m])" in str(first.edit)
    assert await editor.actions(uri, 6) == []


async def test_what_the_analysis_calls_for(vscode: LanguageClient, tmp_path: Path) -> None:
    editor = Editor(vscode, tmp_path)
    uri = editor.open("field.c", TEXT)
    assert any("routine seq" in action.title for action in await editor.actions(uri, 8))
    assert any("atomic update" in action.title for action in await editor.actions(uri, 12))
