"""What is written of a report once is what is written each time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from loopwright.cancellation import Patience
from loopwright.lsp.documents import Documents
from loopwright.lsp.shown_hints import ShownHints
from loopwright.lsp.written import SentAgain, write_once, written
from loopwright.suggest.worth import profile
from lsprotocol import converters, types

URI = "file:///shown.c"
LOOP = "void f{n}(int n, double *restrict a) {{\n  for (int i = 0; i < n; i++) a[i] = {n};\n  for (int j = 0; j < n; j++) a[j] += 1;\n}}\n"


def told(kind: type[types.Diagnostic], number: int) -> types.Diagnostic:
    at = types.Position(number, 2)
    return kind(types.Range(at, at), f'"{number}\\ ä\u2028', types.DiagnosticSeverity.Hint, code="LW600")


def as_report(items: list[types.Diagnostic]) -> Any:
    report = types.RelatedFullDocumentDiagnosticReport(items=items, result_id="7")
    return types.DocumentDiagnosticResponse(id=1, result=report)


def as_pushed(items: list[types.Diagnostic]) -> Any:
    return types.PublishDiagnosticsNotification(types.PublishDiagnosticsParams(URI, items, 3))


@pytest.mark.parametrize("message", [as_report, as_pushed])
@pytest.mark.parametrize("known", [[], [0], [0, 1, 2, 3], [1, 3], [3]])
def test_the_message_is_the_same(message: Any, known: list[int]) -> None:
    kinds = [SentAgain if number in known else types.Diagnostic for number in range(4)]
    sent, plain = converters.get_converter(), converters.get_converter()
    write_once(sent)
    items = [told(kind, number) for number, kind in enumerate(kinds)]
    expected = plain.unstructure(message([told(types.Diagnostic, number) for number in range(4)]))
    for _ in range(2):  # the second time from what was written
        assert json.loads(written(message(items), sent.unstructure)) == expected
        assert json.loads(written(sent.unstructure(message(items)), sent.unstructure)) == expected


def test_after_an_edit_only_what_changed_is_written() -> None:
    converter, documents, hints = converters.get_converter(), Documents(), ShownHints()
    write_once(converter)

    def sent(text: str) -> int:
        """How many of the diagnostics of a report were not written before."""
        snapshot = documents.open(types.TextDocumentItem(URI, "c", 0, text))
        items = hints.of(snapshot, profile(), Patience(), "utf-16")
        assert len(items) == 40
        new = sum(1 for item in items if isinstance(item, SentAgain) and not item.text)
        assert written(as_pushed(items), converter.unstructure).count("LW600") == 40
        return new

    text = "".join(LOOP.format(n=n) for n in range(20))
    assert sent(text) == 40
    assert sent(text.replace("a[i] = 7", "a[i] = 70")) == 2
    assert sent(text) == 2
