"""What only the first threads of a block do, and wait in, are loops over these alone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

KERNEL = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define WARP 32
constexpr int HALF = WARP / 2;
__global__ void k(int *a, int n) {{
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::tiled_partition<8>(tile);
  const int t = threadIdx.x, warp = t / 32, lane = t % 32, own = threadIdx.x / warpSize;
  const unsigned char byte = threadIdx.x / 2;
  const short narrow = threadIdx.x / 2;
  int v = a[t], changed = t / 32;
  if (n > 9) changed++;
  if ({condition}) {{
    v += __shfl_xor_sync(~0u, v, 1);
    a[t + n] = v;
  }}
}}
"""
FIRST = {
    "t < 64": "64",
    "threadIdx.x < 32": "32",
    "warp == 0": "32",
    "warp < 1": "32",
    "t / 16 == 0": "16",
    "t >> 5 == 0": "32",
    "(threadIdx.x >> 4) == 0": "16",
    "t / 0x10 == 0": "16",
    "tile.meta_group_rank() == 0": "32",
    "own == 0": "32",
    "t / WARP == 0": "32",
    "t / (WARP - 1) < 1": "31",
    "t / HALF == 0": "16",
    "t < HALF": "16",
    "narrow == 0": "2",
    "!warp": "32",
    "0 == own": "32",
    "t <= 31": "32",
    "HALF > threadIdx.x": "16",
    "t / WARP <= 0": "32",
    "warp < 2": "2ll * 32",
    "t < n": "n",
}
OTHERS = (
    "warp == 1",
    "lane == 0",
    "lane < 16",
    "t > 31",
    "32 < t",
    "changed == 0",
    "t % 32 == 0",
    "n / 32 == 0",
    "part.meta_group_rank() == 0",
    "tile.thread_rank() < 8",
    "(t + 1) / 32 == 0",
    "warp != 0",
    "byte == 0",
    "!byte",
    "!lane",
    "0 != warp",
    "31 <= t",
    "-1 >= t",
    "t <= -1",
    "t / n == 0",
)


def text_of(condition: str) -> str:
    kernel = translate_file(parse(KERNEL.format(condition=condition), "k.cu", "cuda")).kernel("k")
    assert kernel is not None
    assert kernel.text is not None, kernel.reason
    return kernel.text


@pytest.mark.parametrize("condition", FIRST, ids=str)
def test_loops_are_as_long(condition: str) -> None:
    text = text_of(condition)
    assert text.count(f"std::min<long long>({FIRST[condition]}, threads_x)") >= 2
    assert f"if (!({condition}))" not in text


@pytest.mark.parametrize("condition", OTHERS)
def test_other_threads_are_asked(condition: str) -> None:
    assert "std::min<long long>(" not in text_of(condition)


# In `threadIdx.x < n` both sides are unsigned: with an n below 0 all threads take part.
SIGNS = """#include <cstdio>
__global__ void k(int *b, TYPE n) {{
  __shared__ int s[8];
  {declared}
  s[threadIdx.x] = 0;
  __syncthreads();
  if ({condition}) s[threadIdx.x] = 1;
  __syncthreads();
  b[threadIdx.x] = s[7 - threadIdx.x];
}}
__global__ void alone(int *b, TYPE n) {{ {declared} if ({condition}) b[threadIdx.x] = 1; }}
int main() {{
  int *b;
  cudaMallocManaged(&b, 32);
  for (long n : {{-1, 0, 3, 9}}) for (int kernel = 0; kernel < 2; ++kernel) {{
    for (int i = 0; i < 8; ++i) b[i] = 0;
    kernel ? alone<<<1, 8>>>(b, n) : k<<<1, 8>>>(b, n);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += b[i];
    printf("%d", sum);
  }}
}}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize(
    ("declared", "condition", "type", "printed"),
    [
        ("", "threadIdx.x < n", "int", "88003388"),
        ("", "threadIdx.x < n", "short", "88003388"),
        ("", "threadIdx.x < n", "unsigned", "88003388"),
        ("", "threadIdx.x < n", "long", "00003388"),
        ("unsigned t = threadIdx.x;", "t < n", "int", "88003388"),
        ("int t = threadIdx.x;", "t < n", "int", "00003388"),
        ("int t = threadIdx.x;", "t < n", "unsigned", "88003388"),
        ("", "(int)threadIdx.x < n", "int", "00003388"),
    ],
)
def test_a_bound_below_zero_is_compared_as_it_is_on_a_gpu(
    declared: str, condition: str, type: str, printed: str, tmp_path: Path
) -> None:
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    program = SIGNS.format(declared=declared, condition=condition).replace("TYPE", type)
    source.write_text(translate_file(parse(program, "k.cu", "cuda")).text, "utf-8")
    build([source], binary)
    assert subprocess.run([str(binary)], capture_output=True, text=True).stdout == printed


BYTES = """#include <cstdio>
__global__ void k(int *b) {
  __shared__ int s[1024];
  unsigned char t = threadIdx.x, pair = threadIdx.x / 2;
  s[threadIdx.x] = 0;
  __syncthreads();
  if (t < 4) s[threadIdx.x] = 1;
  __syncthreads();
  if (pair == 0) s[threadIdx.x] += 2 + __shfl_xor_sync(~0u, 0, 1);
  __syncthreads();
  b[threadIdx.x] = s[1023 - threadIdx.x];
}
__global__ void alone(int *b) { unsigned char t = threadIdx.x; if (t < 4) b[threadIdx.x] += 1; }
int main() {
  int *b, sum = 0;
  cudaMallocManaged(&b, 4096);
  k<<<1, 1024>>>(b);
  alone<<<1, 1024>>>(b);
  cudaDeviceSynchronize();
  for (int i = 0; i < 1024; ++i) sum += b[i];
  printf("%d", sum);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_byte_counts_threads_again_and_again(tmp_path: Path) -> None:
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    source.write_text(translate_file(parse(BYTES, "k.cu", "cuda")).text, "utf-8")
    build([source], binary)
    assert subprocess.run([str(binary)], capture_output=True, text=True).stdout == "40"
