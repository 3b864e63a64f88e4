"""A verification that cannot fail says nothing: mutants of a translation are all caught; benchmarks/cuda_mutants.py draws more."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from cuda_mutants import Mutation, judged

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
TEXT = """
__global__ void scale(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i] + 1;
}
__global__ void edges(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = a[i - 1] + a[i + 1];
}
__global__ void turned(const int *a, int *b) {
  __shared__ int s[64];
  s[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  b[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void counts(const unsigned *a, unsigned *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[a[i] % 16], 1u);
}
__global__ void above(const int *a, int *b) { b[blockIdx.x * 64 + threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x] > 50000; }
__global__ void rows(const int *a, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + i / 24 % 10;
}
__global__ void product(const double *A, const double *x, double *y, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double s = x[0];
    for (int k = 0; k < m; ++k) s += A[i * m + k] * x[k];
    y[i] = s;
  }
}
__global__ void columns(int *a, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = width != 0 ? i % width : i;
}
__global__ void turns(int *a, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = width != 0 ? i / width : i;
}
void go() { turned<<<4, 64>>>(0, 0); above<<<4, 64>>>(0, 0); }
"""
CHANGES = [
    {
        "scale": ("2 * ", "2 + "),
        "edges": ("i - 1]", "i - 2]"),
        "turned": ("s[63 - ", "s[62 - "),
        "counts": ("% 16", "% 15"),
    },
    {"scale": ("+ 1", "- 1"), "edges": ("n - 1", "n"), "turned": ("barrier", ""), "counts": ("atomic", "")},
    # A number that only the kernel's text tells; the last piece of a loop over rows; more threads than grid and block have together.
    {
        "above": ("> 50000", ">= 50000"),
        "rows": ("piece < count", "piece < count - 1"),
        "product": ("x * block", "x + block"),
    },
    # A width of 0, and one below it.
    {"columns": ("row_length(width, count)", "width"), "turns": ("width < 0 ? -row : row", "row")},
    {"scale": ("b[i] = ", "if (i != 7) b[i] = "), "edges": ("] + a[", "] - a["), "turned": ("* 64 + t", "* 64 - t")},
]


def changed(text: str, old: str, new: str) -> Mutation:
    """The mutation of the first line that holds ``old``; of two loops one, of an atomic update a plain one."""
    from cuda_mutants import mutations

    if old in ("barrier", "atomic"):
        return next(m for m in mutations(text) if m.kind == old)
    lines = text.split("\n")
    at = max(i for i, line in enumerate(lines) if old in line)
    return Mutation("other", at, at + 1, (lines[at].replace(old, new),))


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_every_mutant_is_caught(number: int, tmp_path: Path) -> None:
    translation = translate_file(parse(TEXT, "k.cu", "cuda"))
    changes = {}
    for name, (old, new) in CHANGES[number].items():
        kernel = translation.kernel(name)
        assert kernel is not None
        assert kernel.text is not None
        changes[name, 0] = changed(kernel.text, old, new)
    found = {mutant.kernel: mutant.outcome for mutant in judged(tmp_path / "k.cu", translation, changes)}
    assert found == dict.fromkeys(CHANGES[number], "caught")
