"""Threads of a block that ask for their row and column, by division, run in rows: the same threads in the same order."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

HEAD = "#include <cuda_runtime.h>\n#define W 8\n#define T 4\n"
KERNEL = """__global__ void k(int *out, const int *in) {
  __shared__ int s[THREADS];
  int row = threadIdx.x / WIDTH, column = threadIdx.x % WIDTH;
  s[threadIdx.x] = in[row * 100 + column];
  __syncthreads();
  if (COND) out[threadIdx.x] = s[THREADS - 1 - threadIdx.x] + 1000 * row + column;
}
int main() {
  int in[4096], out[THREADS];
  for (int i = 0; i < 4096; ++i) in[i] = i;
  for (int i = 0; i < THREADS; ++i) out[i] = -1;
  LAUNCH<<<1, THREADS>>>(out, in);
  unsigned sum = 0;
  for (int i = 0; i < THREADS; ++i) sum = sum * 31 + out[i];
  return sum % 251;
}
"""


def kernel(threads: int, width: str, condition: str = "true", template: str = "") -> str:
    text = KERNEL.replace("THREADS", str(threads)).replace("WIDTH", width).replace("COND", condition)
    launch = "k<8, 2>" if template else "k"
    return HEAD + text.replace("__global__", f"{template} __global__").replace("LAUNCH", launch)


def translated(text: str) -> str:
    return str(translate_file(parse(text, "k.cu", "cuda")).text)


def remainder(threads: int, width: int, kept: int) -> int:
    """What the program returns, by CUDA's rules."""
    held = [t // width * 100 + t % width for t in range(threads)]
    total = 0
    for t in range(threads):
        out = held[threads - 1 - t] + 1000 * (t // width) + t % width if t < kept else -1
        total = (total * 31 + out) % (1 << 32)
    return total % 251


def test_rows_are_loops_of_their_own() -> None:
    text = translated(kernel(64, "W"))
    assert "for (int row = 0; row * W < threads_x; ++row)" in text
    assert "for (int column = 0; column < std::min<int>(W, threads_x - row * W); ++column)" in text
    assert "threadIdx.x / W" not in text
    assert "tx / W" not in text
    assert "tx % W" not in text


@pytest.mark.parametrize(
    ("width", "template"),
    [
        ("W", ""),
        ("8", ""),
        ("(W * T)", ""),
        ("(W / T)", ""),
        ("A", "template <int A, int B>"),
        ("(A / B)", "template <int A, int B>"),
        ("12", ""),
        ("64", ""),
    ],
)
@pytest.mark.parametrize(
    ("threads", "condition", "kept"), [(64, "true", 64), (50, "true", 50), (64, "threadIdx.x < 37", 37)]
)
@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_same_is_left(width: str, template: str, threads: int, condition: str, kept: int, tmp_path: Path) -> None:
    text = translated(kernel(threads, width, condition, template))
    (tmp_path / "k.cpp").write_text(text)
    build([tmp_path / "k.cpp"], tmp_path / "k")
    number = {"W": 8, "8": 8, "(W * T)": 32, "(W / T)": 2, "A": 8, "(A / B)": 4}.get(width) or int(width)
    assert subprocess.run([tmp_path / "k"], check=False).returncode == remainder(threads, number, kept)


@pytest.mark.parametrize("width", ["4", "n", "1.5f", "(W - T)"])
def test_short_rows_and_what_is_no_constant_stay(width: str) -> None:
    text = translated(
        kernel(64, width).replace("const int *in)", "const int *in, int n)").replace("(out, in)", "(out, in, 9)")
    )
    assert "for (int tx = 0; tx < threads_x; ++tx)" in text
    assert "row * " not in text.replace("row * 100", "")


def test_a_quotient_that_may_be_0_is_not_worked_out_before_those_that_ask_for_it() -> None:
    text = kernel(64, "(A / B)", template="template <int A, int B>")
    asked = text.replace("s[threadIdx.x] = in[row * 100 + column];", "").replace(
        "int row = threadIdx.x / (A / B), column = threadIdx.x % (A / B);",
        "int row = B ? threadIdx.x / (A / B) : 0, column = 0;",
    )
    assert "row_length(A / B, threads_x)" in translated(text)
    assert "row_length(A / B, threads_x)" not in translated(asked)


def test_a_thread_that_works_alone_is_no_row() -> None:
    text = translated(kernel(64, "W", "threadIdx.x == 0"))
    assert "row * W < 1" not in text
