"""A version of a file that nobody asks for any more goes at once: a collector of cycles would stop the server for it later."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.check.run import CheckOptions, between_directives, check
from loopwright.lsp.documents import Documents, Snapshot
from loopwright.suggest.facts import facts_of
from loopwright.suggest.hints import hints_of
from loopwright.suggest.worth import profile
from lsprotocol import types

TEXT = """static double half(double x) { return x / 2; }
void f(int n, double *a, const double *b) {
#pragma acc data copyin(b[0:n]) copyout(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] = half(b[i]);
    for (int i = 0; i < n; i++) a[i] += 0.2 * b[i];
  }
}
"""


def ask_all(snapshot: Snapshot, documents: Documents) -> None:
    """What an editor asks of a version."""
    for _ in range(2):
        outline = snapshot.outline
        assert list(hints_of(outline, profile()))
        check(outline)
        between_directives(outline, CheckOptions(units=lambda: ()))
        assert [facts_of(outline, loop).verdict.verdict for loop in outline.loops]
        snapshot.follow(documents.opened, CancelToken())


def test_an_old_version_goes_with_the_edit_that_replaces_it(tmp_path: Path) -> None:
    documents, uri = Documents(), (tmp_path / "a.c").as_uri()
    line, column = next((n, row.index("0.2")) for n, row in enumerate(TEXT.split("\n")) if "0.2" in row)
    place = types.Range(types.Position(line, column), types.Position(line, column + 3))
    ask_all(documents.open(types.TextDocumentItem(uri, "c", 1, TEXT)), documents)
    gc.collect()
    gc.disable()
    try:
        known = []
        for version in range(2, 6):
            change = types.TextDocumentContentChangePartial(place, f"0.{version}")
            snapshot = documents.change(uri, version, [change])
            assert snapshot is not None
            ask_all(snapshot, documents)
            known.append(weakref.ref(snapshot.outline))
            del snapshot
        assert [each() is not None for each in known] == [False, False, False, True]
    finally:
        gc.enable()


def test_who_still_asks_an_old_version_gets_its_answers(tmp_path: Path) -> None:
    documents, uri = Documents(), (tmp_path / "a.c").as_uri()
    before = documents.open(types.TextDocumentItem(uri, "c", 1, TEXT))
    told = [facts_of(before.outline, loop) for loop in before.outline.loops]
    documents.change(uri, 2, [types.TextDocumentContentChangeWholeDocument("int x;\n")])
    assert [facts_of(before.outline, loop) for loop in before.outline.loops] == told
