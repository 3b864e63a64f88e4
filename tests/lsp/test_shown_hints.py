"""Hints that are shown after an edit are those that a file has which was never shown before."""

from __future__ import annotations

import random

from loopwright.cancellation import Patience
from loopwright.lsp.documents import Documents, Snapshot
from loopwright.lsp.shown_hints import ShownHints
from loopwright.suggest.worth import profile
from lsprotocol import types

URI = "file:///shown.c"
LOOP = "void f{n}(int n, double *restrict a) {{\n  for (int i = 0; i < n; i++) a[i] = {n};\n  for (int j = 0; j < n; j++) a[j] += 1;\n}}\n"
INNER = "#pragma acc parallel loop\nfor (;;)\n#pragma acc loop\nfor (;;) ;\n"


def _opened(documents: Documents, text: str) -> Snapshot:
    return documents.open(types.TextDocumentItem(URI, "c", 0, text))


def _shown(hints: ShownHints, snapshot: Snapshot) -> list[types.Diagnostic]:
    return hints.of(snapshot, profile(), Patience(), "utf-16")


def test_what_stays_is_the_same_object() -> None:
    documents, hints = Documents(), ShownHints()
    text = "".join(LOOP.format(n=n) for n in range(4))
    before = _shown(hints, _opened(documents, text))
    after = _shown(hints, _opened(documents, text.replace("a[i] = 2", "a[i] = 7")))
    assert len(before) == len(after) == 8
    assert [one is other for one, other in zip(before, after, strict=True)] == [True] * 4 + [False] * 2 + [True] * 2


def test_after_any_edit() -> None:
    documents, hints, drawn = Documents(), ShownHints(), random.Random(17)
    parts = [LOOP.format(n=n) for n in range(5)]
    for number in range(60):
        at = drawn.randrange(len(parts))
        kind = drawn.randrange(6)
        if kind == 0:
            parts.insert(
                at, drawn.choice(["\n", "// ä\n", "int x; ", f"void g() {{\n{INNER}}}\n", LOOP.format(n=number + 9)])
            )
        elif kind == 1 and len(parts) > 2:
            del parts[at]
        elif kind == 2:
            parts[at] = parts[at].replace("a[j] += 1", "a[j] = a[j - 1]")
        elif kind == 3:
            parts[at] = parts[at].replace("  for", "/* 𝔸 */ for")
        elif kind == 4:
            parts[at] = parts[at].replace("i = 0", "i = 1")
        else:
            drawn.shuffle(parts)
        snapshot = _opened(documents, "".join(parts))
        assert _shown(hints, snapshot) == _shown(ShownHints(), snapshot)


def test_a_file_that_is_closed_is_forgotten() -> None:
    hints = ShownHints()
    assert _shown(hints, _opened(Documents(), LOOP.format(n=0)))
    hints.forget(URI)
    assert not hints._last
