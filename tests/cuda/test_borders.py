"""Rows whose lanes ask for borders are done in parts: each thread does what it asks for, whatever the sizes of row and grid."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

# What a thread asks of its column `x`, its row `y` and the numbers `w`, `h` that the launch is given.
ASKED = (
    "x == 0", "x != 0", "x > 0", "x >= 1", "x < 1", "x <= 0", "0 == x", "1 > x", "2 <= x", "x < 66", "x == 66", "x >= 65", "x <= 66", "x > 65", "x != 66",
    "x == w - 1", "w - 1 == x", "x != w - 1", "x < w - 1", "x <= w - 2", "x >= w - 1", "x > w - 2", "x < w", "w + 3 > x", "x == w",
    "y == 0 || x == 0 || x == w - 1", "x > 0 && x < w - 1 && y < h - 1", "(x) == (w - 1) - 1",
)  # fmt: skip
WIDTHS = (-3, 0, 1, 2, 3, 63, 64, 65, 66, 67, 100, 130)
KERNEL = """
static int asked_{n}(int x, int y, int w, int h) {{ return ({asked}) ? 3 : (x * 7 + y) % 5; }}
__global__ void k_{n}(int *a, int w, int h, int p) {{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  {guard}
  int i = y * p + x;
  if ({asked}) {{ a[i] += 3; return; }}
  a[i] += (x * 7 + y) % 5;
}}
"""
CALL = """
      for (int i = 0; i < P * R; ++i) a[i] = 0;
      k_{n}<<<dim3(blocks, 2), dim3(32, 2)>>>(a, w, h, P);
      cudaDeviceSynchronize();
      for (int y = 0; y < R; ++y)
        for (int x = 0; x < P; ++x) {{
          const bool there = x < blocks * 32 && y < 4 && ({there});
          bad += a[y * P + x] != (there ? asked_{n}(x, y, w, h) : 0);
        }}
"""
MAIN = """
int main() {{
  const int P = 256, R = 6, h = 3;
  int *a, bad = 0;
  cudaMallocManaged(&a, P * R * sizeof(int));
  for (int w : {{{widths}}})
    for (int blocks : {{1, 2, 3, 5}}) {{{calls}}}
  std::printf("%d\\n", bad);
}}
"""
GUARDS = (
    ("", "true"),
    ("if (x >= w || y >= h) return;", "x < w && y < h"),
    ("if (x < 2 || x >= w) return;", "x >= 2 && x < w"),
)
# How a kernel begins, what it asks of its column.
OTHERS = {
    "a number that changes": ("int last = w - 1; if (y > 2) last = 4;", "x == last"),
    "memory": ("", "x == a[0]"),
    "a number of another thread's own": ("", "x == y"),
    "without a sign": ("unsigned last = w;", "x < last"),
    "with a fraction": ("float last = w;", "x < last"),
    "what is no column": ("int z = x / 2;", "z == 0"),
    "a parameter that changes": ("if (y > 2) w = 5;", "x == w - 1"),
    "which element to load": ("", "y < (x == 0 ? 2 : a[y * p + x - 1])"),
    "what a macro may say": ("", "asked_0(x == 3, y, w, h)"),
    "the name of the function": ("", "x == 0 && __func__[0] == 'k'"),
    "that in a macro": ("\n#define WHERE __func__[0]\n", "x == 0 && WHERE == 'k'"),
    "a number of base eight": ("", "x < w + 010"),
    "in a loop": ("for (int k = 0; k < h; ++k) if (x == k) a[k] = 4;", "y == 0"),
}


def _translated(text: str) -> str:
    return translate_file(parse(f"#include <cstdio>\n{text}", name="k.cu")).text


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_each_thread_does_what_it_asks_for(tmp_path: Path) -> None:
    forms = [(asked, *GUARDS[n % len(GUARDS)]) for n, asked in enumerate(ASKED)]
    kernels = "".join(KERNEL.format(n=n, asked=asked, guard=guard) for n, (asked, guard, _) in enumerate(forms))
    calls = "".join(CALL.format(n=n, there=there) for n, (_, _, there) in enumerate(forms))
    text = _translated(kernels + MAIN.format(widths=", ".join(map(str, WIDTHS)), calls=calls))
    assert text.count("const auto along") == len(ASKED)
    source = tmp_path / "k.cpp"
    source.write_text(text)
    subprocess.run(
        ["g++", "-std=c++17", "-O1", "-fopenmp", "-w", source, "-o", tmp_path / "k"], check=True, timeout=300
    )
    assert subprocess.run([tmp_path / "k"], capture_output=True, text=True, timeout=300).stdout == "0\n"


@pytest.mark.parametrize("what", OTHERS)
def test_what_is_no_border_leaves_rows_whole(what: str) -> None:
    begins, asked = OTHERS[what]
    assert "along" not in _translated(KERNEL.format(n=0, asked=asked, guard=begins).replace("static int", "//"))
