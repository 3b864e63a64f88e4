"""Barriers in lists of expressions, as macros write them: statements of their own where they are evaluated first, told where not."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.waits_first import with_waits_first
from loopwright.source.syntax import parse

THREADS = 64
ELEMENTS = [i * 37 % 101 for i in range(THREADS)]
BESIDE = [ELEMENTS[t ^ 1] for t in range(THREADS)]
WRITTEN = """#include <cstdio>
#define AFTER(value) (__syncthreads(), (value))
__device__ int beside(const int *s, int t) { return __syncthreads(), s[t ^ 1]; }
"""
# A kernel's body, and what is in memory afterwards; `s` holds the elements.
DONE = {
    "declared": ("int x = AFTER(s[t ^ 1]); v[t] = x;", BESIDE),
    "assigned": ("v[t] = AFTER(s[t ^ 1]);", BESIDE),
    "added": ("v[t] += AFTER(s[t ^ 1]);", [a + b for a, b in zip(ELEMENTS, BESIDE, strict=True)]),
    "times a number": ("v[t] = 2 * AFTER(s[t ^ 1]) + s[t];", [2 * b + a for a, b in zip(ELEMENTS, BESIDE, strict=True)]),
    "a condition": ("if (AFTER(s[0] < 3)) v[t] = s[t ^ 1];", BESIDE),
    "behind another condition": ("if (s == nullptr) v[t] = 3; else if (AFTER(true)) v[t] = s[t ^ 1];", BESIDE),
    "declared in a head": ("if (int x = AFTER(s[t ^ 1]); x >= 0) v[t] = x;", BESIDE),
    "without braces": ("if (n > 3) v[t] = AFTER(s[t ^ 1]);", BESIDE),
    "a list that is a statement": ("int x = 1, y; x = s[t], __syncthreads(), s[t ^ 1] = x, __syncthreads(), y = s[t]; v[t] = y;", BESIDE),
    "two of them": ("int x = AFTER(AFTER(s[t ^ 1])); v[t] = x;", BESIDE),
    "of a function": ("v[t] = beside(s, t);", BESIDE),
    "of a loop": (
        "for (int d = 1; d < 64; __syncthreads(), d *= 2) { int o = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += o; } v[t] = s[t];",
        [sum(ELEMENTS[: t + 1]) for t in range(THREADS)],
    ),
    "of a loop, last": (
        "for (int d = 1; d < 64; d *= 2, __syncthreads()) { int o = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += o; } v[t] = s[t];",
        [sum(ELEMENTS[: t + 1]) for t in range(THREADS)],
    ),
}  # fmt: skip
# What something else is evaluated before, or would be left behind.
TOLD = {
    "v[t] = s[t] + (__syncthreads(), s[t ^ 1]);": "threads wait for each other in the middle of an expression",
    "if (n > 3 && (__syncthreads(), s[0] > 2)) v[t] = 1;": "threads wait for each other in the middle of an expression",
    "while (__syncthreads(), s[0] > 2) s[0] = 1;": "threads wait for each other in",
    "for (int d = 1; d < n; s[d] = 2, __syncthreads()) { d += 2; }": "threads wait for each other in",
    "for (int d = 1; d < n; __syncthreads(), ++d) { if (s[d] == n) continue; v[d] = 1; }": "threads wait for each other in",
    "auto f = [&](int d) { __syncthreads(); return s[d]; }; v[t] = f(t ^ 1);": "threads wait for each other inside a lambda",
}


def kernel(name: str, body: str) -> str:
    return f"""__global__ void {name}(int *v, int n) {{
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = v[t];
  {body}
}}
"""


@pytest.mark.parametrize(("body", "reason"), TOLD.items())
def test_what_cannot_be_first_is_told(body: str, reason: str) -> None:
    [told] = translate_file(parse(WRITTEN + kernel("k", body), "k.cu", "cuda")).kernels
    assert reason in told.reason


def test_lines_stay_lines() -> None:
    text = kernel("k", "int x = (__syncthreads(),\n\n s[t ^ 1]);\n v[t] = x;")
    source = parse(text, "k.cu", "cuda")
    written = with_waits_first(source, DeviceCode(source)).data.decode()
    assert written.splitlines()[-2:] == text.splitlines()[-2:]
    assert written.count("\n") == text.count("\n")
    assert "__syncthreads(); int x = (" in written


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_is_behind_the_barrier_sees_what_others_wrote(tmp_path: Path) -> None:
    kernels = "".join(kernel(f"k{at}", body) for at, (body, _) in enumerate(DONE.values()))
    calls = "".join(
        f"for (int i = 0; i < 64; ++i) v[i] = i * 37 % 101; k{at}<<<1, 64>>>(v, 9);"
        'for (int i = 0; i < 64; ++i) printf("%d ", v[i]); puts("");\n'
        for at in range(len(DONE))
    )
    text = f"{WRITTEN}{kernels}int main() {{ static int v[64];\n{calls}}}\n"
    (tmp_path / "k.cpp").write_text(translate_file(parse(text, "k.cu", "cuda")).text)
    build([tmp_path / "k.cpp"], tmp_path / "k")
    said = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True, check=True).stdout.splitlines()
    for (name, (_, after)), line in zip(DONE.items(), said, strict=True):
        assert list(map(int, line.split())) == after, name
