"""What is on the device already has as many elements in a trial as what is moved: a loop that fills it writes nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

PLACED = """void f(double *restrict psi, double *restrict p) {
#pragma acc data CLAUSE copyout(p[0:66049])
  {
    for (int i = 0; i < 257; i++)
      for (int j = 0; j < 257; j++) {
        int idx = i * 257 + j;
        psi[idx] = i + j;
        p[idx] = i - j;
      }
  }
}
"""


@pytest.mark.parametrize("clause", ["present(psi)", "deviceptr(psi)", "present(psi[0:66049])"])
def test_a_large_array_in_place_is_as_large_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clause: str
) -> None:
    file = tmp_path / "a.c"
    file.write_text(PLACED.replace("CLAUSE", clause))
    command = ["suggest", str(file), "--line", "4", "--no-model", "--no-project", "--no-compiler", "--test", "--json"]
    assert main(command) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    tested = loop["candidates"][0]["tested"]
    assert tested["agreed"], tested
