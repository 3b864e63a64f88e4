"""Moves of data that the project makes in other functions, where they would do nothing here."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.memory.index import Index
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.equivalent import equivalent
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


def shown(folder: Path, text: str, name: str = "a.cpp") -> list[str]:
    """What is shown at the line that holds `HERE`, of the project too."""
    (folder / ".git").mkdir(parents=True)
    (folder / name).write_text(text)
    index = Index(folder, None)
    index.refresh()
    return [directive for directive, _ in standing_at(name, text, index)]


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


QUEUES = """void first(int n, double *a) {
#pragma acc parallel loop present(a[0:n]) async(one)
  for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc wait(one)
  report(n);
}
void second(int n, double *a, double *b) {
#pragma acc parallel loop present(a[0:n]) async(one)
  for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc parallel loop present(b[0:n]) async(two)
  for (int i = 0; i < n; i++) b[i] *= 2;
  // HERE
  report(n);
}
"""


def test_a_wait_is_for_all_work_that_was_started(tmp_path: Path) -> None:
    assert "wait(one)" not in shown(tmp_path, QUEUES)
    assert any(directive in ("wait(one,two)", "wait") for directive in shown(tmp_path / "again", QUEUES))


# Of two pointers of `second` the other function has no second.
ONE_FOR_TWO = """void first(Row x, Row a, Row &ax) {
  unsigned long n = x.size();
  double *x_val = new double[n];
  double *ax_val = new double[n];
  for (unsigned long i = 0; i < n; ++i) x_val[i] = x.get(i);
#pragma acc data copyin(n, x_val[0:n]) copyout(ax_val[0:n])
#pragma acc kernels
  for (unsigned long i = 0; i < n; ++i) ax_val[i] = 2 * x_val[i];
  for (unsigned long i = 0; i < n; ++i) ax.set(i, ax_val[i]);
}
void second(Row z, Row a, Row &az) {
  unsigned long n = z.size();
  double *z_re = new double[n];
  double *z_im = new double[n];
  double *az_re = new double[n];
  double *az_im = new double[n];
  for (unsigned long i = 0; i < n; ++i) z_re[i] = z_im[i] = z.get(i);
#pragma acc kernels
  for (unsigned long i = 0; i < n; ++i) { // HERE
    az_re[i] = 2 * z_re[i];
    az_im[i] = 2 * z_im[i];
  }
  for (unsigned long i = 0; i < n; ++i) az.set(i, az_re[i], az_im[i]);
}
"""


def test_a_region_holds_all_pointers_of_its_loop(tmp_path: Path) -> None:
    first = shown(tmp_path, ONE_FOR_TWO)[0]
    assert equivalent(first, "data copyin(n,z_re[0:n],z_im[0:n]) copyout(az_re[0:n],az_im[0:n])"), first


MEMBERS = """struct Part { double *rate, *kind; int n; };
struct Phase { struct Part solid, fluid; int steps; };
int fetch_solid(struct Phase *p) {
  if (p->steps) {
#pragma acc update self(p->solid.rate[0:p->solid.n])
#pragma acc update self(p->solid.kind[0:p->solid.n])
  }
  return 0;
}
int take_solid(struct Phase *p) {
  if (p->steps) {
#pragma acc exit data copyout(p->solid.rate[0:p->solid.n])
#pragma acc exit data copyout(p->solid.kind[0:p->solid.n])
  }
  return 0;
}
int fetch_fluid(struct Phase *p) {
  if (p->steps) {
#pragma acc update self(p->fluid.rate[0:p->fluid.n])
#pragma acc update self(p->fluid.kind[0:p->fluid.n])
  } // HERE
  return 0;
}
"""


def test_what_only_fetches_takes_nothing_away_and_is_of_its_own_member(tmp_path: Path) -> None:
    found = shown(tmp_path, MEMBERS)
    assert not any("exit data" in directive or "solid" in directive for directive in found), found


READ_UNDER_ANOTHER_NAME = """struct Picture { unsigned char *pixels; int n; };
void save(struct Picture picture);
void grey(int n) {
  unsigned char *out = new unsigned char[n];
  for (int i = 0; i < n; i++) out[i] = 0;
  { // HERE
#pragma acc parallel loop
    for (int i = 0; i < n; i++) out[i] += i;
  }
  Picture picture{out, n};
  save(picture);
}
"""


def test_what_another_name_leads_to_comes_back(tmp_path: Path) -> None:
    assert shown(tmp_path, READ_UNDER_ANOTHER_NAME)[0] == "data copy(out[0:n])"


def test_a_declaration_has_the_level_of_its_definition(tmp_path: Path) -> None:
    (tmp_path / "b.cpp").write_text("""#include "a.h"
#pragma acc routine vector
void scale(int n, double *a) {
#pragma acc loop vector
  for (int i = 0; i < n; i++) a[i] *= 2;
}
void all(int n, int m, double *a) {
#pragma acc parallel loop gang present(a[0:n*m])
  for (int j = 0; j < m; j++) scale(n, a + j * n);
}
""")
    text = """#pragma acc routine seq
double one(double x);
#pragma acc routine seq
double two(double x);
void scale(int n, double *a); // HERE
"""
    assert shown(tmp_path, text, "a.h")[0] == "routine vector"


BETWEEN = {
    "nothing": ("", True),
    "pointers are exchanged": ("double *w = first; first = second; second = w;", True),
    "the host writes": ("first[0] = 1;", False),
    "a function may write": ("fill(first, n);", False),
}


@pytest.mark.parametrize("between", BETWEEN)
def test_what_was_brought_is_brought_again_only_where_the_host_has_written(between: str) -> None:
    code, pointless = BETWEEN[between]
    text = f"""void kernels_on(int n); void fill(double *p, int n); void tick(int *at);
void f(int n, double *first, double *second) {{
  int at;
  for (int i = 0; i < n; i++) {{ first[i] = i; second[i] = 0; }}
  tick(&at);
#pragma acc update device(first[0:n], second[0:n])
  tick(&at);
  kernels_on(n);
  {code}
  tick(&at); // HERE
}}
"""
    outline = Outline(parse(text.encode(), "a.c"))
    directive = parse_directive("update device(first[0:n],second[0:n])")
    assert is_pointless(outline, text.rindex("tick"), directive) is pointless
