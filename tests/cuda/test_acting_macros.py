"""Macros of kernels that jump, or set what they are given: the program prints what nvcc's would print."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
MACROS = """#include <cstdio>
#define LEAVE_IF(c) if (c) return
#define LEAVE return
#define SKIP(c) do { if (c) continue; } while (0)
#define NEXT_IF(c) if (c) continue
#define INC(x) (x)++
#define PUT(p, v) (p) = (v)
#define SWAP(a, b) { float t = a; a = b; b = t; }
#define MORE s +=
#define LOAD(dst, src) do { dst = src; } while (0)
#define TWICE(x) INC(x); INC(x)
#define CHECK(e) do { if ((e) != cudaSuccess) { printf("failed\\n"); return 1; } } while (0)
"""
# The body of a kernel, and what a thread adds to its element.
BODIES = {
    "LEAVE_IF(i >= n); a[i] += 1;": "1",
    "if (i >= n) LEAVE; a[i] += 2;": "2",
    "__shared__ float s[64]; s[t] = i; __syncthreads(); LEAVE_IF(i >= n); a[i] += s[63 - t];": "i - t + 63 - t",
    "int k = 0; if (t % 2) INC(k); __syncthreads(); if (i < n) a[i] += k;": "t % 2",
    "float k; PUT(k, t * 0.5f); __syncthreads(); if (i < n) a[i] += k;": "t * 0.5",
    "float x = t, y = 2; SWAP(x, y); __syncthreads(); if (i < n) a[i] += x - y;": "2 - t",
    "float s = 0; MORE t; MORE 1; __syncthreads(); if (i < n) a[i] += s;": "t + 1",
    "float v; if (t < 9) LOAD(v, 3); else LOAD(v, t); __syncthreads(); if (i < n) a[i] += v;": "(t < 9 ? 3 : t)",
    "int c = 0; for (int q = 0; q < 4; INC(q)) { TWICE(c); } if (i < n) a[i] += c;": "8",
    "for (int q = 0; q < 3; q++) { NEXT_IF(q == t % 3); if (i < n) a[i] += q; }": "(3 - t % 3)",
    "for (int q = 0; q < 3; q++) { SKIP(q == 1); if (i < n) a[i] += q; }": "3",
}


def test_what_macros_do_is_seen(tmp_path: Path) -> None:
    kernels = [
        f"__global__ void k{number}(float *a, int n) {{ int t = threadIdx.x, i = blockIdx.x * 64 + t; {body} }}\n"
        for number, body in enumerate(BODIES)
    ]
    runs = "".join(
        f"  {{ for (int i = 0; i < n; i++) a[i] = 0; k{number}<<<16, 64>>>(a, n); CHECK(cudaDeviceSynchronize());\n"
        f'    for (int i = 0, t; i < n; i++) {{ t = i % 64; if (a[i] != (float)({added})) {{ printf("{number}\\n"); break; }} }} }}\n'
        for number, added in enumerate(BODIES.values())
    )
    text = (
        MACROS
        + "".join(kernels)
        + "int main() {\n  const int n = 1000; float *a;\n  CHECK(cudaMallocManaged(&a, n * sizeof(float)));\n"
        + runs
        + "}\n"
    )
    translated = translate_file(parse(text, name="k.cu"))
    assert all(kernel.text is not None for kernel in translated.kernels)
    assert translated.text.count("CHECK(cuda") == len(BODIES) + 1  # the host's stay as they are
    (tmp_path / "k.cpp").write_text(translated.text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


COMPARING = """KEPT
__global__ void k(int *a, int n) {
    __shared__ int s[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    if (IN_RANGE(x, 1, n)) s[y][x] = 1;
    BARRIER
    a[y * 8 + x] = s[y][x];
}
void run(int *a, int n) { k<<<1, dim3(8, 8)>>>(a, n); }
"""
DEFINED = "#define IN_RANGE(v, low, high) ((v) >= (low) && (v) <= (high))"
# Of these the text does not say what the macro is where it is used, or nobody waits.
KEPT = {
    "under a condition": f"#ifndef IN_RANGE\n{DEFINED}\n#endif",
    "ended": f"{DEFINED}\n#undef IN_RANGE\nstatic __device__ bool IN_RANGE(int v, int low, int high) {{ return v > low; }}",
    "two of them": f"#ifdef WIDE\n{DEFINED}\n#else\n#define IN_RANGE(v, low, high) ((v) > (low))\n#endif",
    "it asks a function": "#define IN_RANGE(v, low, high) (clamp(v, low, high) == (v))",
    "it compares nothing": "#define IN_RANGE(v, low, high) ((v) * (low) + (high))",
}


@pytest.mark.parametrize("case", KEPT)
def test_a_macro_that_may_be_something_else_keeps_its_name(case: str) -> None:
    text = COMPARING.replace("KEPT", KEPT[case]).replace("BARRIER", "__syncthreads();")
    assert "if (IN_RANGE(x, 1, n))" in translate_file(parse(text, name="k.cu")).text


def test_a_macro_that_compares_is_written_out_where_threads_wait() -> None:
    text = COMPARING.replace("KEPT", DEFINED)
    assert "IN_RANGE(x" not in translate_file(parse(text.replace("BARRIER", "__syncthreads();"), name="k.cu")).text
    assert "IN_RANGE(x" in translate_file(parse(text.replace("BARRIER", ""), name="k.cu")).text


UNREAD = ("if (a) {}", "while (a) {}", "switch (1) case 1: {}", "return {}", "do {} while (0)", "if (!a) ; else {}")


@pytest.mark.parametrize("statement", UNREAD)
def test_a_launch_that_was_not_read_stays_for_the_compiler(statement: str) -> None:
    """What the macro stands for is not in sight, so that its arguments are read as those of a call; the kernel's name was lost."""
    launch = statement.format("k<<<1, 32>>>(a)")
    text = f"__global__ void k(int *a) {{ a[threadIdx.x] = 1; }}\nvoid run(int *a) {{ RUN({launch}); }}\n"
    assert "k<<<1, 32>>>(a)" in translate_file(parse(text, "k.cu", "cuda")).text
