"""`loopwright suggest FILE`: the directives above statements that a file calls for, with its loops, in the order of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

STALE = """double f(int n, double *a) {
  double s = 0;
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
    s = a[0]; // update self(a[0:n])
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] += 2;
  }
  return s;
}
"""
NEWER = """void f(int n, double *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc update self(a[0:n])
    a[0] = a[1];
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] += a[0]; // update device(a[0:n])
  }
}
"""
FREED = """#include <stdlib.h>
double f(int n) {
  double *a = malloc(n * sizeof(double)), s = 0;
#pragma acc enter data create(a[0:n])
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) a[i] = i;
#pragma acc parallel loop present(a[0:n]) reduction(+:s)
  for (int i = 0; i < n; i++) s += a[i];
  free(a); // exit data delete(a[0:n])
  return s;
}
"""
LEFT = FREED.replace("  free(a); // exit data delete(a[0:n])\n  return s;", "  return s; // exit data copyout(a[0:n])")
UNWAITED = """void f(int n, double *a, double *s) {
#pragma acc data copyin(a[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc update self(a[0:n]) async(1)
    *s = a[0]; // wait
  }
}
"""
LIBRARY = """#include <cublas_v2.h>
void f(int n, double *a, double *b, cublasHandle_t h) {
#pragma acc data copy(a[0:n], b[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
    cublasDcopy(h, n, a, 1, b, 1); // host_data use_device(a,b)
  }
}
"""
CALLED = """static double square(double x) { return x * x; } // routine seq
void f(int n, double *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = square(a[i]);
}
"""
SHARED = """void f(int n, const int *k, int *h) {
#pragma acc parallel loop copyin(k[0:n]) copy(h[0:64])
  for (int i = 0; i < n; i++)
    h[k[i]]++; // atomic update
}
"""
FILES = {"stale": STALE, "newer": NEWER, "freed": FREED, "left": LEFT, "wait": UNWAITED, "library": LIBRARY, "routine": CALLED, "atomic": SHARED}  # fmt: skip


def asked(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> list[tuple[int, list[str]]]:
    assert main(["suggest", str(file), "--json", "--no-model", "--no-compiler", "--no-project", *options]) == 0
    shown = json.loads(capsys.readouterr().out)["loops"]
    return [(each["line"], [c["pragma"].removeprefix("#pragma acc ") for c in each["candidates"]]) for each in shown]


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_told_what_it_lacks_where_it_lacks_it(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "code.c"
    file.write_text(FILES[name], "utf-8")
    lines = enumerate(FILES[name].split("\n"), 1)
    (wanted,) = [(number, line.partition("// ")[2]) for number, line in lines if "// " in line]
    found = asked(capsys, file)
    assert [(line, texts[0]) for line, texts in found] == [wanted]
    kind = wanted[1].split("(")[0].split(" ")[0]
    assert asked(capsys, file, "--kind", kind) == found
    assert asked(capsys, file, "--kind", "declare") == []
    (first, *_) = asked(capsys, file, "--line", str(wanted[0]))
    assert first[1][0] == wanted[1]


@pytest.mark.parametrize("name", FILES)
def test_what_was_taken_is_not_offered_again(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "code.c"
    lines = [
        f"#pragma acc {line.partition('// ')[2]}\n{line}" if "// " in line else line for line in FILES[name].split("\n")
    ]
    file.write_text("\n".join(lines), "utf-8")
    assert asked(capsys, file) == []


def test_loops_and_statements_come_in_the_order_of_the_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "code.c"
    plain = "void g%d(int n, double *restrict a) {\n  for (int i = 0; i < n; i++) a[i] = i;\n}\n"
    file.write_text(f"{plain % 1}{STALE}{plain % 2}", "utf-8")
    found = asked(capsys, file)
    assert [line for line, _ in found] == [2, 10, 17]
    assert asked(capsys, file, "--kind", "update") == found[1:2]
    assert [line for line, _ in asked(capsys, file, "--kind", "parallel loop")] == [2, 17]


def test_why_it_is_offered_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "code.c"
    file.write_text(STALE, "utf-8")
    assert main(["suggest", str(file), "--no-model", "--no-compiler", "--no-project"]) == 0
    assert "the host reads `a` here, but the device has a newer value" in capsys.readouterr().out
