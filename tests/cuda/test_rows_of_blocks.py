"""Blocks whose threads divide their number in the grid by a width, in kernels with memory of the block: in rows of the grid they give what
the divisions give, for widths of every sign and where it is 0 and nobody divides."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

NUMBER = "blockIdx.x * blockDim.x + threadIdx.x"
VALUE = "w != 0 && h != 0 ? i / w * 3 + i % (w) + i / w % h + i / (w * h) + i % (w * h) : w > 0 ? i % w : 7 - i"
# type of the number, of the widths; what the number is
ROWS = {
    "whole numbers": ("int", "int", NUMBER),
    "the thread first": ("int", "int", "threadIdx.x + blockIdx.x * blockDim.x"),
    "without a sign": ("unsigned", "unsigned", NUMBER),
    "a width of another type": ("unsigned int", "int", NUMBER),
    "the size of a block by its name": ("int", "int", "blockIdx.x * SIZE + threadIdx.x"),
}
ALONE = {
    "from somewhere else on": ("int", "int", f"{NUMBER} + shift"),
    "from below 0 on": ("int", "int", f"{NUMBER} - 3"),
    "from a number below 0 on": ("int", "int", f"{NUMBER} + BELOW"),
    "each second": ("int", "int", "blockIdx.x * blockDim.x + 2 * threadIdx.x"),
    "a wide number": ("size_t", "int", NUMBER),
    "a wide width": ("int", "long", NUMBER),
}
KERNEL = """
static int expected_{n}({index} i, {width} w, {width} h) {{ return (int)({value}); }}
__global__ void k_{n}(int *a, int n, {width} w, {width} h, int shift) {{
  __shared__ int s[64];
  const {index} i = {number};
  s[63 - threadIdx.x] = (int)({value});
  __syncthreads();
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) a[t] = s[63 - threadIdx.x];
}}
"""
RUN = """
static int wrong_{n}(int w, int h, int n, int shift) {{
  int *d, bad = 0;
  cudaMallocManaged(&d, (n + 1) * sizeof(int));
  k_{n}<<<(n + 63) / 64 + 1, 64>>>(d, n, w, h, shift);
  cudaDeviceSynchronize();
  const dim3 blockDim(64);
  for (int at = 0; at < n; ++at) {{
    const dim3 blockIdx(at / 64), threadIdx(at % 64);
    bad += d[at] != expected_{n}({number}, w, h);
  }}
  cudaFree(d);
  return bad;
}}
"""
NAMES = "#define SIZE 64\n#define BELOW (-3)\n"
MAIN = """
int main() {{
  int bad = 0;
  for (int w : {{0, 1, -1, 2, 7, -7, 63, 64, 65, 500, -500, 40000, -40000, 2147483647, -2147483647 - 1}})
    for (int h : {{1, 0, 3, -3}}) {{
      if ((long long)w * h > 2147483647ll || (long long)w * h < -2147483648ll) continue;
      for (int n : {{1, 63, 64, 1000}}) bad += {calls};
    }}
  std::printf("%d\\n", bad);
}}
"""


def _kernel(n: int, form: tuple[str, str, str]) -> str:
    index, width, number = form
    return KERNEL.format(n=n, index=index, width=width, number=number, value=VALUE)


def _translated(text: str) -> str:
    return translate_file(parse(f"#include <cstdio>\n{NAMES}{text}", name="k.cu")).text


@pytest.mark.parametrize("form", ROWS.values(), ids=ROWS)
def test_a_block_goes_along_rows(form: tuple[str, str, str]) -> None:
    text = _translated(_kernel(0, form))
    body = text[text.index("void k_0(") :]
    assert body.count("row_length(") == 1
    assert "simd" in body
    assert "i % w" not in body


@pytest.mark.parametrize("form", ALONE.values(), ids=ALONE)
def test_other_numbers_are_divided(form: tuple[str, str, str]) -> None:
    text = _translated(_kernel(0, form))
    assert "row_length(" not in text[text.index("void k_0(") :]


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_rows_give_what_divisions_give(tmp_path: Path) -> None:
    forms = [*ROWS.values(), *ALONE.values()]
    kernels = [_kernel(n, form) + RUN.format(n=n, number=form[2]) for n, form in enumerate(forms)]
    calls = " + ".join(f"wrong_{n}(w, h, n, {-70 if n % 2 else 5})" for n in range(len(forms)))
    text = _translated("".join(kernels) + MAIN.format(calls=calls))
    (tmp_path / "k.cpp").write_text(text, "utf-8")
    command = ["g++", "-O2", "-w", "-fopenmp", "-fsanitize=undefined", "-fno-sanitize-recover=undefined"]
    built = subprocess.run([*command, "-o", "k", "k.cpp"], cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "0"), done.stderr
