"""`loopwright annotate` compiles what it would write: what does not compile is not written, and it says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

from tests.heat import MAIN, SOLVER
from tests.refusing import refusing


def annotated(folder: Path, compiler: Path, *more: str) -> dict[str, str]:
    out = folder.parent / "out"
    assert main(["annotate", str(folder), "-o", str(out), "--compiler", str(compiler), *more]) == 0
    return {path.name: path.read_text("utf-8") for path in out.iterdir()}


def test_where_nothing_is_refused_all_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = annotated(folder, refusing(folder.parent, "never there"), "--check", "--", "300")
    assert texts["main.c"].count("enter data") == 2
    assert "refuse" not in capsys.readouterr().err


def test_data_that_do_not_compile_in_one_function_are_not_placed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = annotated(folder, refusing(folder.parent, "acc update self"), "--check", "--", "300")
    assert texts["main.c"] == MAIN
    assert "copyout(v[" in texts["solver.c"]
    told = capsys.readouterr().err
    assert "note: no data are placed in main: gcc" in told
    assert "this is refused" in told
    assert "check: prints the same" in told


TWO = SOLVER + SOLVER.replace("relax", "again").replace("0.25 * w[i - 1]", "0.125 * w[i - 1]")


def test_loops_that_do_not_compile_are_left_in_their_function(folder: Path) -> None:
    main_ = MAIN.replace("    relax(w, v, n);", "    again(w, v, n);").replace(
        "int main", "void again(double *v, const double *w, int n);\nint main"
    )
    (folder / "main.c").write_text(main_, "utf-8")
    (folder / "solver.c").write_text(
        TWO.replace("  for (int i = 1; i < n - 1; i++) v[i] = 0.125", "  for (int i = 1; i < n - 1; ++i) v[i] = 0.125")
    )
    compiler = refusing(folder.parent, "acc parallel", above="++i", least=2)
    texts = annotated(folder, compiler, "--check", "--", "300")
    first, second = texts["solver.c"].split("void again")
    assert "#pragma acc parallel loop" in first
    assert "#pragma acc" not in second


def test_where_no_directive_compiles_the_files_stay_as_they_are(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["annotate", str(folder), "--json", "--compiler", str(refusing(folder.parent, "pragma acc"))]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [file["text"] for file in document["files"]] == [MAIN, SOLVER]


def test_a_file_that_does_not_compile_as_it_is_has_no_say(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = SOLVER.replace("double *", "double *restrict ")
    (folder / "solver.c").write_text('#include "nowhere.h"\n' + own, "utf-8")
    assert main(["annotate", str(folder), "-o", str(folder.parent / "out")]) == 0
    assert "note: solver.c is not compiled as a whole" in capsys.readouterr().err


GRID = """#pragma once
#include <vector>
class Grid {
 public:
  explicit Grid(int n) : n_(n), data_(n, 0.5) {}
  void relax();
  double at(int i) const { return data_[i]; }

 private:
  int n_;
  std::vector<double> data_;
};
"""
STEPS = '#pragma once\n#include "grid.h"\nvoid steps(Grid &g);\n'
GRID_CPP = """#include "grid.h"
#include "steps.h"
void Grid::relax() {
  for (int i = 0; i < n_; i++) data_[i] = 0.5 * data_[i] + 1.0;
}
void steps(Grid &g) {
  for (int t = 0; t < 5; t++) g.relax();
}
"""
MAIN_CPP = """#include <cstdio>
#include "steps.h"
int main() {
  Grid g(1000);
  steps(g);
  std::printf("%g\\n", g.at(3));
  return 0;
}
"""


def test_headers_are_compiled_as_they_are_to_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A header that another one includes gets methods that the files call."""
    tmp_path.chmod(0o755)
    place = tmp_path / "src"
    place.mkdir()
    for name, text in (("grid.h", GRID), ("steps.h", STEPS), ("grid.cpp", GRID_CPP), ("main.cpp", MAIN_CPP)):
        (place / name).write_text(text, "utf-8")
    out = tmp_path / "out"
    assert main(["annotate", str(place), "-o", str(out)]) == 0
    told = capsys.readouterr().err
    assert "enter_device_data" in (out / "grid.h").read_text("utf-8")
    assert "note" not in told
