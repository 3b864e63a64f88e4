"""Loops that stand directly in each other do so with comments between them, and only then may a directive take them together
(OpenACC 3.4, section 2.9.1)."""

from __future__ import annotations

from pathlib import Path

import pytest
from asked import asked
from loopwright.memory.places import place_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import nest_of

NEST = """void scale(int n, int m, float a[64][64], float b[64][64], float c) {{
#pragma acc parallel loop collapse(2) copyin(b) copy(a)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) a[i][j] += b[i][j];
  for (int i = 0; i < 64; i++) {before} // HERE
    for (int j = 0; j < 64; j++) {{
      a[i][j] = b[i][j] * 2;
    }} {behind}
  {end}
}}
"""
TOGETHER = [
    ("{", "", "}"),
    ("", "", ""),
    ("{ // every column", "", "}"),
    ("{ /* every column */", "// j", "} // i"),
    ("{\n    // 1\n    // 2: {\n    /* 3 } */", "/* ; */", "}"),
    ("/* bare */", "", ""),
]
APART = [
    ("{ c += 1;", "", "}"),
    ("{ /* first */ c += 1; // then", "", "}"),
    ("{", "c += 1;", "}"),
    ("{ // every column", "// and\n    b[i][0] = c;", "}"),
]


@pytest.mark.parametrize(("before", "behind", "end"), TOGETHER)
def test_comments_stand_in_no_ones_way(
    before: str, behind: str, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = NEST.format(before=before, behind=behind, end=end)
    assert "collapse(2)" in asked(tmp_path, text, capsys)[0]


@pytest.mark.parametrize(("before", "behind", "end"), APART)
def test_a_statement_does(
    before: str, behind: str, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = NEST.format(before=before, behind=behind, end=end)
    assert not any("collapse" in directive for directive in asked(tmp_path, text, capsys))


@pytest.mark.parametrize(("parts", "count"), [*((parts, 2) for parts in TOGETHER), *((parts, 1) for parts in APART)])
def test_the_project_and_the_analysis_count_the_same_loops(parts: tuple[str, str, str], count: int) -> None:
    before, behind, end = parts
    outline = Outline(parse(NEST.format(before=before, behind=behind, end=end).encode(), "a.c"))
    loop = outline.loops[2]
    assert place_of(outline, loop).nest == count
    assert len(nest_of(outline, loop)) == count


@pytest.mark.parametrize("behind", ["#ifdef TRACE\n    c += 1;\n#endif\n"])
def test_what_another_build_has_behind_a_loop_counts(behind: str) -> None:
    outline = Outline(parse(NEST.format(before="{", behind=f"\n{behind}", end="}").encode(), "a.c"))
    assert len(nest_of(outline, outline.loops[2])) == 1
