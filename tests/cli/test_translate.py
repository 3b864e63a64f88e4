"""`loopwright translate` as it is called."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

KERNEL = """#include <cuda_runtime.h>
#include <cstdio>
#define CHECK(call) do { if ((call) != cudaSuccess) return 1; } while (0)
__global__ void twice(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i];
}
int main() {
  int n = 1000, h[1000], *a, *b;
  for (int i = 0; i < n; i++) h[i] = i;
  CHECK(cudaMalloc(&a, sizeof h));
  CHECK(cudaMalloc((void **)&b, sizeof h));
  CHECK(cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice));
  twice<<<(n + 255) / 256, 256>>>(a, b, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost));
  long sum = 0;
  for (int i = 0; i < n; i++) sum += h[i];
  printf("%ld\\n", sum);
  cudaFree(a);
  cudaFree(b);
}
"""
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")


def call(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "loopwright", "translate", *arguments], input=text, capture_output=True, text=True
    )


@needs_compiler
def test_the_program_runs(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(KERNEL)
    done = call(str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp"))
    assert (done.returncode, done.stdout) == (0, "")
    assert "twice: compiled" in done.stderr
    text = (tmp_path / "k.cpp").read_text()
    assert "cuda_runtime.h" not in text
    built = [
        "g++",
        "-std=c++17",
        "-O3",
        "-march=native",
        "-fopenmp",
        "-o",
        str(tmp_path / "k"),
        str(tmp_path / "k.cpp"),
    ]
    assert subprocess.run(built).returncode == 0
    assert subprocess.run([str(tmp_path / "k")], capture_output=True, text=True).stdout == "999000\n"


@needs_compiler
def test_json_has_the_contracts_fields(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(KERNEL)
    done = call(str(tmp_path / "k.cu"), "--verify", "--json")
    document = json.loads(done.stdout)
    assert document["output"] is None
    (kernel,) = document["kernels"]
    assert (kernel["name"], kernel["line"], kernel["status"], kernel["origin"]) == ("twice", 4, "tested", "lowering")
    assert kernel["inputs"] == 6
    assert kernel["reference_ms"] > 0
    assert {"reason", "max_relative_error", "translation_ms"} <= kernel.keys()


def test_one_kernel_from_standard_input() -> None:
    done = call("-", "--kernel", "twice", text=KERNEL)
    assert done.returncode == 0
    assert done.stdout.startswith("static void twice(dim3 gridDim, dim3 blockDim, const int *a, int *b, int n) {")


def test_a_kernel_that_is_not_there() -> None:
    done = call("-", "--kernel", "nothing", text=KERNEL)
    assert done.returncode == 2
    assert done.stderr.strip() == "loopwright translate: stdin.c has no kernel nothing (kernels: twice)"


def test_half_cuda_half_prose() -> None:
    text = "Dear reader, <<< this is >>> {{ not a program (\n" + KERNEL + "\nand it goes on: __global__ void ( {\n"
    done = call("-", text=text)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


@needs_compiler
def test_headers_of_the_project_are_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "kernels.cuh").write_text(
        "#pragma once\n" + KERNEL[KERNEL.index("__global__") : KERNEL.index("int main")]
    )
    (tmp_path / "plain.h").write_text("#define COUNT 1000\n")
    (tmp_path / "main.cu").write_text(
        '#include "kernels.cuh"\n#include "plain.h"\nvoid go(int *a, int *b) { twice<<<4, 256>>>(a, b, COUNT); }\n'
    )
    done = call(str(tmp_path / "main.cu"), "--verify", "-o", str(tmp_path / "main.cpp"))
    assert "twice: tested on 6 inputs" in done.stderr
    text = (tmp_path / "main.cpp").read_text()
    assert '#include "plain.h"' in text
    assert 'kernels.cuh"' not in text
