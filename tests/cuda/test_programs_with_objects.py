"""Kernels that take objects by value: a launch copies each once, and threads have its bits."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translation_of
from loopwright.translate.program.build import File, Toolchain
from loopwright.translate.program.verdict import ProgramJudge

OBJECTS = """#include <cstdio>
int copies, ends;
struct Rows {  // the copies free what they have
  float *p;
  int n, *shared;
  Rows(float *p, int n) : p(p), n(n), shared(new int(1)) {}
  Rows(const Rows &o) : p(o.p), n(o.n), shared(o.shared) { ++*shared, ++copies; }
  ~Rows() { if (!--*shared) delete shared; ++ends; }
  __device__ float &at(int i) { return p[i]; }
};
struct Sum { float v; Sum(float v) : v(v) { ++copies; } ~Sum() { ++ends; } };
struct Plain { float a, b; Plain &operator=(const Plain &) { return *this; } };
__global__ void fill(Rows rows, float v) { int i = threadIdx.x; if (i < rows.n) rows.at(i) = v + i; }
__global__ void own(Rows rows, Sum sum) { rows.at(threadIdx.x) += threadIdx.x + sum.v; }
__global__ void plain(Rows rows, Plain two) { rows.at(threadIdx.x) += two.a * two.b; }
template <class R> __global__ void twice(R rows) { rows.at(threadIdx.x) *= 2; }
int main() {
  float *p, h[64];
  cudaMalloc(&p, sizeof h);
  {
    Rows rows(p, 64);
    fill<<<1, 64>>>(rows, 3);
    own<<<1, 64>>>(rows, Sum(0.5f));
    plain<<<1, 64>>>(rows, Plain{2, 3});
    void *given[] = {&rows, &h[0]};
    h[0] = 1;
    cudaLaunchKernel((void *)fill, dim3(1), dim3(64), given, 0, 0);
    printf("%d copies, %d ends\\n", copies, ends);
    twice<Rows><<<1, 64>>>(rows);
  }
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\\n", h[5], h[63]);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_threads_neither_copy_nor_end_what_a_launch_gives_them(tmp_path: Path) -> None:
    translation = translation_of(parse(OBJECTS.encode(), str(tmp_path / "k.cu"), "cuda"), tmp_path / "k.cu")
    with ProgramJudge([File(translation, tmp_path / "k.cu")], [], tmp_path, Toolchain("g++")) as judged:
        found = judged.report([translation.text])
        printed = judged._referred(0).printed if found.status == "tested" else ""
    assert (found.status, found.reason) == ("tested", "")
    assert printed.splitlines()[1] == "12 128"
