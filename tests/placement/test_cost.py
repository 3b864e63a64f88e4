"""What it costs to follow the pointers of a program: counted, for time says little on a busy machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.placement.plan import placed
from loopwright.residence import layout
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

PROGRAM = """#include <stdlib.h>
typedef struct { int rows, columns; double *data, *spare; } grid;
static void step(grid *g) {
#pragma acc parallel loop copy(g->data[0:100])
  for (int i = 0; i < 100; i++) g->data[i] *= 2.0;
}
int main(void) {
  grid g;
  g.rows = g.columns = 10;
  g.data = malloc(g.rows * g.columns * sizeof *g.data);
USES
  free(g.data);
  return 0;
}
"""
USES = "  step(&g);\n  g.spare = g.data;\n  if (g.rows > g.columns) g.data = g.spare;\n"


def test_where_a_member_lies_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    whole = layout._layout
    monkeypatch.setattr(layout, "_layout", lambda scopes, base, depth: asked.append(base) or whole(scopes, base, depth))

    def layouts(uses: int) -> int:
        asked.clear()
        code = PROGRAM.replace("USES", USES * uses)
        assert placed([(Path("a.c"), Outline(parse(code, language="c")))]).reason == ""
        return asked.count("grid")

    assert 0 < layouts(30) == layouts(1)
