"""Annotated files compile and compute the same, one process and the host as device."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.pipeline import Tools, suggest
from loopwright.suggest.programs.annotate import annotate

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "examples").glob("*.c"))


def annotated(code: str, tmp_path: Path, **options: object) -> str:
    """The text after annotation, by the analysis alone."""
    found = Outline(parse(code, language="c"))
    tools = Tools(device="server")
    result = annotate(found, lambda seen, loop: suggest(seen, loop, tmp_path / "a.c", tools), **options)  # type: ignore[arg-type]
    return result.text.decode()


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_examples_compute_the_same(path: Path, tmp_path: Path) -> None:
    text = annotated(path.read_text("utf-8"), tmp_path, assumed=True, least_iterations=1)
    outputs = []
    for name, code, flags in (
        ("plain", path.read_text("utf-8"), []),
        ("acc", text, ["-fopenacc", "-foffload=disable"]),
    ):
        program = tmp_path / name
        command = ["gcc", "-O1", "-x", "c", "-", "-o", str(program), *flags, "-lm"]
        subprocess.run(command, input=code, text=True, check=True, capture_output=True)
        outputs.append(subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout)
    assert outputs[0] == outputs[1]


HEAT = """#define N 512
static double u[N][N], v[N][N];
double run(int steps) {
  double seen = 0;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) u[i][j] = v[i][j] * exp(v[i][j]);
    HOST
  }
  return seen;
}
"""


@pytest.mark.parametrize(
    ("host", "lines"),
    [
        ("", ["#pragma acc data copy(u,v[1:N - 2])"]),
        ("seen += u[1][1];", ["#pragma acc data copy(u,v[1:N - 2])", "#pragma acc update self(u)"]),
        ("u[0][0] = t;", ["#pragma acc update self(u)", "#pragma acc update device(u)"]),
    ],
)
def test_data_stays_on_the_device_across_the_time_loop(tmp_path: Path, host: str, lines: list[str]) -> None:
    text = annotated(HEAT.replace("HOST", host), tmp_path)
    for line in lines:
        assert line in text, text
    assert "present(" in text
    assert "copyin(" not in text
    check = ["gcc", "-fopenacc", "-foffload=disable", "-fsyntax-only", "-x", "c", "-include", "math.h", "-"]
    subprocess.run(check, input=text, text=True, check=True)


def test_no_region_where_an_unknown_function_may_touch_the_data(tmp_path: Path) -> None:
    text = annotated(HEAT.replace("HOST", "report(u);"), tmp_path)
    assert "acc data" not in text
    assert "copyin(" in text


def test_regions_can_be_left_out(tmp_path: Path) -> None:
    assert "acc data" not in annotated(HEAT.replace("HOST", ""), tmp_path, regions=False)


def test_the_command_writes_the_file_and_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.c"
    source = ROOT / "examples" / "stencil.c"
    assert main(["annotate", str(source), "-o", str(out), "--no-compiler"]) == 0
    told = capsys.readouterr().err
    assert "stencil.c:12: #pragma acc parallel loop" in told
    assert "#pragma acc parallel loop" in out.read_text("utf-8")
    assert main(["annotate", str(source), "--json", "--no-compiler"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["loops"][0]["pragma"].startswith("#pragma acc")
    assert "#pragma acc" in document["text"]


def test_an_assumption_is_asked_for(tmp_path: Path) -> None:
    code = "void f(int n, double *a, double *b) { for (int i = 0; i < n; i++) a[i] = sin(b[i]); }"
    assert "acc" not in annotated(code, tmp_path)
    assert "acc parallel loop" in annotated(code, tmp_path, assumed=True)


def test_a_bad_device_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest", str(PROGRAMS[0]), "--no-model", "--device", "toaster"]) == 2
    assert "toaster" in capsys.readouterr().err


SMALL = """double u[4000][4000];
void f(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < 4000; j++) u[0][j] = t;
    for (int i = 1; i < 4000; i++)
      for (int j = 0; j < 4000; j++) u[i][j] = exp(u[i][j]) * sin(u[i][j]);
  }
  for (int j = 0; j < 100; j++) u[1][j] = 0;
}
"""


def test_a_small_loop_is_taken_only_where_it_keeps_data_from_travelling(tmp_path: Path) -> None:
    text = annotated(SMALL, tmp_path)
    assert text.count("acc parallel loop") == 2
    assert "#pragma acc data copy(u)" in text
    assert "update" not in text
    assert "  for (int j = 0; j < 100; j++)" in text.split("\n  }\n")[1]
    assert "acc" not in text.split("\n  }\n")[1]
