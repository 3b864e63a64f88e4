"""What a thread does once before its rounds over the grid, or once for itself: objects do so too, when they are made or end, are converted or met by
an operator. It is done neither in each round nor once for the block."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

N, BLOCKS, THREADS = 403, 2, 64
T, S = "blockIdx.x * blockDim.x + threadIdx.x", "blockDim.x * gridDim.x"
COUNT = "struct Count {{ int *p; {} }};"
MADE = COUNT.format("__device__ Count(int *q) : p(q) { atomicAdd(p, 1); }")
# What the file declares, what stands before the loop.
ONCE = {
    "made": (MADE, "Count c(b + n);"),
    "made of what stands in braces": (MADE, "Count c{b + n};"),
    "made of a value": (MADE, "Count c = b + n;"),
    "made by what sets": (COUNT.format("__device__ Count(int *q) { p = q; atomicAdd(p, 1); }"), "Count c(b + n);"),
    "ended": (COUNT.format("__device__ Count(int *q) : p(q) {} __device__ ~Count() { atomicAdd(p, 1); }"), "Count c(b + n);"),
    "an element": (COUNT.format("__device__ int operator[](int i) const { return atomicAdd(p + i, 1); }"), "Count c{b}; int x = c[n];"),
    "a sum": (COUNT.format("__device__ int operator+(int i) const { return atomicAdd(p + i, 1); }"), "Count c{b}; int x = c + n;"),
    "a sum outside of the class": (COUNT.format("") + "__device__ int operator+(Count c, int) { return atomicAdd(c.p, 1); }", "Count c{b + n}; int x = c + 1;"),
    "converted": (COUNT.format("__device__ operator int() const { return atomicAdd(p, 1); }"), "Count c{b + n}; int x = c;"),
    "what is pointed to": (COUNT.format("__device__ int operator*() const { return atomicAdd(p, 1); }"), "Count c{b + n}; int x = *c;"),
    "by another name": (MADE + "typedef Count First; using Second = First;", "Second c(b + n);"),
    "a template": ("template <class V> struct Count { V *p; __device__ Count(V *q) : p(q) { atomicAdd(p, 1); } };", "Count<int> c(b + n);"),
    "derived": (MADE + "struct More : Count { using Count::Count; };", "More c(b + n);"),
    "defined outside of the class": (COUNT.format("__device__ Count(int *q);") + "__device__ Count::Count(int *q) { atomicAdd(p = q, 1); }", "Count c(b + n);"),
}  # fmt: skip
# The head of the loop, and how often what it says beside counting is done.
HEADS = {
    "declared beside the counter": (f"for (int i = {T}, x = atomicAdd(b + n, 1); i < n; i += {S})", BLOCKS * THREADS),
    "in the bound": (f"for (int i = {T}; i < (atomicAdd(b + n, 1), n); i += {S})", BLOCKS * THREADS + N),
}


def kernel(name: str, before: str, head: str) -> str:
    return f"__global__ void {name}(int *b, int n) {{ {before} {head} b[i] = i + n; }}\n"


def said(text: str, folder: Path) -> list[str]:
    (folder / "k.cpp").write_text(translate_file(parse("#include <cstdio>\n" + text, "k.cu", "cuda")).text)
    build([folder / "k.cpp"], folder / "k")
    return subprocess.run([str(folder / "k")], capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_objects_do_before_the_rounds_is_done_once_by_each_thread(tmp_path: Path) -> None:
    head = f"for (int i = {T}; i < n; i += {S})"
    text, calls = "", ""
    for at, (declared, before) in enumerate(ONCE.values()):
        own = f"{declared}\n{kernel(f'k{at}', before, head)}".replace(
            "Count", f"Count{at}"
        )  # each class is known by its name
        text += f"namespace n{at} {{ {own}}}\n"
        calls += f'b[{N}] = 0; n{at}::k{at}<<<{BLOCKS}, {THREADS}>>>(b, {N}); printf("%d ", b[{N}]);\n'
    expected = [str(BLOCKS * THREADS)] * len(ONCE)
    for at, (loop, times) in enumerate(HEADS.values()):
        text += kernel(f"h{at}", "", loop)
        calls += f'b[{N}] = 0; h{at}<<<{BLOCKS}, {THREADS}>>>(b, {N}); printf("%d ", b[{N}]);\n'
        expected.append(str(times))
    found = said(f"{text}int main() {{ static int b[{N} + 1];\n{calls}}}\n", tmp_path)
    assert dict(zip((*ONCE, *HEADS), found, strict=True)) == dict(zip((*ONCE, *HEADS), expected, strict=True))


def test_objects_that_only_hold_values_leave_the_loop_over_everything() -> None:
    point = (
        "struct Point { int x, y; __device__ Point(int a, int b) : x(a) { y = b; }"
        " __device__ Point operator+(Point o) const { return Point(x + o.x, y + o.y); } };\n"
    )
    text = kernel("k", "Point p(n, 4), q = p + p;", f"for (int i = {T}; i < n; i += {S})").replace("i + n", "q.y")
    assert "for (int i = 0; i < n; ++i)" in translate_file(parse(point + text, "k.cu", "cuda")).text


RETURNS = """__device__ void set(int *b, int i, int v) { b[i] = v; }
__device__ void turned(int *b, int v) { __shared__ int s[64]; s[threadIdx.x] = v; __syncthreads(); return set(b, threadIdx.x, s[63 - threadIdx.x]); }
__global__ void k0(int *b) { int t = threadIdx.x; return (void)(b[t] = 63 - t); }
__global__ void k1(int *b) { if (threadIdx.x > 3) return set(b, threadIdx.x, 63 - threadIdx.x); b[threadIdx.x] = 63 - threadIdx.x; }
__global__ void k2(int *b) { return turned(b, threadIdx.x); }
__global__ void k3(int *b) {
  struct Local { int v; __device__ int get() const { return v; } };
  auto f = [&](int i) { return 63 - i; };
  Local own{(int)threadIdx.x};
  return set(b, own.get(), f(threadIdx.x));
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_stands_behind_return_where_nothing_is_returned_is_done(tmp_path: Path) -> None:
    calls = "".join(
        f"for (int &each : b) each = -1; k{at}<<<1, 64>>>(b); bad = 0; for (int i = 0; i < 64; ++i) bad += b[i] != 63 - i;"
        f'printf("%d ", bad);\n'
        for at in range(4)
    )
    assert said(f"{RETURNS}int main() {{ static int b[64]; int bad;\n{calls}}}\n", tmp_path) == ["0"] * 4
