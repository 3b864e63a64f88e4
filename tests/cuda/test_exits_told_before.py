"""Threads that return early by what is one value for the block and changes later: who has gone stays away, whatever it is then."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

# (what is set, who returns, what it is set to later): `limit` is a variable, `n` the kernel's parameter, which is 5.
FORMS = {
    "assigned": ("int limit = n;", "t >= limit", "limit = 31;"),
    "negated": ("float limit = (float)(~n);", "!(-t < limit)", "limit = (float)n;"),
    "counted": ("int limit = n;", "t > limit", "limit++;"),
    "compound": ("unsigned limit = n + 3u;", "(unsigned)t >= limit", "limit /= 2u;"),
    "parameter": ("", "t >= n", "n = 20;"),
    "of two": ("int limit = n; int low = 1;", "t < low || t >= limit", "low = 0; limit = 9;"),
    "in a loop": ("int limit = n;", "t >= limit", "for (int k = 0; k < 2; ++k) { limit += k; __syncthreads(); }"),
    "not changed": ("int limit = n; limit += 2;", "t >= limit", ""),
    "by reference": ("int limit = n;", "t >= limit", "grow(limit);"),
}
KERNEL = """
__global__ void k_{number}(int *out, int n) {{
  __shared__ int seen[32];
  const int t = threadIdx.x;
  {first}
  if ({leaves}) return;
  {later}
  seen[t] = out[t] + t;
  {wait}
  out[t] = seen[t] * 2 + 1;
}}
"""
EXPECTED = """
static int left_{number}(int t, int n) {{ {first} return {leaves}; }}
static int wrong_{number}() {{
  int *out, bad = 0;
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int t = 0; t < 32; ++t) out[t] = 100;
  k_{number}<<<1, 32>>>(out, 5);
  cudaDeviceSynchronize();
  for (int t = 0; t < 32; ++t) bad += out[t] != (left_{number}(t, 5) ? 100 : (100 + t) * 2 + 1);
  cudaFree(out);
  return bad;
}}
"""
HEAD = "#include <cstdio>\n__device__ inline void grow(int &x) { x += 9; }\n"


@pytest.mark.parametrize("wait", ["__syncthreads();", "__syncwarp();", ""])
def test_who_returned_stays_away(wait: str, tmp_path: Path) -> None:
    kernels, calls = "", []
    for number, (first, leaves, later) in enumerate(FORMS.values()):
        if not wait and "__syncthreads" in later:
            continue
        kernels += KERNEL.format(number=number, first=first, leaves=leaves, later=later, wait=wait)
        kernels += EXPECTED.format(number=number, first=first, leaves=leaves)
        calls.append(number)
    prints = "".join(f'if (wrong_{number}()) std::printf("{list(FORMS)[number]}\\n");' for number in calls)
    translated = translate_file(parse(f"{HEAD}{kernels}int main() {{ {prints} }}", name="k.cu"))
    assert all(kernel.text for kernel in translated.kernels), [kernel.reason for kernel in translated.kernels]
    source, program = tmp_path / "k.cpp", tmp_path / "k"
    source.write_text(translated.text)
    build([source], program)
    assert subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout == ""
