"""Launches that no GPU carries out are told, with the sizes that the text gives; nothing is said of sizes that only the program knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

KERNEL = "#define MANY 2048\n__global__ void k(float *a, int n) { int i = threadIdx.x; if (i < n) a[i] = 1; }\n"
BEYOND = "on a GPU the launch fails, and k does not run"
TOLD = {
    "k<<<1, 4096>>>(a, n);": "4096 threads in a block, where a GPU takes 1 to 1024",
    "k<<<1, MANY>>>(a, n);": "2048 threads in a block, where a GPU takes 1 to 1024",
    "const int t = 512 * 4; k<<<1, t>>>(a, n);": "2048 threads in a block, where a GPU takes 1 to 1024",
    "k<<<1, dim3(64, 32)>>>(a, n);": "64 * 32 threads in a block, where a GPU takes at most 1024",
    "dim3 b(16, 16, 8); k<<<1, b>>>(a, n);": "16 * 16 * 8 threads in a block, where a GPU takes at most 1024",
    "k<<<1, dim3(1, 1, 128)>>>(a, n);": "128 threads in a block along z, where a GPU takes 1 to 64",
    "k<<<dim3(1, 70000), 32>>>(a, n);": "70000 blocks along y, where a GPU takes 1 to 65535",
    "k<<<0, 32>>>(a, n);": "0 blocks, where a GPU takes 1 to 2147483647",
    "k<<<1, 0>>>(a, n);": "0 threads in a block, where a GPU takes 1 to 1024",
}
NOT_TOLD = [
    "k<<<1, 1024>>>(a, n);",
    "k<<<1, dim3(32, 32)>>>(a, n);",
    "k<<<1, dim3(4, 4, 64)>>>(a, n);",
    "k<<<70000, 32>>>(a, n);",
    "k<<<dim3(70000, 65535), 32>>>(a, n);",
    "k<<<1, n>>>(a, n);",
    "k<<<(n + 255) / 256, 256>>>(a, n);",
    "k<<<1, dim3(n, 32)>>>(a, n);",
    "int t = 2048; if (n < 9) t = 32; k<<<1, t>>>(a, n);",
]


def refused(launch: str) -> list[str]:
    text = f"{KERNEL}void f(float *a, int n) {{\n  {launch}\n}}\n"
    (kernel,) = translate_file(parse(text, "a.cu")).kernels
    return [doubt.text for doubt in kernel.doubts if doubt.kind == "launch"]


@pytest.mark.parametrize("launch", TOLD)
def test_a_launch_that_no_gpu_takes_is_told(launch: str) -> None:
    (sentence,) = refused(launch)
    assert sentence == f"{TOLD[launch]}: {BEYOND}"


@pytest.mark.parametrize("launch", NOT_TOLD)
def test_nothing_is_said_of_others(launch: str) -> None:
    assert not refused(launch)


def test_the_command_tells_it_on_the_line_of_the_launch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.cu").write_text(
        f"{KERNEL}int main() {{\n  float *a = 0;\n  k<<<1, MANY>>>(a, 0);\n  return 0;\n}}\n"
    )
    main(["translate", str(tmp_path / "a.cu"), "-o", str(tmp_path / "a.cpp"), "--json"])
    (kernel,) = json.loads(capsys.readouterr().out)["kernels"]
    (remark,) = kernel["remarks"]
    assert (remark["kind"], remark["line"]) == ("launch", 5)
    assert "2048 threads" in remark["text"]
