"""Shared memory that a kernel reads and no thread writes is no input to be tested on, whatever the compiler makes of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translate

BODIES = {
    "no thread writes it": "a[threadIdx.x] = s[0];",
    "some threads wait": "if (threadIdx.x < 10) __syncthreads(); a[threadIdx.x] = s[0];",
    "written behind": "a[threadIdx.x] = s[0]; __syncthreads(); s[threadIdx.x] = 1;",
}


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_it_is_not_tested(body: str, tmp_path: Path) -> None:
    text = f"__global__ void k(int *a) {{ __shared__ int s[1024]; {body} }}\n"
    (report,) = translate(parse(text, "k.cu", "cuda"), tmp_path / "k.cu", verified=True).kernels
    assert report.status == "compiled"
    assert "shared memory is read before it is written" in report.reason


WRITTEN = """#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
struct Pair { float a, b; Pair() = default; __device__ Pair(float v) : a(v), b(-v) {} };
__global__ void halves(const half *a, half *c) {
  __shared__ half s[32];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  c[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void pairs(const float *a, float *c) {
  __shared__ Pair s[32];
  s[threadIdx.x] = Pair(a[threadIdx.x]);
  __syncthreads();
  c[threadIdx.x] = s[31 - threadIdx.x].b;
}
__global__ void many(float *c) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[6];
  for (int i = 0; i < 6; ++i) wmma::fill_fragment(sums[i], float(i));
  for (int i = 0; i < 6; ++i) wmma::store_matrix_sync(c + 256 * (i + 6 * (threadIdx.x / 32)), sums[i], 16, wmma::mem_row_major);
}
void run(half *h, float *f, const float *a) {
  halves<<<1, 32>>>(h, h + 32);
  pairs<<<1, 32>>>(a, f);
  many<<<1, 1024>>>(f);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_is_written_first_is_tested(tmp_path: Path) -> None:
    """Arrays of classes with constructors, before which a compiler asks whether they were made, and more words than most blocks have."""
    kernels = translate(parse(WRITTEN, "k.cu", "cuda"), tmp_path / "k.cu", verified=True).kernels
    assert [(k.name, k.status, k.reason) for k in kernels] == [(n, "tested", "") for n in ("halves", "pairs", "many")]
