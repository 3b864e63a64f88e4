"""Why a program was not run: the first real error with its place, and what who asks can do."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from judged import reported
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

FILL = """#include <cstdio>
__global__ void fill(int *a) { a[threadIdx.x] = threadIdx.x; }
int check_errors(int);
int main() {
  int *a;
  cudaMallocManaged(&a, 128);
  fill<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d\\n", WORK);
}
"""


def program(folder: Path, capsys: pytest.CaptureFixture[str], text: str, *arguments: str) -> dict[str, Any]:
    (folder / "k.cu").write_text(text, "utf-8")
    main(["translate", "--verify", "--no-model", "--json", *arguments, str(folder / "k.cu")])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)["program"]
    return found


@pytest.mark.parametrize(
    ("work", "said"),
    [
        ("check_errors(a[3])", ["undefined reference to `check_errors(int)'", "all files of the program"]),
        ("a[3] + nothing", ["k.cu, line 9", "‘nothing’ was not declared"]),
    ],
    ids=("another file", "an error"),
)
def test_what_cannot_be_built_says_the_first_error(
    work: str, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = program(tmp_path, capsys, FILL.replace("WORK", work))
    assert found["status"] == "not run"
    assert all(part in found["reason"] for part in said), found["reason"]
    assert "ld returned" not in found["reason"]


def test_how_long_a_run_may_take_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    endless = FILL.replace('printf("%d\\n", WORK);', "while (a[3]) a[4]++;")
    found = program(tmp_path, capsys, endless, "--seconds", "1.5")
    assert found["status"] == "not run"
    assert "in 1.5 s" in found["reason"]
    assert "--seconds" in found["reason"]


@pytest.mark.parametrize(
    ("between", "elsewhere"),
    [
        ('printf("host\\n"); cudaDeviceSynchronize();', True),
        ('printf("host\\n");', True),
        ('cudaDeviceSynchronize(); printf("host\\n");', False),
        ('cudaMemcpy(&got, a, 4, cudaMemcpyDeviceToHost); printf("host\\n");', False),
        ("show<<<1, 2>>>(a); cudaDeviceSynchronize();", False),
    ],
)
def test_lines_that_stand_elsewhere_on_a_gpu(between: str, elsewhere: bool, tmp_path: Path) -> None:
    text = '#include <cstdio>\n__global__ void show(int *a) { a[0] = 5; printf("thread %d\\n", threadIdx.x); }\n'
    text += f"int main() {{ int *a, got; cudaMalloc(&a, 4); show<<<1, 2>>>(a); {between}\n"
    text += '  cudaMemcpy(&got, a, 4, cudaMemcpyDeviceToHost); printf("%d\\n", got); }\n'
    found = reported(tmp_path, text)
    assert found.status == "tested"
    assert any("when the host waits" in remark for remark in found.remarks) is elsewhere
