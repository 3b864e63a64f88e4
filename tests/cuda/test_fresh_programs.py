"""Forms of fresh programs whose kernels were refused, or whose translation did not compile: each leaves what it leaves on a GPU."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

# Kernels of 64 threads over `a`, which holds 0 to 63; `n` is 40.
KERNELS = {
    "const behind its type, told again behind a barrier": (
        "int const t = threadIdx.x; float const half = 0.5f * t; unsigned const u = t + 1u;"
        " a[t] += 1; __syncthreads(); a[t] = int(half) + int(u) + t;",
        [t // 2 + 2 * t + 1 for t in range(64)],
    ),
    "a bound that is no whole number": (
        "float const end = n + 0.5f;"
        " for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) a[i] = 7;",
        [7] * 41 + [*range(41, 64)],
    ),
    "a bound that is another in each round": (
        "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 63 - i; i += gridDim.x * blockDim.x) a[i] = 7;",
        [7] * 32 + [*range(32, 64)],
    ),
    "macros of its own": (
        "\n#define SIZE 64\n#define TWICE(x) (2 * (x))\n __shared__ int s[SIZE]; int t = threadIdx.x; s[t] = a[t];"
        " __syncthreads();\n  a[t] = TWICE(s[SIZE - 1 - t]);\n#undef TWICE\n",
        [2 * (63 - t) for t in range(64)],
    ),
    "a macro of its own, twice": (
        "int t = threadIdx.x;\n#define N 2\n  a[t] = N;\n#undef N\n#define N 3\n  a[t] += N;\n",
        [5] * 64,
    ),
    "a directive that says nothing": (
        "int t = threadIdx.x;\n#\n  a[t] = 2 * t;\n # // of no use\n",
        [*range(0, 128, 2)],
    ),
    "a line that goes on behind a remark": ("int t = threadIdx.x; a[t] = t + \\ // more\n 1;", [*range(1, 65)]),
}
PROGRAM = """#include <cstdio>
__global__ void k(int *a, int n) { BODY }
int main() {
  int *a, h[64];
  for (int i = 0; i < 64; ++i) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 64>>>(a, 40);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int v : h) printf("%d ", v);
}
"""


@pytest.mark.parametrize(("body", "left"), KERNELS.values(), ids=KERNELS)
def test_they_leave_what_they_leave_on_a_gpu(body: str, left: list[int], tmp_path: Path) -> None:
    found = translate_file(parse(PROGRAM.replace("BODY", body).encode(), "k.cu", "cuda"))
    assert [kernel.reason for kernel in found.kernels] == [""]
    (tmp_path / "k.cpp").write_text(found.text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    assert [int(v) for v in done.stdout.split()] == left


LATER = """
__global__ void one(int *a) {
#define SIZE 64
  __shared__ int s[SIZE];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[SIZE - 1 - threadIdx.x];
}
__global__ void refused(int *a) {
#define MORE 3
  asm("exit;");
}
__device__ int pass(int *s, int v) {
#define HALF 32
  s[threadIdx.x] = v;
  __syncthreads();
  return s[(threadIdx.x + HALF) % SIZE];
}
__global__ void two(int *a) { __shared__ int s[64]; a[threadIdx.x] = pass(s, a[threadIdx.x] + MORE); }
int size() { return SIZE + MORE + HALF; }
"""


def test_who_follows_knows_the_macros_of_a_kernel_too(tmp_path: Path) -> None:
    found = translate_file(parse(LATER.encode(), "k.cu", "cuda"))
    assert [kernel.reason for kernel in found.kernels] == ["", "inline PTX is not translated: exit", ""]
    (tmp_path / "k.cpp").write_text(found.text + "int main() { return size() != 99; }", "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    assert subprocess.run([str(tmp_path / "k")]).returncode == 0


SIZES = """#include <cstdio>
#define SIZES 2, 32
#define SIZES_FOR(n, m) ((n) + (m) - 1) / (m), (m)
__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += blockIdx.x; }
int main() {
  int *a;
  cudaMallocManaged(&a, 256);
  for (int i = 0; i < 64; ++i) a[i] = 0;
  k<<<SIZES>>>(a);
  k<<<SIZES_FOR(64, 16)>>>(a);
  cudaDeviceSynchronize();
  cudaError_t error = cudaError::cudaSuccess;
  enum cudaError last = cudaGetLastError();
  printf("%d %d %d %d", a[15], a[16], a[63], error == last);
}
"""


def test_sizes_of_a_launch_by_one_macro_and_errors_by_the_name_of_their_type(tmp_path: Path) -> None:
    (tmp_path / "k.cpp").write_text(translate_file(parse(SIZES.encode(), "k.cu", "cuda")).text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    assert done.stdout == "0 1 4 1"
