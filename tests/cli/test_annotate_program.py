"""`loopwright annotate` of several files and folders: what it writes, plans and checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

SOLVER = """void relax(double *v, const double *w, int n) {
  for (int i = 1; i < n - 1; i++) v[i] = 0.25 * w[i - 1] + 0.5 * w[i] + 0.25 * w[i + 1];
}
"""
MAIN = """#include <stdio.h>
#include <stdlib.h>
void relax(double *v, const double *w, int n);
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  double *v = calloc(n, sizeof *v), *w = calloc(n, sizeof *w);
  w[n / 2] = 1.0;
  for (int t = 0; t < 20; t++) {
    relax(v, w, n);
    relax(w, v, n);
  }
  printf("%.6e\\n", w[n / 2]);
  free(v);
  free(w);
  return 0;
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    place = tmp_path / "src"
    place.mkdir()
    (place / "main.c").write_text(MAIN, "utf-8")
    (place / "solver.c").write_text(SOLVER, "utf-8")
    return place


def test_a_folder_is_one_program(folder: Path) -> None:
    out = folder.parent / "out"
    assert main(["annotate", str(folder), "-o", str(out), "--no-compiler"]) == 0
    text = (out / "main.c").read_text("utf-8")
    assert text.count("#pragma acc enter data") == 2
    assert "#pragma acc update self(w[n / 2:1])" in text
    assert "#pragma acc parallel loop" in (out / "solver.c").read_text("utf-8")
    assert (folder / "main.c").read_text("utf-8") == MAIN


def test_a_plan_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder.parent / "out"
    assert main(["annotate", "--plan", str(folder), "-o", str(out), "--no-compiler"]) == 0
    told = capsys.readouterr().out
    assert "main.c:6: v: from its allocation to its release" in told
    assert "update self(w[n / 2:1])" in told
    assert not out.exists()


def test_the_plan_as_a_document(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["annotate", "--plan", "--json", str(folder), "--no-compiler"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [Path(file["file"]).name for file in document["files"]] == ["main.c", "solver.c"]
    assert {each["name"]: each["resident"] for each in document["plan"]["objects"]} == {"v": True, "w": True}
    assert document["plan"]["transfers"]


def test_of_several_files_the_changes_are_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["annotate", str(folder / "main.c"), str(folder / "solver.c"), "--no-compiler"]) == 0
    told = capsys.readouterr().out
    assert "+  #pragma acc exit data delete(v[0:1])" in told
    assert "+  #pragma acc parallel loop" in told


def test_what_prints_the_same_is_written_after_a_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder.parent / "out"
    assert main(["annotate", "--check", str(folder), "-o", str(out), "--no-compiler", "--", "300"]) == 0
    assert "check: prints the same on the emulated device" in capsys.readouterr().err
    assert (out / "main.c").exists()


def test_a_folder_without_sources_is_bad_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["annotate", str(tmp_path)]) == 2
    assert "no C or C++ file" in capsys.readouterr().err
