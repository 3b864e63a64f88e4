"""In an editor, too, another file takes back what was said of the open one alone."""

from __future__ import annotations

from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.dependence.decide.judge import judge
from loopwright.lsp.documents import Documents
from lsprotocol import types

TEXT = """extern int a[16], b[16];
void f(int n) { for (int i = 0; i < n - 1; i++) a[i + 1] = b[i] + 1; }
int main(void) { f(16); return a[1]; }
"""


def test_a_second_name_in_another_file_is_heard_of(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.c").write_text(TEXT)
    (tmp_path / "b.c").write_text('int a[16]; extern int b[16] __attribute__((alias("a")));\n')
    documents = Documents()
    snapshot = documents.open(types.TextDocumentItem((tmp_path / "a.c").as_uri(), "c", 1, TEXT))
    assert judge(snapshot.outline, snapshot.outline.loops[0]).verdict == "proved"
    assert snapshot.follow(documents.opened, CancelToken())
    assert judge(snapshot.outline, snapshot.outline.loops[0]).verdict == "unknown"
