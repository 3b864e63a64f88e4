"""What hangs on the order of threads: races, warps that are to go in step, and lines that several threads print."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from test_programs_in_streams import judged

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

# The last 32 values are summed up without a barrier: every thread reads before one of them writes.
SUM = """#include <cstdio>
__global__ void sum(const int *a, int *o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  if (t < 32) {
    for (int d = 32; d > 0; d >>= 1) { int v = s[t + d]; GO s[t] += v; GO }
  }
  if (t == 0) *o = s[0];
}
int main() {
  int h[64], *a, *o;
  for (int i = 0; i < 64; ++i) h[i] = i * i;
  cudaMalloc(&a, sizeof h), cudaMalloc(&o, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(a, o);
  cudaMemcpy(h, o, 4, cudaMemcpyDeviceToHost);
  printf("%d\\n", h[0]);
}
"""
PRINTS = """#include <cstdio>
__device__ int next;
__global__ void show(const int *a, int n) {
  int t = threadIdx.x, v = VALUE;
  if (t == 0) printf("of %d:", n);
  printf(" %d=%d", t, v);
  if (t == n - 1) printf("\\n");
}
int main() {
  int h[8], *a;
  for (int i = 0; i < 8; ++i) h[i] = i * i;
  cudaMalloc(&a, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  show<<<1, 8>>>(a, 8);
  cudaDeviceSynchronize();
  puts("done");
}
"""


def test_a_warp_that_is_to_go_in_step_is_told_so(tmp_path: Path) -> None:
    report, _ = judged(tmp_path, SUM.replace("GO ", ""))
    assert report.status == "racy"
    assert "__syncwarp()" in report.reason
    assert any(remark.startswith("the translation does") for remark in report.remarks)


def test_a_warp_that_waits_is_tested(tmp_path: Path) -> None:
    report, printed = judged(tmp_path, SUM.replace("GO ", "__syncwarp(); "))
    assert (report.status, printed) == ("tested", str(sum(i * i for i in range(64))))


def test_a_race_between_warps_is_no_matter_of_steps(tmp_path: Path) -> None:
    text = SUM.replace("GO ", "__syncwarp(); ").replace("  __syncthreads();\n", "")
    report, _ = judged(tmp_path, text)
    assert report.status == "racy"
    assert "the order of threads" in report.reason
    assert "__syncwarp()" not in report.reason


def test_lines_that_threads_print_together_are_no_race(tmp_path: Path) -> None:
    report, _ = judged(tmp_path, PRINTS.replace("VALUE", "a[t]"))
    assert report.status == "tested"
    assert any("parts of lines" in remark for remark in report.remarks)


def test_a_race_in_what_they_print_is_one(tmp_path: Path) -> None:
    report, _ = judged(tmp_path, PRINTS.replace("VALUE", "atomicAdd(&next, 1)"))
    assert report.status == "racy"
