"""Conditions as ends of the loops over the rows and columns of a block: each body runs for every thread beside itself, thread by thread."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

KERNEL = """#define T 4
#define EDGE 3u
#define IN_RANGE(v, low, high) ((v) >= (low) && (v) <= (high))
#define IN_TILE(v) (IN_RANGE(v, 1, T - 1))
#define BELOW(v, n) v < n
#define SHIFTED 1 << 3
#define EITHER 8 | 1
#define SUM T + 2
#define NAMED SUM
#define CAST (int)3 + 1
#define STATIC static_cast<int>(3) + 1
#define MADE unsigned(3) + 1
#define SIZED sizeof(int) - 1
__constant__ int limit[1];
__global__ void k(int *a, int w, int h, unsigned u, long l) {
    __shared__ int s[8][8];
    BODY
}
void run(int *a, int w, int h, unsigned u, long l) { k<<<dim3(3, 2), BLOCK>>>(a, w, h, u, l); }
"""
# The same text for one thread after the other. Everything is counted where it happens.
BESIDE = """
#include <cstdio>
#include <cstring>
namespace beside {
struct Three { unsigned x, y, z; };
static Three threadIdx, blockIdx, blockDim;
static void __syncthreads() {}
static int s[8][8];
static void k(int *a, int w, int h, unsigned u, long l) { BODY }
static void run(int *a, int w, int h, unsigned u, long l) {
    const dim3 block = BLOCK;
    blockDim = {block.x, block.y, block.z};
    for (unsigned by = 0; by < 2; ++by) for (unsigned bx = 0; bx < 3; ++bx)
        for (unsigned z = 0; z < block.z; ++z) for (unsigned y = 0; y < block.y; ++y) for (unsigned x = 0; x < block.x; ++x)
            threadIdx = {x, y, z}, blockIdx = {bx, by, 0}, k(a, w, h, u, l);
}
}
int main() {
    int wrong = 0, done = 0;
    for (int w : {-2147483647 - 1, -3, -1, 0, 1, 3, 4, 5, 11, 12, 13, 2147483647}) for (int h : {-1, 0, 2, 4, 7, 8, 9, 2147483647}) {
        static int one[4096], other[4096];
        memset(one, 0, sizeof one), memset(other, 0, sizeof other);
        run(one, w, h, w, h), beside::run(other, w, h, w, h);
        for (int i = 0; i < 4096; ++i) wrong += one[i] != other[i], done += one[i];
    }
    printf("%d %d", wrong, done > 0);
}
"""
AT = "((blockIdx.y * 3 + blockIdx.x) * 4 + threadIdx.z) * 64 + threadIdx.y * 8 + threadIdx.x"
XY = "int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;"
COUNTED = f"a[{AT}] += 1;"
# A block of two dimensions that needs its threads' own numbers.
ENDS = {
    "a guard around all": f"{XY} if (x < w && y < h) {{ {COUNTED} }}",
    "a return": f"{XY} if (x >= w || y >= h) return; {COUNTED}",
    "up to and with": f"{XY} if (x <= w && h >= y) {{ {COUNTED} }}",
    "from": f"{XY} if (x > w && y >= h) {{ {COUNTED} }}",
    "inner ones": f"{XY} if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {{ {COUNTED} }}",
    "one of a row": f"{COUNTED} if (threadIdx.x == 0) a[{AT} + 2048] += 2; if (threadIdx.y == T - 1) a[{AT} + 2048] += 4;",
    "one that may not be there": f"if (threadIdx.x == w) {{ {COUNTED} }} if (threadIdx.y == EDGE) {{ {COUNTED} }}",
    "the first of a row": f"if (threadIdx.x < 2) {{ {COUNTED} }} if (1 < threadIdx.y) {{ {COUNTED} }}",
    "numbers that begin below 0": "int x = blockIdx.x * T + threadIdx.x - 2, y = (int)threadIdx.y - 1; "
    f"if (x >= 0 && x < w && y >= 0 && y < h) {{ {COUNTED} }}",
    "names over names": f"int tx = threadIdx.x, bx = blockIdx.x; int start = bx * T - 1; int x = start + tx; if (x < w && x >= 0) {{ {COUNTED} }}",
    "without a sign": f"unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y; if (x < w && y < u) {{ {COUNTED} }}",
    "without a sign on the right": f"{XY} if (x < u && y < u - 1) {{ {COUNTED} }}",
    "something else too": f"{XY} if (x < w && (x + y) % 2 == 0 && y < h) {{ {COUNTED} }}",
    "something else before a return": f"{XY} if (x >= w || (x + y) % 3 == 0) return; {COUNTED}",
    "one in another": f"{XY} if (x < w && y < h) {{ {COUNTED} if (threadIdx.x == 0) a[{AT}] += 2; if (threadIdx.y == 1 && x > 1) {{ a[{AT}] += 4; }} }}",
    "around a barrier": f"{XY} s[threadIdx.y][threadIdx.x] = 0; if (threadIdx.x < 2) {{ {COUNTED} }} if (x < w) {{ if (y < h) {{ {COUNTED} }} }}",
    "a macro that compares": f"{XY} if (IN_RANGE(x, 1, w - 2) && IN_RANGE(y, 0, h - 1)) {{ {COUNTED} }} __syncthreads(); a[{AT} + 2048] += 1;",
    "a macro of such": f"{XY} __syncthreads(); if (IN_TILE(threadIdx.x) && IN_TILE(threadIdx.y) && BELOW(x, w)) {{ {COUNTED} }}",
    "what is kept while they wait": f"{XY} int done = 0; for (int i = 0; i < 2; ++i) {{ done += 2; "
    f"if (x > i && x < w - i && y < h) {{ done = i + 5; {COUNTED} }} "
    f"__syncthreads(); }} if (done) a[{AT} + 2048] += done;",
    "rounds along a row": f"for (int j = threadIdx.x; j < w % 40; j += blockDim.x) {{ a[{AT}] += j + threadIdx.y + 1; }}",
    "rounds that begin below 0": f"for (int j = w % 7 - 3 + (int)threadIdx.x; j < h % 40; j += T) {{ a[{AT}] += j + threadIdx.y + 4; }}",
    "rounds without a sign": f"for (unsigned j = threadIdx.x; j < u % 40; j += blockDim.x) {{ if (j + threadIdx.y != 9) a[{AT}] += j + 1; }}",
    "rounds to a bound without a sign": f"for (int j = threadIdx.x; j < u % 40; j += blockDim.x) {{ a[{AT}] += j + threadIdx.y + 1; }}",
    "rounds to a wide bound": f"for (int j = threadIdx.x; j < l % 40; j += blockDim.x) {{ a[{AT}] += j + threadIdx.y + 1; }}",
    "rounds in a condition": f"{XY} if (y < h) {{ for (int j = threadIdx.x; j < w % 40; j += T) {{ if (j == y) continue; a[{AT}] += j + y; }} }} {COUNTED}",
    "what is kept, and asked behind": f"{XY} bool done = false; if (x < w && IN_RANGE(y, 1, 2)) {{ done = true; }} "
    f"if (!done) {{ a[{AT} + 2048] += 3; }} __syncthreads(); "
    f"if (done) {{ {COUNTED} }}",
}
OTHERS = {
    "a sum that may wrap": f"unsigned x = blockIdx.x * T + threadIdx.x - 3; if (x < w && threadIdx.y < 9) {{ {COUNTED} }}",
    "a wrapped start": f"unsigned before = u - 5; int x = before + threadIdx.x; if (x < 7) {{ {COUNTED} }}",
    "compared without a sign": f"int x = (int)threadIdx.x - 2; if (x < u) {{ {COUNTED} }}",
    "a minus on the right": f"unsigned x = threadIdx.x; if (x > -1) {{ {COUNTED} }} if (x < 3) {{ a[{AT}] += 2; }}",
    "eight bytes": f"long x = blockIdx.x * T + threadIdx.x; if (x < w) {{ {COUNTED} }} if (threadIdx.x < l) {{ a[{AT}] += 2; }}",
    "broken numbers": f"float x = threadIdx.x; if (x < 1.5f) {{ {COUNTED} }} if (threadIdx.y < w * 0.5) {{ a[{AT}] += 2; }}",
    "a short one": f"signed char x = blockIdx.x * 100 + threadIdx.x; if (x < w) {{ {COUNTED} }}",
    "a factor": f"int x = threadIdx.x * 2; if (x < w) {{ {COUNTED} }}",
    "from above": f"int x = 3 - threadIdx.x; if (x < w) {{ {COUNTED} }}",
    "a division": f"int x = threadIdx.x; if (h > 0 && x < w / h) {{ {COUNTED} }}",
    "a bound that changes": f"int x = threadIdx.x, m = w; if (x < 2) {{ m = 3; }} if (x < m) {{ {COUNTED} }}",
    "an order": f"int x = threadIdx.x; if (a[{AT}]++ < 1 && x < w) {{ {COUNTED} }}",
    "either": f"{XY} if (x < w || y < h) {{ {COUNTED} }}",
    "an else": f"{XY} if (x < w) {{ {COUNTED} }} else {{ a[{AT}] += 2; }}",
    "a variable of the thread": f"{XY} int v = a[{AT}]; if (x < w) {{ v += 1; }} a[{AT}] = v + 1;",
    "a jump": f"for (int i = 0; i < 3; ++i) {{ if (threadIdx.x < 2) continue; {COUNTED} }}",
    "three dimensions": f"{XY} if (threadIdx.z == 1 && x < w) {{ {COUNTED} }} if (threadIdx.z > 0) {{ a[{AT}] += 2; }}",
    "what is kept in a loop of theirs": f"{XY} int sum = 0; for (int i = 0; i < x % 3; ++i) {{ if (threadIdx.x < 2 && y < h) {{ sum += i + 1; }} }} "
    f"__syncthreads(); a[{AT}] += sum + 1;",
    "kept and left by": f"{XY} int v = 1; for (int i = 0; i < 3; ++i) {{ "
    f"if (x < w && y < h) {{ v += 2; if (i == 1) break; }} }} __syncthreads(); a[{AT}] += v;",
    "kept and declared without a value": f"{XY} int v; if (x < w && y < h) {{ v = 3; }} __syncthreads(); if (x < w && y < h) {{ a[{AT}] += v; }} a[{AT}] += 1;",
    "a macro that is none at last": f"{XY} int v = 0; if (IN_RANGE(x, 0, w) == IN_RANGE(y, 0, h)) {{ v = 3; }} __syncthreads(); a[{AT}] += v + 1;",
    "one that wants no parentheses": f"{XY} __syncthreads(); if (!BELOW(x, w) && y < h) {{ {COUNTED} }} a[{AT}] += 1;",
    "operands that are shifted": f"{XY} s[threadIdx.y][threadIdx.x] = 0; __syncthreads(); if (x < SHIFTED && y < h) {{ {COUNTED} }}",
    "operands that a comparison parts": f"{XY} s[threadIdx.y][threadIdx.x] = 0; __syncthreads(); if (x < EITHER) {{ {COUNTED} }}",
    "operands that a product parts": f"int x = blockIdx.x * SUM + threadIdx.x, y = threadIdx.y; if (x < w && y < h) {{ {COUNTED} }}",
    "operands by another name": f"int x = blockIdx.x * NAMED + threadIdx.x; if (x < 3 * NAMED) {{ {COUNTED} }}",
    "a line": f"if (threadIdx.x < w) {{ {COUNTED} }} if (threadIdx.x == 1) {{ a[{AT}] += 2; }}",
}  # fmt: skip
_BLOCKS = {"three dimensions": "dim3(T, T, 3)", "a line": "dim3(T)"}


def _text(case: str, body: str) -> str:
    block = _BLOCKS.get(case, "dim3(T, T)")
    text = KERNEL.replace("BODY", body).replace("BLOCK", block)
    translated = translate_file(parse(text.encode(), "k.cu", "cuda"))
    kernel = translated.kernel("k")
    assert kernel is not None
    assert kernel.text is not None, kernel.reason
    return translated.text + BESIDE.replace("BODY", body).replace("BLOCK", block)


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
@pytest.mark.parametrize("case", [*ENDS, *OTHERS])
def test_each_thread_does_what_it_does_alone(case: str, tmp_path: Path) -> None:
    assert _printed(_text(case, {**ENDS, **OTHERS}[case]), tmp_path) == "0 1"


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
@pytest.mark.parametrize("name", ["CAST", "STATIC", "MADE", "SIZED"])
def test_a_type_in_a_name_of_several_operands_holds_nothing_together(name: str, tmp_path: Path) -> None:
    body = f"int x = blockIdx.x * {name} + threadIdx.x, y = threadIdx.y; if (x < w && y < h) {{ {COUNTED} }}"
    assert _printed(_text("", body), tmp_path) == "0 1"


def _printed(text: str, folder: Path) -> str:
    (folder / "k.cpp").write_text(text, "utf-8")
    build([folder / "k.cpp"], folder / "k")
    return subprocess.run([folder / "k"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("case", ENDS)
def test_what_a_condition_says_of_rows_is_the_end_of_a_loop(case: str) -> None:
    kernel = _text(case, ENDS[case]).partition("static void k(")[2].partition("void run(")[0]
    assert "if (threadIdx" not in kernel
    assert "if (x < w && y < h)" not in kernel
    assert "threads_below(" in kernel or "< 1; ++" in kernel


@pytest.mark.parametrize(
    ("counter", "bound"), [("unsigned", "w"), ("size_t", "u"), ("size_t", "l"), ("int", "sizeof(int) * u")]
)
def test_rounds_whose_bound_may_be_a_large_number_ask_each_thread(counter: str, bound: str) -> None:
    """Of these bounds some are far above all numbers of 64 bits with a sign, or what is below 0 is."""
    body = f"for ({counter} j = threadIdx.x; j < {bound}; j += blockDim.x) {{ a[{AT}] += j + threadIdx.y; }}"
    kernel = _text("", body).partition("static void k(")[2].partition("void run(")[0]
    assert "threads_below(" not in kernel
