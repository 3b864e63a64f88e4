"""Data stay with their loops where code was not looked at: a branch of `#if` that was left out may write them on the host."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main

PROGRAM = """#include <stdlib.h>
int m = 1;
static void step(int n, float *a) {
  for (int i = 0; i < n; i++) a[i] = a[i] * 1.5f + 1;
}
static void poke(int n, float *a) {
HIDDEN
}
int main(void) {
  int n = 100000;
  float *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = i;
  for (int t = 0; t < 10; t++) { step(n, a); poke(n, a); }
  int wrong = a[0] == 3;
  free(a);
  return wrong;
}
"""
BODIES = {
    "all is seen": ("  a[0] = 100;", True),
    "a branch that was left out": (
        "#ifdef A\n  if (n > 3) {\n#else\n  a[0] = 100;\n  if (m) {\n#endif\n    m++;\n  }",
        False,
    ),
    "nested too deeply": ("{" * 300 + "a[0] = 100;" + "}" * 300, False),
}


@pytest.mark.parametrize("name", BODIES)
def test_data_are_placed_where_all_is_seen(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    body, is_placed = BODIES[name]
    path, out = tmp_path / "a.c", tmp_path / "out.c"
    path.write_text(PROGRAM.replace("HIDDEN", body))
    assert main(["annotate", str(path), "--no-compiler", "-o", str(out)]) == 0
    said = capsys.readouterr()
    text = out.read_text()
    assert ("enter data" in text) == is_placed
    assert "parallel loop" in text
    assert ("not looked at" in said.out + said.err) != is_placed
