"""What another text in the place of a file's would contain, also when the file's callers have been followed."""

from __future__ import annotations

from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.lsp.documents import Documents
from lsprotocol import types

TEXT = """void shift(double *x, double *y, int n) {
  for (int i = 0; i < n; i++) y[i] = x[i] + 1.0;
}
int main(void) { double a[11], b[11]; shift(a, b, 10); return 0; }
"""


def test_it_is_that_text_and_not_the_one_that_was_followed(tmp_path: Path) -> None:
    documents = Documents()
    snapshot = documents.open(types.TextDocumentItem((tmp_path / "a.c").as_uri(), "c", 1, TEXT))
    assert snapshot.follow(documents.opened, CancelToken())
    assert len(snapshot.outline.loops) == 1
    other = snapshot.with_text(TEXT.encode() + b"void f(int *k) { for (int i = 0; i < 9; i++) k[i] = 0; }\n")
    assert len(other.loops) == 2
