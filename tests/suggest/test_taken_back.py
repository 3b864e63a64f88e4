"""What a method takes away from the device that another one has brought: with its values where the host has no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.memory.index import Index

from tests.suggest.asked import standing_at

FIELD = """class Field {
  double *u; double *c; int n;
public:
  void toDevice() {
#pragma acc enter data copyin(u[0:n], c[0:n])
  }
  void scale() {
#pragma acc parallel loop present(u[0:n], c[0:n])
    for (int i = 0; i < n; i++) u[i] *= c[i];
  }
  MORE
  void fromDevice() {
    // HERE
  }
};
class Other {
  double *w; int m;
public:
  void toDevice() {
#pragma acc enter data copyin(w[0:m])
  }
  void fromDevice() {
#pragma acc exit data CLAUSE(w[0:m])
  }
};
"""
FETCHED = """void updateHost() {
#pragma acc update self(u[0:n])
  }"""


@pytest.mark.parametrize(
    ("more", "clause", "wanted"),
    [
        ("", "delete", "exit data copyout(u[0:n]) delete(c[0:n])"),
        (FETCHED, "delete", "exit data delete(c[0:n],u[0:n])"),
        (FETCHED, "copyout", "exit data copyout(c[0:n],u[0:n])"),
    ],
)
def test_what_nothing_fetches_comes_back(tmp_path: Path, more: str, clause: str, wanted: str) -> None:
    text = FIELD.replace("MORE", more).replace("CLAUSE", clause)
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.cpp").write_text(text)
    index = Index(tmp_path, None)
    index.refresh()
    assert standing_at("a.cpp", text, index)[0][0] == wanted


LEFT = """#include <stdio.h>
#include <stdlib.h>
void more(int n, double *b);
int main(void) {
  int n = 1000;
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) a[i] = i;
#pragma acc enter data copyin(a[0:n]) create(b[0:n])
#pragma acc parallel loop present(a[0:n], b[0:n])
  for (int i = 0; i < n; i++) b[i] = 2 * a[i];
  // HERE
  printf("%g", b[7]);
  free(a);
  free(b);
}
"""


def test_what_is_taken_away_with_its_values_needs_no_update() -> None:
    assert [directive for directive, _ in standing_at("a.c", LEFT)] == ["exit data copyout(b[0:n]) delete(a[0:n])"]


ONE_OF_THREE = """void multiply(int n, int rounds, double *a, double *b, double *c) {
  // HERE
  for (int round = 0; round < rounds; round++) {
#pragma acc parallel loop present(a[0:n], b[0:n], c[0:n])
    for (int i = 0; i < n; i++) c[i] = a[i] * b[i];
  }
#pragma acc exit data copyout(c[0:n])
}
"""


def test_who_takes_one_argument_away_has_brought_all() -> None:
    assert standing_at("a.c", ONE_OF_THREE)[0][0] == "enter data copyin(a[0:n],b[0:n],c[0:n])"
