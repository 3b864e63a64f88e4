"""Sections in the way the project writes them, in a file that has none yet; by `loopwright suggest`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

HEAD = """struct buffer { double *data; int N() const; };
struct fields { buffer left, right, density, energy; };
"""
SIBLING = (
    HEAD
    + """void first(bool target, int n, fields &field) {
  double *left = field.left.data;
  double *right = field.right.data;
#pragma acc parallel loop gang if(target) present(left[:field.left.N()], right[:field.right.N()])
  for (int i = 0; i < n; i++) left[i] = 2 * right[i];
}
"""
)
ASKED = (
    HEAD
    + """void second(bool target, int n, fields &field) {
  double *density = field.density.data;
  double *energy = field.energy.data;
  double *left = field.left.data;
  for (int i = 1; i < n; i++) {
    double half = 0.5 * (density[i] + density[i - 1]);
    energy[i] = half * left[i] + energy[i];
  }
}
"""
)
WANTED = (
    "parallel loop gang if(target) present(density[:field.density.N()],energy[:field.energy.N()],left[:field.left.N()])"
)


@pytest.mark.parametrize("hidden", ["", "field"])
def test_bounds_that_name_the_array_are_written_for_other_arrays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, hidden: str
) -> None:
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    (root / "sibling.cpp").write_text(SIBLING, "utf-8")
    asked = root / "asked.cpp"
    # Where the struct has another name nobody can write the bounds that way.
    asked.write_text(ASKED.replace("&field)", "&all)").replace("field.", "all.") if hidden else ASKED, "utf-8")
    line = ASKED[: ASKED.index("for (")].count("\n") + 1
    assert main(["suggest", str(asked), "--json", "--no-model", "--no-compiler", "--line", str(line)]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    offered = [c["pragma"].removeprefix("#pragma acc ") for c in loop["candidates"]]
    assert (WANTED in offered) == (not hidden)
    assert not hidden or not any("field." in text for text in offered)


def test_an_array_that_nobody_knows_has_the_bounds_of_all_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`C` is a member of a class that no header here shows."""
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    before = """#include "base.h"
void Solver::add(int N, double *x, double *y) {
#pragma acc parallel loop present(x[0:N], y[0:N])
  for (int i = 0; i < N; i++) y[i] = x[i] + y[i];
}
void Solver::precondition(int N, double *x, double *y) {
"""
    (root / "a.cpp").write_text(before + "  for (int i = 0; i < N; i++) y[i] = C[i] * x[i];\n}\n", "utf-8")
    line = str(before.count("\n") + 1)
    assert main(["suggest", str(root / "a.cpp"), "--json", "--no-model", "--no-compiler", "--line", line]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    offered = [c["pragma"].removeprefix("#pragma acc ") for c in loop["candidates"]]
    assert "parallel loop present(x[0:N],y[0:N],C[0:N])" in offered
