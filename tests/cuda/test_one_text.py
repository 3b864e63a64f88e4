"""The same file gives the same translation each time."""

from __future__ import annotations

from pathlib import Path

from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

LAMBDAS = Path(__file__).parent / "programs" / "lambdas_by_value.cu"


def test_values_that_lambdas_hold_are_named_in_one_order() -> None:
    text = LAMBDAS.read_text("utf-8")
    kept = []  # trees that stay have other addresses than the next one
    for _ in range(12):
        kept.append(translate_file(parse(text, "k.cu", "cuda")))
    assert len({translation.text for translation in kept}) == 1
    assert "w_held = w;" in kept[0].text
