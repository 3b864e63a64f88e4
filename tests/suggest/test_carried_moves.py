"""Moves of data that the project makes in other functions, where they would do nothing here."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.memory.index import Index
from loopwright.openacc.directive import parse_directive
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.standing.carried_moves import is_pointless

from tests.suggest.asked import standing_at

# What `first` brings, `second` has too, and reads on the host alone.
ON_THE_HOST = """double pair(double x, double y);
void first(int n, int atoms, double *coords, double *values) {
  double *grid = new double[n];
#pragma acc enter data copyin(coords[0:atoms])
#pragma acc enter data create(grid[0:n])
  for (int a = 0; a < atoms; a++) {
#pragma acc parallel loop present(grid[0:n], coords[0:atoms])
    for (int i = 0; i < n; i++) grid[i] = coords[a] * i;
#pragma acc parallel loop present(grid[0:n], values[0:n])
    for (int i = 0; i < n; i++) values[i] += grid[i];
  }
#pragma acc exit data delete(grid[0:n], coords[0:atoms])
  delete[] grid;
}
void second(int n, int atoms, double *coords, double *values) {
  double *grid = new double[n];
  print_all(atoms, coords);
  // HERE
  for (int a = 0; a < atoms; a++) {
    double x = coords[a];
#pragma acc parallel loop present(grid[0:n])
    for (int i = 0; i < n; i++) grid[i] = x * i;
#pragma acc parallel loop present(grid[0:n], values[0:n])
    for (int i = 0; i < n; i++) values[i] += grid[i];
  }
#pragma acc exit data delete(grid[0:n])
  delete[] grid;
}
"""

# `weights` is the name of a parameter: in `second` it means nothing.
OF_A_PROTOTYPE = """void first(int n, double *weights, double *values);
void second(int n, double *values);
void first(int n, double *weights, double *values) {
  double *grid = new double[n];
#pragma acc enter data copyin(weights[0:n])
  use(grid, weights, values, n);
}
void second(int n, double *values) {
  double *grid = new double[n];
  // HERE
  use(grid, grid, values, n);
}
"""


# `n` of the other class is a number, here it is a function.
CALLED_LIKE_A_LENGTH = """class Row {
  double *values; int n;
public:
  Row(int size) : n(size) {
    values = new double[n];
#pragma acc enter data create(values[0:n])
    start(values, n);
  }
};
class Grid {
  double *values; int n_;
public:
  int n() const { return n_; }
  Grid(int size) : n_(size) {
    values = new double[n_];
    // HERE
    start(values, n());
  }
};
"""


OF_THE_LOOP = """void smooth(int n, int size, unsigned char *buffer, unsigned char *out) {
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
      int idx = i * 3;
      out[i] = buffer[idx];
    }
  }
}
"""


def shown(folder: Path, text: str) -> list[str]:
    """What is shown at the line that holds `HERE`, of the project too."""
    (folder / ".git").mkdir()
    (folder / "a.cpp").write_text(text)
    index = Index(folder, None)
    index.refresh()
    return [directive for directive, _ in standing_at("a.cpp", text, index)]


def test_what_the_host_alone_reads_is_not_brought(tmp_path: Path) -> None:
    found = shown(tmp_path, ON_THE_HOST)
    assert found[0] == "enter data create(grid[0:n])"
    assert not any("coords" in directive for directive in found)


def test_the_parameters_of_a_prototype_are_no_names_of_the_file(tmp_path: Path) -> None:
    assert not any("weights" in directive for directive in shown(tmp_path, OF_A_PROTOTYPE))


def test_a_function_is_no_length(tmp_path: Path) -> None:
    assert not any("[0:n]" in directive for directive in shown(tmp_path, CALLED_LIKE_A_LENGTH))


@pytest.mark.parametrize(("length", "wrong"), [("idx", True), ("i", True), ("size", False), ("UNSEEN", False)])
def test_a_variable_of_an_inner_block_is_no_length(length: str, wrong: bool) -> None:
    outline = Outline(parse(OF_THE_LOOP.encode(), "a.c"))
    directive = parse_directive(f"data copyin(buffer[0:n*{length}])")
    assert is_pointless(outline, OF_THE_LOOP.index("{\n#pragma"), directive) is wrong


def test_a_directive_without_what_it_moves_is_none(tmp_path: Path) -> None:
    """Where `grid` means nothing `update self(grid)` would be an `update` of nothing; the rules do not look into `#if 0`."""
    text = """#include <stdio.h>
void first(int n, double *grid) {
#pragma acc update self(grid[0:n])
  printf(" values of it: ");
  for (int i = 0; i < n; i++) printf("%g", grid[i]);
}
void second(int n) {
#if 0
  // HERE
  printf(" values of it: ");
  for (int i = 0; i < n; i++) printf("%d", i);
#endif
}
"""
    assert not any(directive in ("update", "exit data", "enter data") for directive in shown(tmp_path, text))
