"""What a directive of the project says of other variables, other functions and other sides is not carried over as it stands: at `loopwright suggest`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.asked import asked

MEMBERS = """\
typedef struct { double *p, *f; } Cells;
typedef struct { Cells *cells; int n; } World;
void place(World *w, double dt) {
  int n = w->n;
#pragma acc parallel loop gang vector present(w->cells->p[0:n], w->cells->f[0:n])
  for (int i = 0; i < n; i++) w->cells->p[i] += dt * w->cells->f[i];
}
void push(World *w, double dt) {
  int n = w->n;
  for (int i = 0; i < n; i++) w->cells->f[i] -= dt * w->cells->p[i]; // HERE
}
"""
ONE_OBJECT = """\
struct world { int n; double t; };
void step(struct world *w) {
#pragma acc parallel loop gang vector present(w[0:1])
  for (int i = 0; i < 10; i++) w->t += i;
}
void set(float *restrict row, float value, int length) {
  for (int i = 0; i < length; i++) row[i] = value; // HERE
}
"""
TAKEN = """\
#include <stdlib.h>
void solve(int n, double *x, double *k) {
#pragma acc parallel loop present(x[0:n], k[0:n])
  for (int i = 0; i < n; i++) x[i] += k[i];
}
void to(int n, int f, double *x, double *k) {
  switch (f) { // HERE
  case 1: break;
  }
}
void from(int n, int f, double *x, double *k) {
#pragma acc exit data delete(k[0:n]) copyout(x[0:n])
  switch (f) {
  case 1: break;
  }
}
"""
ON_THE_HOST = """\
#include <stdlib.h>
static void give_back(void *p) { free(p); }
static void through(void *p) { give_back(p); }
static double half(double x) { return x / 2; }
void destroy(char **cells, double *a) {
  for (int i = 0; i < 6; ++i) CALL; // HERE
}
void zero(int n, float *x) {
#pragma acc parallel loop gang vector independent present(x[0:n])
  for (int i = 0; i < n; ++i) x[i] = 0;
}
"""


def test_members_are_not_the_object_that_they_are_in(tmp_path: Path, capsys) -> None:
    found = asked(tmp_path, MEMBERS, capsys)
    assert found[0] == "parallel loop gang vector present(w->cells->p[0:n],w->cells->f[0:n])"
    assert not any("present(w[" in each for each in found)


def test_the_section_of_one_object_is_not_that_of_an_array(tmp_path: Path, capsys) -> None:
    found = asked(tmp_path, ONE_OBJECT, capsys)
    assert "row[0:length]" in found[0]
    assert not any("row[0:1]" in each for each in found)


def test_what_is_taken_away_already_and_brought_nowhere_is_to_be_brought(tmp_path: Path, capsys) -> None:
    found = asked(tmp_path, TAKEN, capsys)
    assert found[0].startswith("enter data copyin(")
    assert not any(each.startswith("exit data") for each in found)


def test_where_it_is_brought_the_mirror_stays(tmp_path: Path, capsys) -> None:
    brought = (
        TAKEN
        + "void start(int n, double *x, double *k) {\\n#pragma acc enter data copyin(x[0:n], k[0:n])\\n}\\n".replace(
            "\\n", "\n"
        )
    )
    assert not any(each.startswith("enter data") for each in asked(tmp_path, brought, capsys))


@pytest.mark.parametrize(
    ("call", "is_host"), [("give_back(cells[i])", True), ("through(cells[i])", True), ("a[i] = half(a[i])", False)]
)
def test_a_loop_that_works_on_the_host_through_a_function_in_sight_is_no_kernel(
    tmp_path: Path, capsys, call: str, is_host: bool
) -> None:
    found = asked(tmp_path, ON_THE_HOST.replace("CALL", call), capsys)
    assert any(each.startswith("parallel") for each in found) != is_host
