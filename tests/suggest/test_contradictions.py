"""A directive of the project's own that this file's other directives contradict is not offered: at `loopwright suggest`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

from tests.suggest.asked import asked

QUEUES = """\
void both(int n, double *a, double *b) {
#pragma acc data copy(a[0:n], b[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc parallel loop async(2)
    for (int i = 0; i < n; i++) b[i] += 1;
#pragma acc wait
  }
}

void one(int n, double *c) {
#pragma acc data copy(c[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; i++) c[i] *= 2;
    for (int i = 0; i < n; i++) c[i] += 1; // HERE
#pragma acc wait
  }
}
"""
BROUGHT = """\
#include <stdio.h>
#include <stdlib.h>
static void scale(int n, double *x) {
#pragma acc parallel loop present(x[0:n])
  for (int i = 0; i < n; i++) x[i] *= 2.0;
}

static void shift(int n, double *y) {
  for (int i = 0; i < n; i++) y[i] += 2.0; // HERE
}

int main(void) {
  int n = 1000;
  double *x = malloc(n * sizeof(double)), *y = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) x[i] = i, y[i] = i;
#pragma acc enter data copyin(BOTH)
  scale(n, x);
  shift(n, y);
#pragma acc exit data copyout(BOTH)
  printf("%f %f\\n", x[3], y[4]);
  free(x);
  free(y);
  return 0;
}
"""


def test_work_that_nothing_orders_after_that_of_another_queue(tmp_path: Path, capsys) -> None:
    found = asked(tmp_path, QUEUES, capsys)
    assert found
    assert [text for text in found if text.startswith("parallel")] == ["parallel loop async(1)"]


def test_without_another_queue_the_project_s_own_stays(tmp_path: Path, capsys) -> None:
    own = QUEUES.replace(
        "#pragma acc parallel loop async(1)\n    for (int i = 0; i < n; i++) c", "    for (int i = 0; i < n; i++) c", 1
    )
    assert any("async(2)" in text for text in asked(tmp_path, own, capsys))


@pytest.mark.parametrize(("brought", "is_there"), [("x[0:n]", False), ("x[0:n], y[0:n]", True)])
def test_what_the_caller_has_not_brought_is_not_present(tmp_path: Path, capsys, brought: str, is_there: bool) -> None:
    found = asked(tmp_path, BROUGHT.replace("BOTH", brought), capsys)
    assert any("present(y" in text for text in found) == is_there
    assert found[0].startswith("parallel loop present(y" if is_there else "parallel loop gang vector copy(y[0:n])")


WRITTEN_ABOVE = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void scale(int n, double *x) {
#pragma acc parallel loop present(x[0:n])
  for (int i = 0; i < n; i++) x[i] *= 2;
}
void unpack(int n, double *u, const double *from) {
  ABOVE
  for (int i = 0; i < n; i++) u[i] = u[i] + 1; // HERE
}
"""


@pytest.mark.parametrize(
    "above", ["memcpy(u, from, n * sizeof *u);", "for (int i = 0; i < n; i++) u[i] = from[i];", "u[0] = from[0];"]
)
def test_what_the_host_writes_above_is_brought_before(tmp_path: Path, capsys, above: str) -> None:
    text = WRITTEN_ABOVE.replace("ABOVE", above)
    assert asked(tmp_path, text, capsys)[0] == "parallel loop present(u[0:n])"
    main(["suggest", str(tmp_path / "a.c"), "--line", "10", "--no-model", "--no-compiler", "--json"])
    first = json.loads(capsys.readouterr().out)["loops"][0]["candidates"][0]
    assert first["other_lines"] == ["#pragma acc update device(u[0:n])"]
    assert "LW704" in first["mended"][0]


