"""`loop` is offered where a compute construct holds it, or may: by `loopwright suggest`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

BEFORE = """void before(int n, double *a) {
#pragma acc parallel loop copy(a[0:n*n])
  for (int i = 0; i < n; i++) {
#pragma acc loop seq
    for (int j = 0; j < n; j++) a[i * n + j] = j;
  }
}
"""
NEST = """  for (int i = 0; i < n; i++) { // here
    for (int j = 1; j < n; j++) {
      b[i * n + j] = b[i * n + j - 1] + j;
    }
  }
"""
HOST = {
    "plain": ("", "void asked(int n, double *b) {\n", "}\n"),
    "another function is a routine": (
        "#pragma acc routine seq\nvoid other(void);\n",
        "void asked(int n, double *b) {\n",
        "}\n",
    ),
    "a data region": ("", "void asked(int n, double *b) {\n#pragma acc data copy(b[0:n*n])\n  {\n", "  }\n}\n"),
    "called on the host": ("", "void asked(int n, double *b) {\n", "}\nvoid call(double *b) { asked(3, b); }\n"),
}
DEVICE = {
    "routine": ("", "#pragma acc routine vector\nvoid asked(int n, double *b) {\n", "}\n"),
    "its declaration": (
        "#pragma acc routine vector\nvoid asked(int n, double *b);\n",
        "void asked(int n, double *b) {\n",
        "}\n",
    ),
    "by name": ("#pragma acc routine(asked) vector\n", "void asked(int n, double *b) {\n", "}\n"),
    "a header": ('#include "a.h"\n', "void asked(int n, double *b) {\n", "}\n"),
    "called in a loop": (
        "void asked(int n, double *b);\nvoid call(double *b) {\n#pragma acc parallel loop\n"
        "  for (int i = 0; i < 9; i++) asked(3, b);\n}\n",
        "void asked(int n, double *b) {\n",
        "}\n",
    ),
    "a construct": ("", "void asked(int n, double *b) {\n#pragma acc parallel copy(b[0:n*n])\n  {\n", "  }\n}\n"),
    "under a construct": ("", "void asked(int n, double *b) {\n#pragma acc parallel copy(b[0:n*n])\n", "}\n"),
    "another orphan": (
        "",
        "void asked(int n, double *b) {\n#pragma acc loop\n  for (int i = 0; i < n; i++) b[i] = 0;\n",
        "}\n",
    ),
}


def offered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, parts: tuple[str, str, str], nest: str = NEST
) -> list[str]:
    head, opened, closed = parts
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    (root / "a.h").write_text("#pragma acc routine vector\nvoid asked(int n, double *b);\n", "utf-8")
    text = head + BEFORE + opened + nest + closed
    (root / "a.c").write_text(text, "utf-8")
    line = str(text[: text.index("// here")].count("\n") + 1)
    options = ["--json", "--no-model", "--no-compiler", "--candidates", "8", "--line", line]
    assert main(["suggest", str(root / "a.c"), *options]) == 0
    loops = json.loads(capsys.readouterr().out)["loops"]
    return [c["pragma"] for loop in loops if loop.get("kind") != "statement" for c in loop["candidates"]]


@pytest.mark.parametrize("name", HOST)
def test_a_host_function_gets_none(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = offered(capsys, tmp_path, HOST[name])
    assert any("parallel loop" in pragma for pragma in found), found
    assert not any(pragma.startswith("#pragma acc loop") for pragma in found), found


def test_the_loops_inside_may_want_the_construct_that_is_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The line of the compute construct is to be written: what stands below it is no sign of a device function."""
    nest = NEST.replace("    for (int j", "#pragma acc loop seq\n    for (int j", 1)
    found = offered(capsys, tmp_path, HOST["plain"], nest)
    assert found
    assert not any(pragma.startswith("#pragma acc loop") for pragma in found), found


@pytest.mark.parametrize("name", DEVICE)
def test_what_runs_on_the_device_gets_one(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = offered(capsys, tmp_path, DEVICE[name])
    assert any(pragma.startswith("#pragma acc loop") for pragma in found), found
