"""A device function of the file may be called as CUDA's `reduce` of a group: each call is of the one that it names."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
OWN = {
    "waits": "__device__ int reduce(int *s, int v, int t) { s[t] = v; __syncthreads(); return s[0] + s[1]; }",
    "waits for nobody": "__device__ int reduce(int *s, int v, int t) { return v - t + 1; }",
}
CALLS = {
    "cg": "namespace cg = cooperative_groups;",
    "cooperative_groups": "",
    "groups": "namespace groups = cooperative_groups;",
}
PROGRAM = """#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
{alias}
{own}
__global__ void k(const int *a, int *o, int *p) {{
  __shared__ int s[64];
  int t = threadIdx.x;
  p[t] = reduce(s, t, t);
  auto tile = {name}::tiled_partition<32>({name}::this_thread_block());
  int r = {name}::reduce(tile, a[t], {name}::plus<int>());
  o[t] = r;
}}
int main() {{
  int *a, *o, *p;
  cudaMallocManaged(&a, 256);
  cudaMallocManaged(&o, 256);
  cudaMallocManaged(&p, 256);
  for (int i = 0; i < 64; i++) a[i] = i;
  k<<<1, 64>>>(a, o, p);
  cudaDeviceSynchronize();
  printf("%d %d %d\\n", o[0], o[63], p[5]);
}}
"""


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("name", CALLS)
def test_each_call_is_of_the_one_that_it_names(own: str, name: str, tmp_path: Path) -> None:
    source, translated, program = tmp_path / "k.cu", tmp_path / "k.cpp", tmp_path / "k"
    source.write_text(PROGRAM.format(alias=CALLS[name], own=OWN[own], name=name), "utf-8")
    assert main(["translate", str(source), "-o", str(translated)]) == 0
    build([translated], program)
    assert subprocess.run([str(program)], capture_output=True, text=True).stdout == "496 1520 1\n"
