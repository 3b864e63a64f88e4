"""What the host prints in one file and kernels write in another is fetched first: at `loopwright suggest`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.asked import asked_in

HEADER = "void step(double *u, int n);\nvoid save(const double *u, int n);\n"
KERNELS = """\
#include "k.h"
void step(double *u, int n) {
#pragma acc parallel loop present(u[0:n])
  for (int i = 0; i < n; i++) u[i] += 1;
}
"""
OUT = """\
#include <stdio.h>
#include "k.h"
void save(const double *u, int n) {{
  {before}
  {statement} // HERE
}}
"""
MAIN = """\
#include <stdlib.h>
#include "k.h"
int main(void) {{
  int n = 1000;
  double *u = malloc(n * sizeof *u);
  for (int i = 0; i < n; i++) u[i] = i;
#pragma acc enter data copyin(u[0:n])
  step(u, n);
{between}
  save(u, n);
#pragma acc exit data delete(u[0:n])
  free(u);
}}
"""


def shown(
    folder: Path, capsys: pytest.CaptureFixture[str], statement: str, before: str = "", between: str = ""
) -> list[str]:
    out, main = OUT.format(statement=statement, before=before), MAIN.format(between=between)
    return asked_in(folder, {"k.h": HEADER, "k.c": KERNELS, "out.c": out, "main.c": main}, "out.c", capsys)


ALL = 'for (int i = 0; i < n; i++) printf("%g", u[i]);'


@pytest.mark.parametrize(
    ("statement", "fetched"),
    [
        (ALL, "u[0:n]"),
        ('for (int i = 1; i < n - 1; i++) printf("%g", u[i]);', "u[1:n-2]"),
        ('printf("%g", u[3]);', "u[3:1]"),
    ],
)
def test_what_kernels_of_another_file_have_written(
    statement: str, fetched: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [each.replace(" ", "") for each in shown(tmp_path, capsys, statement)] == [f"updateself({fetched})"]


@pytest.mark.parametrize(
    ("before", "between"),
    [
        ("", "#pragma acc update self(u[0:n])"),
        ("#pragma acc update self(u[0:n])", ""),
        ("", "#pragma acc exit data copyout(u[0:n])\n#pragma acc enter data copyin(u[0:n])"),
    ],
)
def test_what_has_been_fetched_is_not_fetched_again(
    before: str, between: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not any("update self" in each for each in shown(tmp_path, capsys, ALL, before, between))


def test_a_loop_that_could_be_a_kernel_is_offered_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = "for (int i = 0; i < n; i++) s += u[i];"
    found = shown(tmp_path, capsys, loop, "double s = 0;")
    assert not any("update" in each for each in found)
