"""Of a loop that is known to run nothing is asked: `annotate` writes no `if` clause about constants."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main

PROGRAM = """\
#define NX 4000
enum {{ NZ = 3000 }};
static const int NT = 2000;
static double u[NX][NX], v[NX][NX];
void step(int n, double *restrict a, const double *restrict b) {{
  for (int i = 1; i < {end} - 1; i++)
    for (int j = 1; j < NX - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}}
"""


@pytest.mark.parametrize(("end", "is_asked"), [("NX", False), ("NZ", False), ("n", True), ("n + NZ", True)])
def test_only_what_is_not_known_is_asked(
    end: str, is_asked: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "a.c", tmp_path / "out.c"
    path.write_text(PROGRAM.format(end=end))
    assert main(["annotate", str(path), "--no-compiler", "-o", str(out)]) == 0
    text = out.read_text()
    assert "#pragma acc parallel loop" in text
    assert ("if(" in text) is is_asked
