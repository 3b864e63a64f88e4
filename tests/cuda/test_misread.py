"""What stands in ordinary kernels and was read as something else, or hid what decides how a kernel is cut."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.misread import with_named_pointers
from loopwright.source.syntax import parse

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

COMPARISONS = """
#include <cstdio>
#define SIX 6
struct P { int k; };
template <typename T> __device__ T twice(T x) { return x + x; }
__global__ void casts(int *o, int s, int n) { int k = threadIdx.x; if (k < n) o[k] += (short)k < s >> (n & 3); }
__global__ void both(int *o, int s, int n) { int k = threadIdx.x; if (k < s && n > (k)) o[k] += (k < s >> (n & 3)) ? 10 : 20; }
__global__ void members(int *o, P p, int s, int n) { int k = threadIdx.x; if (k < n) o[k] += p.k < s >> (n & 3) ? 100 : SIX < s >> (1) ? 200 : 300; }
__global__ void parts(int *o, P p, int s, int n) {
  int k = threadIdx.x;
  if (k < n) o[k] += ((unsigned)p.k < s >> (n & 4)) * 7000 + (1 + p.k < s >> (n & 4)) * 50000;
}
template <int K> __global__ void values(int *o, int s, int n) {
  int k = threadIdx.x;
  for (int i = 0; i < n >> (1); ++i) if (k < n) o[k] += (K < s >> (i & 3)) * 1000;
}
template __global__ void values<5>(int *, int, int);
__global__ void templates(int *o, int s, int n) { int k = threadIdx.x; if (k < s && n > (k)) o[k] += twice<int>(k) * 100000; }
int main() {
  int *o;
  cudaMallocManaged(&o, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) o[i] = 0;
  casts<<<1, 32>>>(o, 9, 17); both<<<1, 32>>>(o, 9, 17); members<<<1, 32>>>(o, P{4}, 9, 17); parts<<<1, 32>>>(o, P{4}, 9, 17);
  values<5><<<1, 32>>>(o, 12, 6); templates<<<1, 32>>>(o, 3, 17);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) printf("%d\\n", o[i]);
}
"""


def compared(k: int) -> int:
    """What the program leaves in element ``k``."""
    n, s = 17, 9
    found = int(k < s >> (n & 3)) if k < n else 0
    found += (10 if k < s >> (n & 3) else 20) if k < s and n > k else 0
    found += (100 if s >> (n & 3) > 4 else 200 if s >> 1 > 6 else 300) if k < n else 0
    found += (s >> (n & 4) > 4) * 7000 + (s >> (n & 4) > 5) * 50000 if k < n else 0
    found += sum((12 >> (i & 3) > 5) * 1000 for i in range(6 >> 1)) if k < 6 else 0
    return found + (2 * k * 100000 if k < 3 else 0)


LEAVING = """
#include <cstdio>
#define LEAVE_IF(c) if (c) return
#define SKIP_IF(c) if (c) continue
#define SWAP(a, b) do { int t_ = a; a = b; b = t_; } while (0)
#define ADD(p, v) atomicAdd(p, v)
#define INC(x) ++(x)
#define SQ(x) ((x) * (x))
#define SUM(v) total(v)
__device__ int total(int v) { for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d); return v; }
__global__ void leaves(int *o, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; LEAVE_IF(i >= n); o[i] = SQ(i); }
__global__ void skips(int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 5; ++k) { SKIP_IF(k == 3); o[i] += k; }
}
__global__ void swaps(int *o, int n) {
  __shared__ int s[64];
  int i = threadIdx.x, j = 63 - i;
  SWAP(i, j);
  s[i] = j;
  __syncthreads();
  INC(j);
  if (i < n) ADD(&o[0], s[63 - i] + j);
}
__global__ void waits(int *o, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  LEAVE_IF(n < 0);
  s[threadIdx.x] = i;
  __syncthreads();
  LEAVE_IF(i >= n);
  o[i] += s[63 - threadIdx.x];
}
__global__ void sums(int *o, int n) { int v = SUM(threadIdx.x); if (threadIdx.x == 0) o[0] += v + n; }
int main() {
  int *o;
  cudaMallocManaged(&o, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) o[i] = 0;
  leaves<<<2, 64>>>(o, 100); skips<<<2, 64>>>(o, 100); swaps<<<1, 64>>>(o, 50); waits<<<2, 64>>>(o, 100); sums<<<1, 32>>>(o, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; ++i) printf("%d\\n", o[i]);
}
"""


def left(i: int) -> int:
    """What the program leaves in element ``i``."""
    found = i * i + 7 + (i // 64 * 64 + 63 - i % 64) if i < 100 else 0
    if i == 0:
        # Of `swaps` thread t has i = 63 - t and j = t: what it adds is what thread 63 - t wrote, and t + 1.
        found += sum((63 - t) + t + 1 for t in range(64) if 63 - t < 50) + sum(range(32)) + 3
    return found


def printed(text: str, folder: Path) -> list[int]:
    """What a program's translation prints."""
    translated = translate_file(parse(text, name="k.cu"))
    assert [(k.name, k.reason) for k in translated.kernels if k.reason] == []
    assert not translated.lost
    (folder / "k.cpp").write_text(translated.text, "utf-8")
    build([folder / "k.cpp"], folder / "k")
    done = subprocess.run([str(folder / "k")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [int(line) for line in done.stdout.split()]


def test_a_comparison_of_variables_is_no_template(tmp_path: Path) -> None:
    assert printed(COMPARISONS, tmp_path) == [compared(k) for k in range(32)]


def test_macros_that_leave_change_or_wait_are_written_out(tmp_path: Path) -> None:
    assert printed(LEAVING, tmp_path) == [left(i) for i in range(128)]


def test_the_greater_of_two_types_of_whole_numbers_is_found(tmp_path: Path) -> None:
    types = ("int", "unsigned", "long", "unsigned long", "long long", "unsigned long long")
    calls = [f"({a})7 + max(({a})t, ({b})3) - min(({b})t, ({a})3)" for a in types for b in types]
    lines = "".join(f"  o[t * {len(calls)} + {n}] = (int)({call});\n" for n, call in enumerate(calls))
    text = f"""
#include <cstdio>
__global__ void k(int *o) {{
  int t = threadIdx.x;
{lines}}}
int main() {{
  int *o;
  cudaMallocManaged(&o, {8 * len(calls)} * sizeof(int));
  k<<<1, 8>>>(o);
  cudaDeviceSynchronize();
  for (int i = 0; i < {8 * len(calls)}; ++i) printf("%d\\n", o[i]);
}}
"""
    assert printed(text, tmp_path) == [7 + max(t, 3) - min(t, 3) for t in range(8) for _ in calls]


def test_parentheses_stay_around_more_than_a_conversion(tmp_path: Path) -> None:
    text = """
#include <cstdio>
__device__ int half(int x) { return x / 2; }
__global__ void k(int *o, int s) {
  int t = threadIdx.x;
  o[t] = 7 - (unsigned(s) >> (t & 3)) + 3 * (short(half(t)) % 5) + (t) + 2 * (long(s) - 3) + (-t);
}
int main() {
  int *o;
  cudaMallocManaged(&o, 32 * sizeof(int));
  k<<<1, 32>>>(o, 100);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) printf("%d\\n", o[i]);
}
"""
    assert printed(text, tmp_path) == [7 - (100 >> (t & 3)) + 3 * (t // 2 % 5) + 2 * 97 for t in range(32)]


@pytest.mark.parametrize(
    ("declared", "named"),
    [
        ("int (*a)[8];", "std::add_pointer_t<int[8]> a;"),
        ("int (*a)[8], (*b)[8];", "std::add_pointer_t<int[8]> a, b;"),
        ("int (*a)[8][N] = x, (*b)[8][N], (*c)[8][N] = y;", "std::add_pointer_t<int[8][N]> a = x, b, c = y;"),
        ("int (&a)[8] = x, (&b)[8] = y;", "auto (&a)[8] = x, (&b)[8] = y;"),
        ("int (*a)[8] = x, (*b)[4] = y;", "auto (*a)[8] = x, (*b)[4] = y;"),  # each has its own extents
    ],
)
def test_pointers_to_arrays_are_declared_by_a_name(declared: str, named: str) -> None:
    assert with_named_pointers(parse(f"void f() {{ {declared} }}", name="k.cu")).text == f"void f() {{ {named} }}"
