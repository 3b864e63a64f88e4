"""Calls of functions in which threads wait keep the namespaces and the arguments of templates that stand before the parenthesis."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
PROGRAM = """#include <cstdio>
__device__ void other(int *data) { __syncthreads(); if (threadIdx.x == 0) data[0] += 1000; __syncthreads(); }
namespace tools {
__device__ int bump(int v) { return v + 1; }
template <typename T, bool twice = false> __device__ void total(T *data) {
  for (int h = blockDim.x / 2; h > 0; h /= 2) {
    __syncthreads();
    if (threadIdx.x < h) data[threadIdx.x] += data[threadIdx.x + h];
  }
  __syncthreads();
  if (twice && threadIdx.x == 0) data[0] *= 2;
  __syncthreads();
}
__device__ void other(int *data) { __syncthreads(); if (threadIdx.x == 0) data[0] += 7; __syncthreads(); }
template <typename T> __device__ T first(T *data, T v) { __syncthreads(); T was = data[0]; __syncthreads(); return was + bump(v); }
template <typename R, typename T> __device__ R mean(T a, T b) { __syncthreads(); return R(a + b) / 2; }
namespace deep { template <int by> __device__ void add(int *data) { __syncthreads(); data[threadIdx.x] += by; __syncthreads(); } }
__device__ void inner(int *data) { tools::total<int, true>(data); deep::add<3>(data); }
}
namespace short_name = tools::deep;
__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x + blockIdx.x;
  int v = 0;
  BODY
  if (threadIdx.x == 0) { out[2 * blockIdx.x] = s[0]; out[2 * blockIdx.x + 1] = v; }
}
int main() {
  int *d, h[4];
  cudaMalloc(&d, sizeof h);
  k<<<2, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int v : h) printf("%d ", v);
}
"""
FIRST, SECOND = 63 * 32, 63 * 32 + 64
CALLS = {
    "template": ("tools::total<int, true>(s);", [2 * FIRST, 0, 2 * SECOND, 0]),
    "deduced": ("tools::total(s);", [FIRST, 0, SECOND, 0]),
    "global": ("::other(s);", [1000, 0, 1001, 0]),
    "of two": ("tools::other(s);", [7, 0, 8, 0]),
    "without": ("other(s);", [1000, 0, 1001, 0]),
    "deep": ("tools::deep::add<5>(s);", [5, 0, 6, 0]),
    "from the root": ("::tools::deep::add<5>(s);", [5, 0, 6, 0]),
    "another name": ("short_name::add<5>(s);", [5, 0, 6, 0]),
    "value": ("v = tools::first<int>(s, threadIdx.x + 4);", [0, 5, 1, 6]),
    "stated result": ("v = 10 * tools::mean<float>(threadIdx.x + 1, 4u);", [0, 25, 1, 25]),
    "stated both": ("v = 10 * tools::mean<double, int>(threadIdx.x + 1u, 4);", [0, 25, 1, 25]),
    "used": ("using namespace tools; total<int, true>(s);", [2 * FIRST, 0, 2 * SECOND, 0]),
    "from its own": ("tools::inner(s);", [2 * FIRST + 3, 0, 2 * SECOND + 3, 0]),
}


@pytest.mark.parametrize(("call", "expected"), CALLS.values(), ids=CALLS)
def test_the_function_that_is_named_is_the_one_that_runs(tmp_path: Path, call: str, expected: list[int]) -> None:
    found = translate_file(parse(PROGRAM.replace("BODY", call).encode(), "k.cu", "cuda"))
    assert [k.name for k in found.kernels if k.text is not None] == ["k"]
    (tmp_path / "k.cpp").write_text(found.text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    assert (done.stdout.split(), done.returncode) == ([str(v) for v in expected], 0)
