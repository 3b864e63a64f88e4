"""Work in a queue when a function ends: it is waited for before data is taken away, or by what takes it away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

STARTED = """void fill(double *x, int n, const double *from, double *rest) {
  if (n > 0) {
#pragma acc enter data copyin(from[:n]) create(x[:n])
#pragma acc parallel loop async(1) present(x[:n], from[:n])
    for (int i = 0; i < n; i++) x[i] = from[i];

  }
}
"""


def offered(file: Path, line: int, capsys: pytest.CaptureFixture[str]) -> list[str]:
    command = ["suggest", str(file), "--line", str(line), "--no-model", "--no-project", "--no-compiler", "--json"]
    if main(command) != 0:
        return []
    loops = json.loads(capsys.readouterr().out)["loops"]
    return [c["pragma"].removeprefix("#pragma acc ") for loop in loops for c in loop["candidates"]]


def test_the_end_of_the_function_waits_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    file.write_text(STARTED)
    found = offered(file, 6, capsys)
    assert found[:2] == ["wait", "wait(1)"]
    assert [text for text in found if text.startswith("exit data")] == [
        "exit data copyout(x[:n]) delete(from[:n]) wait(1)"
    ]


def test_work_in_two_queues_is_waited_for_in_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    second = (
        "#pragma acc parallel loop async(2) present(from[:n]) copyout(rest[:n])\n"
        "    for (int i = 0; i < n; i++) rest[i] = from[i];\n\n"
    )
    file.write_text(STARTED.replace("x[i] = from[i];\n\n", "x[i] = from[i];\n" + second))
    found = offered(file, 8, capsys)
    assert found[0] == "wait"
    assert "exit data copyout(x[:n]) delete(from[:n]) wait" in found


def test_nothing_waits_for_work_that_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    file.write_text(STARTED.replace("async(1) ", ""))
    assert offered(file, 6, capsys) == ["exit data copyout(x[:n]) delete(from[:n])"]


@pytest.mark.parametrize(("clause", "waits"), [("create", False), ("copyin", True)])
def test_nothing_waits_for_memory_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clause: str, waits: bool
) -> None:
    file = tmp_path / "a.cpp"
    file.write_text(
        "class Field {\n  double *p;\n  int n;\n  void allocate(int m) {\n    n = m;\n    p = new double[m];\n"
        f"#pragma acc enter data {clause}(p[0:m]) async(0)\n  }}\n"
        "  void fill(double v) {\n#pragma acc parallel loop present(p) async(0)\n"
        "    for (int i = 0; i < n; i++) p[i] = v;\n  }\n};\n"
    )
    assert ("wait" in offered(file, 8, capsys)) == waits
