"""What a single iteration leaves in a variable comes home: the directive copies it, and is no proof where nothing does."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.pipeline import Tools, at_once

TEXT = """#include <stdio.h>
int last, b[40];
int other(int n, int *a) {
#pragma acc parallel loop
  for (int i = 0; i < n; i++) a[i] = b[i];
  return 0;
}
int main(void) {
  for (int i = 0; i < 40; i++) b[i] = i * i;
AROUND  for (int i = 0; i < 40; i++) if (i == 39) last = b[i]; // here
  printf("%d\\n", last);
}
"""


def _shown(text: str) -> tuple[Outline, list[tuple[str, str]]]:
    outline = Outline(parse(text, "a.c"))
    loop = outline.loop_on(text[: text.index("// here")].count("\n"))
    assert loop is not None
    shown = at_once(outline, loop, Path("a.c"), Tools()).suggestion.candidates
    return outline, [(c.directive, c.verdict.verdict) for c in shown]


def test_every_candidate_copies_it() -> None:
    _, shown = _shown(TEXT.replace("AROUND", ""))
    assert len(shown) > 1
    assert [text for text, _ in shown if "copy(last)" not in text] == []
    assert {verdict for _, verdict in shown} == {"proved"}


@pytest.mark.parametrize(("around", "is_shared"), [("parallel", False), ("parallel copy(last)", True)])
def test_in_a_region_it_has_to_be_shared_by_all_gangs(around: str, is_shared: bool) -> None:
    text = TEXT.replace("AROUND", f"#pragma acc {around}\n  {{\n").replace("  printf", "  }\n  printf")
    _, shown = _shown(text)
    words = {verdict for text, verdict in shown if text.startswith("loop")}
    assert ("proved" in words) is is_shared, shown


def test_it_comes_home_from_a_device(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = TEXT.replace("AROUND", "")
    outline = Outline(parse(text, "a.c"))
    loop = outline.loop_on(text[: text.index("// here")].count("\n"))
    assert loop is not None
    (rule,) = [c for c in at_once(outline, loop, Path("a.c"), Tools()).suggestion.candidates if c.by_rule]
    path = tmp_path / "a.c"
    path.write_bytes(apply_edits(outline.source.data, rule.edits))
    assert main(["run", str(path)]) == 0
    assert capfd.readouterr().out.startswith("1521\n")
