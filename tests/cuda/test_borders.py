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
# Numbers that the file names, and where rows whose length it says have their borders.
FILE = """
#ifndef NEAR
#define NEAR 3
#endif
#define WIDTH (64 + 2)
const int LAST = 65;
constexpr int FIRST = 1;
"""
NAMED = (
    "x < NEAR", "x <= NEAR", "NEAR > x", "x == FIRST", "x != WIDTH - 1", "x < LAST", "LAST <= x", "x >= WIDTH - NEAR", "x == WIDTH - 1 || x == FIRST - 1",
    "x > NEAR + 1 && x < LAST - 2", "x == 64", "x < 63", "x > NEAR && x >= 2",
    "x <= (NEAR << 1)", "x <= (LAST & 15)", "(NEAR | 4) >= x", "x > (LAST > 3 ? 5 : 1)", "x <= (WIDTH ^ 1)",
)  # fmt: skip
NOT_NAMED = {
    "the host may set it": ("__constant__ int K = 5;", "", "x == K"),
    "without a sign": ("const unsigned K = 5;", "", "x == K"),
    "another in the kernel": ("const int K = 5;", "const int K = blockDim.x;", "x == K"),
    "a sum with another in the kernel": ("const int K = 5;", "const int K = blockDim.x;", "x == 1 + K"),
    "it may change": ("__device__ int K = 5;", "", "x < K"),
}


def _translated(text: str) -> str:
    return translate_file(parse(f"#include <cstdio>\n{text}", name="k.cu")).text


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_each_thread_does_what_it_asks_for(tmp_path: Path) -> None:
    forms = [(asked, *GUARDS[n % len(GUARDS)]) for n, asked in enumerate(ASKED)]
    assert _count_of_wrong(forms, "", WIDTHS, tmp_path) == "0\n"


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_each_thread_does_what_it_asks_of_numbers_that_the_file_names(tmp_path: Path) -> None:
    guards = (("", "true"), ("if (x >= WIDTH || y >= h) return;", "x < WIDTH && y < h"))
    forms = [(asked, *guards[n % len(guards)]) for n, asked in enumerate(NAMED)]
    assert _count_of_wrong(forms, FILE, (66,), tmp_path) == "0\n"


def _count_of_wrong(forms: list[tuple[str, str, str]], before: str, widths: tuple[int, ...], tmp_path: Path) -> str:
    """What a program of kernels that ask says of their elements, each of which has its borders apart."""
    kernels = before + "".join(
        KERNEL.format(n=n, asked=asked, guard=guard) for n, (asked, guard, _) in enumerate(forms)
    )
    calls = "".join(CALL.format(n=n, there=there) for n, (_, _, there) in enumerate(forms))
    text = _translated(kernels + MAIN.format(widths=", ".join(map(str, widths)), calls=calls))
    assert text.count("const auto along") == len(forms)
    source = tmp_path / "k.cpp"
    source.write_text(text)
    subprocess.run(
        ["g++", "-std=c++17", "-O1", "-fopenmp", "-w", source, "-o", tmp_path / "k"], check=True, timeout=300
    )
    return subprocess.run([tmp_path / "k"], capture_output=True, text=True, timeout=300).stdout


def test_a_row_whose_length_is_said_ends_with_a_border() -> None:
    text = _translated(
        FILE + KERNEL.format(n=0, asked="x < 7", guard="if (x >= 8) return;").replace("static int", "//")
    )
    assert "(inside || x < 7)" in text


@pytest.mark.parametrize(("before", "begins", "asked"), NOT_NAMED.values(), ids=NOT_NAMED)
def test_what_is_no_constant_leaves_rows_whole(before: str, begins: str, asked: str) -> None:
    text = _translated(f"{before}\n" + KERNEL.format(n=0, asked=asked, guard=begins).replace("static int", "//"))
    assert "along" not in text


def test_a_number_of_a_template_leaves_rows_whole() -> None:
    kernel = KERNEL.format(n=0, asked="x == K", guard="").replace("static int", "//")
    assert "along" not in _translated(
        "const int K = 5;\n" + kernel.replace("__global__", "template <int K> __global__")
    )


@pytest.mark.parametrize("what", OTHERS)
def test_what_is_no_border_leaves_rows_whole(what: str) -> None:
    begins, asked = OTHERS[what]
    assert "along" not in _translated(KERNEL.format(n=0, asked=asked, guard=begins).replace("static int", "//"))
