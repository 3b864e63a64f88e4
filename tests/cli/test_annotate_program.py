"""`loopwright annotate` of several files and folders: what it writes, plans and checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

from tests.heat import MAIN


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


STATIC = """#include <stdio.h>
#include <stdlib.h>
static double g[1000];
void step(double *a, const double *b, int n) {
  for (int i = 1; i < n - 1; i++) a[i] = 0.5 * (b[i - 1] + b[i + 1]);
}
int main(void) {
  int n = 1000;
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  for (int i = 0; i < n; i++) x[i] = y[i] = i % 7;
  for (int t = 0; t < 4; t++) {
    step(x, y, n);
    step(y, x, n);
    EXTRA
  }
  printf("%g %g\\n", x[5], g[7]);
  free(x);
  free(y);
  return 0;
}
"""


@pytest.mark.parametrize(
    ("extra", "memory", "placed"),
    [
        ("", "managed", False),
        ("", "unified", False),
        ("step(g, x, n);", "managed", True),  # an array of the host's behind the same pointer
        ("step(g, x, n);", "unified", False),
    ],
)
def test_what_is_shared_gets_no_data_clauses(tmp_path: Path, extra: str, memory: str, placed: bool) -> None:
    tmp_path.chmod(0o755)
    source, out = tmp_path / "a.c", tmp_path / "out.c"
    source.write_text(STATIC.replace("EXTRA", extra), "utf-8")
    command = ["annotate", "--check", "--no-compiler", "--memory", memory, str(source), "-o", str(out)]
    assert main(command) == 0
    text = out.read_text("utf-8")
    assert "#pragma acc parallel loop gang vector" in text
    assert any(word in text for word in ("copy", "create", "enter data", "update")) is placed


CONTAINERS = """#include <array>
#include <cstdio>
#include <vector>
struct Grid {
  int nx, ny;
  std::vector<double> rho;
  double &operator()(int i, int j) { return rho[i * ny + j]; }
};
void scale(std::vector<double> &a, const std::vector<double> &b, double s) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = s * b[i];
}
void decay(Grid &g, double dt) {
  for (int i = 0; i < g.nx; i++)
    for (int j = 0; j < g.ny; j++) g(i, j) = g(i, j) * dt;
}
static std::array<double, 400000> held;
void fill(double s) {
  for (int i = 0; i < 400000; i++) held[i] = s * i;
}
int main() {
  int n = 100000;
  std::vector<double> x(n), y(n, 1.0);
  scale(x, y, 2.0);
  Grid g{300, 300, std::vector<double>(90000, 1.0)};
  decay(g, 0.5);
  fill(0.25);
  std::printf("%g %g %g\\n", x[7], g(3, 4), held[9]);
}
"""


@pytest.mark.parametrize("memory", ["managed", "unified"])
def test_containers_on_shared_memory(tmp_path: Path, memory: str) -> None:
    tmp_path.chmod(0o755)
    source, out = tmp_path / "a.cpp", tmp_path / "out.cpp"
    source.write_text(CONTAINERS, "utf-8")
    assert main(["annotate", "--check", "--no-compiler", "--memory", memory, str(source), "-o", str(out)]) == 0
    text = out.read_text("utf-8")
    assert text.count("#pragma acc parallel loop") == 3
    assert ("copyout(held_data[0:400000])" in text) is (memory == "managed")
    if memory == "unified":  # not a line is written otherwise than it was
        left = "".join(line for line in text.splitlines(keepends=True) if "#pragma" not in line)
        assert left == CONTAINERS
        assert "copy" not in text


def test_a_suggestion_for_shared_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "a.c"
    source.write_text(
        "void f(double *a, const double *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }\n", "utf-8"
    )
    command = ["suggest", "--no-model", "--no-compiler", "--json", str(source), "--memory"]
    assert main([*command, "discrete"]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    assert "copyin(b[0:n])" in loop["candidates"][0]["pragma"]
    assert main([*command, "unified"]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    assert all("copy" not in candidate["pragma"] for candidate in loop["candidates"])


EMPTY = """#include <stdio.h>
#include <stdlib.h>
static void scale(double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] = 2.0 * b[i] + 1.0;
}
static void smooth(double *restrict a, const double *restrict b, int n) {
  for (int i = 1; i < n - 1; i++) a[i] = 0.5 * (b[i - 1] + b[i + 1]);
}
static void copied(double *a, const double *b, int from, int to) {
  for (int i = from; i < to; i++) { a[i] = b[i] + 1.0; if (a[i] > 100.0) printf("large\\n"); }
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000, few = argc > 2 ? atoi(argv[2]) : -3;
  double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
  for (int t = 0; t < 3; t++) {
    scale(a, b, n);
    FEW
    smooth(b, a, n);
  }
  printf("%g %g\\n", a[n / 2], b[n / 2]);
  free(a);
  free(b);
  return 0;
}
"""


@pytest.mark.parametrize("more", [(), ("--no-data-region",)], ids=["placed", "each by itself"])
@pytest.mark.parametrize("few", [-3, 0, 1])
def test_a_loop_that_does_not_run_has_no_section_of_negative_length(
    tmp_path: Path, few: int, more: tuple[str, ...]
) -> None:
    tmp_path.chmod(0o755)
    source, out = tmp_path / "a.c", tmp_path / "out.c"
    source.write_text(EMPTY.replace("FEW", "smooth(a, b, few); copied(a, b, 7, few);"), "utf-8")
    command = ["annotate", "--check", "--no-compiler", *more, str(source), "-o", str(out), "--", "1000", str(few)]
    assert main(command) == 0
    assert "copyout(a[1:n-2]) if(1 < n - 1)" in out.read_text("utf-8")


def test_a_size_of_memory_is_not_asked(tmp_path: Path) -> None:
    source, out = tmp_path / "a.c", tmp_path / "out.c"
    source.write_text(EMPTY.replace("FEW", ""), "utf-8")
    assert main(["annotate", "--no-compiler", str(source), "-o", str(out)]) == 0
    assert "copyin(b[0:n]) copyout(a[0:n])\n" in out.read_text("utf-8")
    source.write_text(EMPTY.replace("FEW", "scale(a, b, few);"), "utf-8")
    assert main(["annotate", "--no-compiler", str(source), "-o", str(out)]) == 0
    assert "copyout(a[0:n]) if(0 < n)" in out.read_text("utf-8")
