"""Kernels that macros define are read when these are written out: nothing is said of loops that nobody looks at."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main

DEFINED = """#define DEFINE(name, op) __global__ void name(int *v, int n) { if (threadIdx.x < n) v[threadIdx.x] op 2; }
DEFINE(add, +=)
DEFINE(times, *=)
__global__ void sum(int *v, int n) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += v[i];
  v[threadIdx.x] = all;
}
"""


def test_no_loop_behind_a_macro_is_said_to_be_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "k.cu"
    file.write_text(DEFINED)
    assert main(["translate", str(file), "-o", str(tmp_path / "k.cpp")]) == 0
    told = capsys.readouterr()
    assert "not looked at" not in told.err
    assert "sum" in told.out + told.err
