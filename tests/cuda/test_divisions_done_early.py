"""Divisions that are done once for all threads, or before they are asked: none ends a program that never divides by 0."""

from __future__ import annotations

import os
import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

VALUES = (
    "m / k",
    "m % k",
    "(m + k - 1) / k * 2",
    "m / (k * h)",
    "m / k / h",
    "i / k",
    "i % k + m / k",
    "m > 5 ? m / k : 3",
    "(unsigned)m / k",
)
FORMS = (
    "if (i >= n || k == 0 || h == 0) return; const int q = {value}; out[i] = a[i] * q + i % 7;",
    "if (i < n && k != 0 && h > 0) {{ const int q = {value}; out[i] = a[i] * q; }}",
    "if (i >= n * k * h) return; const int q = {value}; out[i] = a[i] * q;",
    "if (threadIdx.x > 5 || k * h == 0) return; const int q = {value}; out[i] = q; __syncwarp(); out[i] += q + threadIdx.x;",
    "if (i >= n || k == 0 || h == 0) return; const int q = {value}, r = q + 1; out[i] = a[i / r] + r;",
    # Of a block alone: threads leave what they do together.
    "i = threadIdx.x; if (i >= n || k == 0 || h == 0) return; const int q = {value}, r({value}); out[i] = a[i] * q + r;",
    "i = threadIdx.x; int q = 1; if (i >= n || k * h == 0) return; q = {value}; out[i] = q; __syncwarp(); q /= k; out[i] += q;",
    "for (int j = 0; j < 3; ++j) {{ if (k == 0 || h == 0) break; int q = {value}; out[threadIdx.x] = j + q; }}",
)
LOOP = "for (; i < n * k * h; i += gridDim.x * blockDim.x) {{ const int q = {value}; out[i] = a[i] * q; }}"
KERNEL = """__global__ void k_{n}(const float *a, float *out, int n, int m, int k, int h) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  {body}
}}
"""
CALL = """k_{n}<<<2, 32>>>(a, out, 8, 17, k, h);
cudaDeviceSynchronize();
for (int i = 0; i < 64; ++i) sum[{n}] += out[i] * (i + 1), out[i] = 1;
"""
MAIN = """#include <cstdio>
{kernels}
int main(int count, char **) {{
  const int k = count - 1, h = count > 2 ? 2 : 1;
  float *a, *out;
  cudaMallocManaged(&a, 64 * sizeof(float));
  cudaMallocManaged(&out, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i) a[i] = i % 9, out[i] = 1;
  static double sum[{number}];
  {calls}
  for (double one : sum) std::printf("%g ", one);
}}
"""
# The same, thread by thread as it is written.
PLAIN = """#define __global__ static
#define __syncwarp()
#include <cstdlib>
struct Three { unsigned x, y, z; };
static Three threadIdx, blockIdx, blockDim = {32, 1, 1}, gridDim = {2, 1, 1};
"""


def test_no_division_by_zero_that_no_thread_does(tmp_path: Path) -> None:
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    bodies = [form.format(value=value) for form, value in product((*FORMS, LOOP), VALUES)]
    kernels = "".join(KERNEL.format(n=n, body=body) for n, body in enumerate(bodies))
    calls = "".join(CALL.format(n=n) for n in range(len(bodies)))
    text = MAIN.format(kernels=kernels, calls=calls, number=len(bodies))
    translated = translate_file(parse(text, name="k.cu"))
    assert all(kernel.text is not None for kernel in translated.kernels)
    assert any("k == 0 ? 0 : m / k" in (kernel.text or "") for kernel in translated.kernels)
    given = [by_threads(text, len(bodies)), translated.text]
    programs = [build(tmp_path / f"p{number}", source) for number, source in enumerate(given)]
    # Blocks that set one element, one after the other as in the reference: side by side any of them is the last.
    in_order = {**os.environ, "OMP_NUM_THREADS": "1"}
    for arguments in ([], ["1"], ["1", "1"], ["1", "1", "1"]):
        expected, found = (
            subprocess.run([str(program), *arguments], capture_output=True, text=True, env=in_order)
            for program in programs
        )
        assert (found.returncode, found.stdout) == (expected.returncode, expected.stdout) == (0, expected.stdout)


def by_threads(text: str, kernels: int) -> str:
    """The program as one that calls each kernel for each thread."""
    for number in range(kernels):
        loops = (
            "for (blockIdx.x = 0; blockIdx.x < 2; ++blockIdx.x) for (threadIdx.x = 0; threadIdx.x < 32; ++threadIdx.x) "
        )
        text = text.replace(f"k_{number}<<<2, 32>>>(", f"{loops} k_{number}(")
    text = text.replace("cudaDeviceSynchronize();", "").replace("cudaMallocManaged(&a,", "a = (float *)malloc(")
    return PLAIN + text.replace("cudaMallocManaged(&out,", "out = (float *)malloc(")


def build(program: Path, text: str) -> Path:
    source = program.with_suffix(".cpp")
    source.write_text(text, "utf-8")
    command = ["g++", "-O1", "-w", "-fopenmp", "-o", str(program), str(source)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return program
