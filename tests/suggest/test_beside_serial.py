"""What the plan says of a program beside the serial one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.suggest.programs.beside_serial import Counted, Launched, adds_up, expected
from loopwright.suggest.worth import profile

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {{
  {size}
  int steps = atoi(argv[1]);
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) {{ a[i] = i % 7; b[i] = 0; }}
  for (int t = 0; t < steps; t++) {{
    for (int i = 1; i < n - 1; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    for (int i = 1; i < n - 1; i++) a[i] = b[i];
  }}
  printf("%g\\n", a[n / 2]);
  free(a); free(b);
  return 0;
}}
"""


@pytest.fixture(autouse=True)
def built_by_gcc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loopwright.cli.annotate.device_compiler", lambda: "gcc")


def planned(folder: Path, size: str, *more: str, arguments: tuple[str, ...] = ()) -> list[str]:
    source = folder / "p.c"
    source.write_text(PROGRAM.format(size=size), "utf-8")
    behind = ["--", *arguments] if arguments else []
    return ["annotate", "--plan", "--no-compiler", *more, str(source), *behind]


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ("int n = 30000;", "p.c:8: slower than on one core: about"),
        ("int n = 50000000;", "p.c:8: faster than on one core: about"),
        ("int n = atoi(argv[2]);", "p.c:8: slower than on one core until atoi(argv[2]) is about"),
    ],
)
def test_a_plan_says_where_a_program_is_slower(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], size: str, said: str
) -> None:
    assert main(planned(tmp_path, size)) == 0
    told = capsys.readouterr().out
    assert said in told
    assert "0.3 s pass until the device has started" in told


def test_the_size_is_where_launches_cost_as_much_as_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(planned(tmp_path, "int n = atoi(argv[2]);", "--json")) == 0
    (step,) = json.loads(capsys.readouterr().out)["plan"]["beside_serial"]
    assert step["line"] == 8
    assert step["gain"] is None
    assert 1_000 < step["faster_from"] < 1_000_000


@pytest.mark.skipif(shutil.which("gcc") is None, reason="the emulated device is built by gcc")
def test_a_run_with_arguments_is_estimated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(planned(tmp_path, "int n = atoi(argv[2]);", "--estimate", "--json", arguments=("3", "1000"))) == 0
    told = json.loads(capsys.readouterr().out)["plan"]["estimate"]
    assert told["seconds"] > 0.3 > told["serial_seconds"]
    assert told["sentence"].startswith("with these arguments slower than on one core: about ")


def test_what_does_not_end_well_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "p.c"
    source.write_text("int main(void) { undeclared(; }\n", "utf-8")
    assert main(["annotate", "--plan", "--estimate", "--no-compiler", str(source)]) == 2
    assert "does not build" in capsys.readouterr().err


def test_long_kernels_are_faster_and_sums_of_gcc_are_not() -> None:
    device = profile("server", "gcc")
    long, sums = (Counted(10.0, (Launched(100, 10.0, adding),), 2, 1000) for adding in (False, True))
    assert expected(long, device).seconds < 1
    assert expected(sums, device).seconds > expected(long, device).seconds + 1
    assert expected(sums, profile("server")).seconds == expected(long, profile("server")).seconds


def test_time_on_the_host_stays() -> None:
    told = expected(Counted(2.0, (Launched(1, 0.5, False),), 0, 0), profile("server"))
    assert told.host == 1.5
    assert told.seconds == told.start + told.host + told.kernels


@pytest.mark.parametrize(
    ("pragma", "sums"),
    [
        ("#pragma acc parallel loop reduction(+:s)", True),
        ("#pragma acc parallel loop reduction(max:s)", False),
        ("#pragma acc parallel loop copy(a[0:n])", False),
    ],
)
def test_sums(pragma: str, sums: bool) -> None:
    assert adds_up(pragma) is sums


def test_lines_are_those_of_the_file_that_was_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(planned(tmp_path, "int n = atoi(argv[2]);", "--json")) == 0
    plan = json.loads(capsys.readouterr().out)["plan"]
    assert {each["line"] for each in plan["objects"]} == {6}
    assert [each["line"] for each in plan["steps"]] == [0, 8]
    assert [each["line"] for each in plan["transfers"]] == [12]


HISTOGRAM = """\
#include <stdlib.h>
typedef struct {{ int n, *cell; {type} *h; }} Bins;
static void begin(Bins *b) {{
  for (int i = 0; i < b->n; i++) b->cell[i] = i % 7;
}}
static void add(Bins *b) {{
  for (int i = 0; i < b->n; i++)
    b->h[b->cell[i]] += 2;
}}
int main(void) {{
  int n = 100000;
  Bins b = {{n, malloc(n * sizeof(int)), calloc(7, sizeof({type}))}};
  begin(&b);
  add(&b);
  return b.h[3] > 0;
}}
"""


@pytest.mark.parametrize(("element", "is_told"), [("double", True), ("float", True), ("int", False)])
def test_atomic_updates_of_few_floating_elements_are_slow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], element: str, is_told: bool
) -> None:
    source = tmp_path / "h.c"
    source.write_text(HISTOGRAM.format(type=element), "utf-8")
    assert main(["annotate", "--plan", "--assumed", "--no-compiler", "--json", str(source)]) == 0
    told = json.loads(capsys.readouterr().out)["plan"]["contended"]
    assert [each["line"] for each in told] == ([8] if is_told else [])


def test_lines_of_loops_are_those_of_the_file_that_was_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "h.c"
    source.write_text(HISTOGRAM.format(type="double"), "utf-8")
    assert main(["annotate", "--assumed", "--no-compiler", "--json", str(source)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["line"] for each in document["loops"]] == [4, 7]
    assert main(["annotate", "--assumed", "--no-compiler", str(source)]) == 0
    assert "h.c:7: #pragma acc parallel loop" in capsys.readouterr().err