@pytest.mark.parametrize(
    "above",
    [
        "#pragma acc update device(u[0:n])",
        "u[0] = from[0];\n#pragma acc update device(u[0:n])",
        "double first = u[0];",
        "if (n < 0) return;",
        "#pragma acc parallel loop present(u[0:n])\n  for (int i = 0; i < n; i++) u[i] = n;",
    ],
)
def test_where_the_host_writes_nothing_since_it_stands_alone(tmp_path: Path, capsys, above: str) -> None:
    text = WRITTEN_ABOVE.replace("ABOVE", above)
    assert asked(tmp_path, text, capsys)[0] == "parallel loop present(u[0:n])"
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "HERE" in row)
    main(["suggest", str(tmp_path / "a.c"), "--line", str(line), "--no-model", "--no-compiler", "--json"])
    assert json.loads(capsys.readouterr().out)["loops"][0]["candidates"][0]["other_lines"] == []


def test_where_no_block_holds_the_loop_nothing_goes_before_it(tmp_path: Path, capsys) -> None:
    text = WRITTEN_ABOVE.replace("ABOVE", "u[0] = from[0];\n  if (n > 3)")
    assert asked(tmp_path, text, capsys)
    main(["suggest", str(tmp_path / "a.c"), "--line", "11", "--no-model", "--no-compiler"])
    told = capsys.readouterr().out
    assert "update" not in told
    assert "copy(u[0:n])" in told


def test_new_memory_beside_what_is_there_is_moved_in_the_same_queue(tmp_path: Path, capsys) -> None:
    text = """\
#include <stdlib.h>
int main(void) {
  int n = 1000;
  double *p = malloc(n * sizeof(double)), *h = malloc(n * sizeof(double));
#pragma acc enter data create(p[0:n])
#pragma acc parallel loop present(p[0:n]) async(1)
  for (int i = 0; i < n; i++) p[i] = i;
  for (int i = 0; i < n; i++) h[i] = p[i]; // HERE
#pragma acc wait
#pragma acc exit data delete(p[0:n])
  free(p);
  free(h);
}
"""
    found = asked(tmp_path, text, capsys)
    assert found[0] == "parallel loop present(p[0:n]) async(1) copyout(h[0:n])"


PASSED = """\
#include <stdlib.h>
void start(double *p, double *q, int n) {
#pragma acc parallel loop present(p[0:n],q[0:n]) async(1)
  for (int i = 0; i < n; i++) q[i] = 2 * p[i];
}
void take(const double *q, double *h, int n) {
  for (int i = 0; i < n; i++) h[i] = q[i]; // HERE
}
int main(void) {
  int n = 1000;
  double *p = malloc(n * sizeof(double)), *q = malloc(n * sizeof(double)), *h = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) p[i] = i;
#pragma acc enter data copyin(p[0:n]) create(q[0:n])
  start(p, q, n);
  take(q, h, n);
}
"""


def test_what_a_wait_would_mend_goes_before_what_has_its_data_elsewhere_and_nothing_is_preferred(
    tmp_path: Path, capsys
) -> None:
    found = asked(tmp_path, PASSED, capsys)
    assert "copyout(h[0:n])" in found[0]
    assert any("present(q[0:n],h[0:n])" in each for each in found[1:])
    main(["suggest", str(tmp_path / "a.c"), "--line", "7", "--no-model"])
    told = capsys.readouterr()
    assert "LW714" in told.err
    assert "    * " not in told.out


def test_pointers_of_the_device_are_held_against_a_file_without_directives(tmp_path: Path, capsys) -> None:
    (tmp_path / "k.c").write_text(
        "void twice(int n, double *d) {\n#pragma acc parallel loop deviceptr(d)\n  for (int i = 0; i < n; i++) d[i] *= 2;\n}\n"
    )
    text = """\
#include <stdlib.h>
static void fill(double *h, int n) {
  for (int i = 0; i < n; i++) h[i] = 2 * i; // HERE
}
int main(void) {
  double *h = malloc(100 * sizeof(double));
  fill(h, 100);
  free(h);
}
"""
    found = asked(tmp_path, text, capsys)
    assert found
    assert not any("deviceptr" in each for each in found)
