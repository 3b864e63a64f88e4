"""Kernels that divide an index by a width that comes from outside: the loops over rows give what a division gives, for widths of
every sign and where it is 0 and nobody divides."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
TYPES = {"int": "int", "unsigned": "unsigned", "long": "int", "size_t": "int", "unsigned long": "unsigned"}
VALUE = "w != 0 && h != 0 ? i / w * 3 + i % w + i / w % h + i / (w * h) + i % (w * h) : w > 0 ? i % w : 7 - i"
HEAD = """#include <cstdio>
#include <vector>
"""
ONE = """
static int expected_{n}({index} i, {width} w, {width} h) {{ return (int)({value}); }}
__global__ void k_{n}(int *a, int n, {width} w, {width} h) {{
  {index} i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = (int)({value});
}}
static int wrong_{n}(int w, int h, int n) {{
  std::vector<int> a(n, -1);
  int *d;
  cudaMallocManaged(&d, (n + 1) * sizeof(int));
  k_{n}<<<(n + 127) / 128 + 1, 128>>>(d, n, w, h);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += d[i] != expected_{n}(i, w, h);
  cudaFree(d);
  return bad;
}}
"""
MAIN = """
int main() {{
  const int widths[] = {{0, 1, -1, 2, 7, -7, 64, 4096, 5000, -5000, 40000, -40000, 2147483647, -2147483647 - 1}};
  const int heights[] = {{1, 0, 3, -3}};
  const int sizes[] = {{0, 1, 63, 4096, 4097, 20000}};
  int bad = 0;
  for (int w : widths)
    for (int h : heights) {{
      if ((long long)w * h > 2147483647ll || (long long)w * h < -2147483648ll) continue;
      for (int n : sizes) bad += {calls};
    }}
  std::printf("%d\\n", bad);
}}
"""


def test_a_width_of_any_sign_cuts_the_rows_that_a_division_cuts(tmp_path: Path) -> None:
    kernels = [ONE.format(n=n, index=i, width=w, value=VALUE) for n, (i, w) in enumerate(TYPES.items())]
    text = HEAD + "".join(kernels) + MAIN.format(calls=" + ".join(f"wrong_{n}(w, h, n)" for n in range(len(kernels))))
    translated = translate_file(parse(text, name="k.cu"))
    assert translated.text.count("row_length(w, count)") + translated.text.count("row_length(w * h, count)") == len(
        kernels
    )
    (tmp_path / "k.cpp").write_text(translated.text, "utf-8")
    command = ["g++", "-O2", "-w", "-fopenmp", "-fsanitize=undefined", "-fno-sanitize-recover=undefined"]
    built = subprocess.run([*command, "-o", "k", "k.cpp"], cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "0"), done.stderr
