"""A loop that is independent under a condition on sizes gets it as an `if` clause; where it is false the host runs the loop, on data that
live on the device otherwise."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.device.run import Limits, run_program

PROGRAM = """#include <stdio.h>
#include <stdlib.h>
static void scale(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = 0.5 * a[i] + 1;
}
static void spread(int n, int k, double *a) {
  for (int i = 0; i < n / 4; i++) a[i * k] = 0.25 * i;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4000;
  double *a = malloc(n * sizeof *a), sum = 0;
  for (int i = 0; i < n; i++) a[i] = i;
  for (int t = 0; t < 6; t++) {
    scale(n, a);
    spread(n, (t + argc) % 3, a);
  }
  for (int i = 0; i < n; i++) sum += (i % 7) * a[i];
  printf("%.9e %.9e\\n", sum, a[0]);
  free(a);
  return 0;
}
"""


def test_both_ways_give_what_the_serial_program_gives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o755)
    path, out = tmp_path / "a.c", tmp_path / "out.c"
    path.write_text(PROGRAM)
    assert main(["annotate", str(path), "--no-compiler", "-o", str(out)]) == 0
    text = out.read_text()
    assert "if(0 < n / 4 && k >= 1)" in text
    assert "update self(a[" in text
    assert text.count("if(0 < n / 4 && !(k >= 1))") == 2
    subprocess.run(["gcc", "-O1", str(path), "-o", str(tmp_path / "serial")], check=True)
    expected = subprocess.run([str(tmp_path / "serial")], check=True, capture_output=True, text=True).stdout
    report = run_program([out], [], compile_flags=["-O1", "-w"], link_flags=[], limits=Limits())
    assert (report.exit, report.stdout) == (0, expected)
    assert not [finding for finding in report.findings if finding.severity in ("error", "warning")]


def test_each_loop_alone_stays_on_the_host(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a plan nobody fetches what the host needs where the condition is false."""
    path, out = tmp_path / "a.c", tmp_path / "out.c"
    path.write_text(PROGRAM.replace("int main(int argc", "int start(int argc"))
    assert main(["annotate", str(path), "--no-compiler", "-o", str(out)]) == 0
    assert "if(" not in out.read_text().replace("if (", "")
