"""Memory of the block beside a function in which threads wait: it stays one for the block, whatever else is done to it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
# What each thread hands over is an element of the block's memory, of which an atomic takes the address: form → declaration, element.
FORMS = {
    "array": ("__shared__ unsigned s[64];", "s[t]"),
    "plane": ("__shared__ unsigned s[4][16];", "s[t / 16][t % 16]"),
    "aligned": ("__shared__ __align__(16) unsigned s[64];", "s[t]"),
    "volatile": ("volatile __shared__ unsigned s[64];", "s[t]"),
    "dynamic": ("extern __shared__ unsigned s[];", "s[t]"),
    "struct": ("struct Pair { unsigned a, b; }; __shared__ Pair s[64];", "s[t].b"),
}
PROGRAM = """#include <cstdio>
__device__ unsigned next(unsigned *all, unsigned v, int t) {{
  all[t] = v;
  __syncthreads();
  unsigned r = all[(t + 1) % 64];
  __syncthreads();
  return r;
}}
__global__ void k(unsigned *out) {{
  const int t = threadIdx.x;
  __shared__ unsigned all[64], sum;
  {declaration}
  {element} = 3 * t;
  if (t == 0) sum = 0;
  __syncthreads();
  unsigned v = next(all, {element} + sum, t);
  atomicAdd((unsigned *)&{element}, v);
  atomicAdd(&sum, v);
  __syncthreads();
  out[t] = next(all, {element}, t) + sum;
}}
int main() {{
  unsigned *out, sum = 0;
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  k<<<1, 64, 256>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) sum = sum * 31 + out[i];
  printf("%u\\n", sum);
  cudaFree(out);
}}
"""


def _expected() -> int:
    values = [3 * t + 3 * ((t + 1) % 64) for t in range(64)]
    total = sum(3 * t for t in range(64))
    told = 0
    for t in range(64):
        told = (told * 31 + values[(t + 1) % 64] + total) % 2**32
    return told


@pytest.mark.parametrize("form", FORMS)
def test_an_element_of_it_goes_to_a_function_that_waits(form: str, tmp_path: Path) -> None:
    declaration, element = FORMS[form]
    source, translated, program = tmp_path / "k.cu", tmp_path / "k.cpp", tmp_path / "k"
    source.write_text(PROGRAM.format(declaration=declaration, element=element), "utf-8")
    assert main(["translate", str(source), "-o", str(translated)]) == 0
    build([translated], program)
    assert subprocess.run([str(program)], capture_output=True, text=True).stdout == f"{_expected()}\n"
