"""Arrays of a thread: declared where they are filled, and no vector of threads where a thread's own loops lie side by side in memory."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

PRODUCT = """#define BM 32
#define BN 32
#define BK 8
#define TM 4
#define TN 8
__global__ void product(int n, const float *A, const float *B, float *C) {
  __shared__ float As[BM * BK], Bs[BK * BN];
  const int col = threadIdx.x % (BN / TN);
  const int row = threadIdx.x / (BN / TN);
  float results[TM * TN] = {0.0};
  float a[TM] = {0.0};
  float b[TN];
  for (int k0 = 0; k0 < n; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += 32) As[i] = A[(blockIdx.y * BM + i / BK) * n + k0 + i % BK];
    for (int i = threadIdx.x; i < BK * BN; i += 32) Bs[i] = B[(k0 + i / BN) * n + blockIdx.x * BN + i % BN];
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < TM; ++i) a[i] = As[(row * TM + i) * BK + k];
      for (int i = 0; i < TN; i++) b[i] = Bs[k * BN + col * TN + i];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) results[i * TN + j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(blockIdx.y * BM + row * TM + i) * n + blockIdx.x * BN + col * TN + j] = results[i * TN + j];
}
int main() {
  const int n = 64;
  static float a[n * n], b[n * n], c[n * n];
  for (int i = 0; i < n * n; ++i) a[i] = i % 7, b[i] = i % 5;
  product<<<dim3(n / BN, n / BM), 32>>>(n, a, b, c);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      if (sum != c[i * n + j]) return 1;
    }
  return 0;
}
"""


def kernel(text: str, name: str = "product") -> str:
    translation = translate_file(parse(text, "k.cu", "cuda"))
    found = translation.kernel(name)
    assert found is not None
    assert found.text is not None
    return found.text


def changed(old: str, new: str) -> str:
    assert old in PRODUCT
    return PRODUCT.replace(old, new)


def test_arrays_that_are_filled_first_are_kept_for_no_thread() -> None:
    text = kernel(PRODUCT)
    assert "results_of[" in text
    assert "float a[TM];" in text
    assert "float b[TN];" in text
    assert "a_of" not in text
    assert "b_of" not in text


def test_one_of_several_that_are_declared_together_is_moved() -> None:
    text = kernel(changed("  float a[TM] = {0.0};\n  float b[TN];", "  float a[TM], held = 1, b[TN];"))
    assert "a_of" not in text
    assert "b_of" not in text
    assert "held = 1" in text


KEPT = {
    "read before": ("for (int i = 0; i < TM; ++i) a[i] =", "a[0] += 1; for (int i = 0; i < TM; ++i) a[i] ="),
    "read elsewhere": ("    __syncthreads();\n  }", "    __syncthreads(); results[0] += a[0];\n  }"),
    "filled in part": ("i < TM; ++i) a[i]", "i < TM - 1; ++i) a[i]"),
    "filled from another start": ("int i = 0; i < TM; ++i) a[i]", "int i = 1; i < TM; ++i) a[i]"),
    "filled on a condition": ("for (int i = 0; i < TM; ++i) a[i] =", "if (k % 2) for (int i = 0; i < TM; ++i) a[i] ="),
    "filled in steps": ("i < TM; ++i) a[i]", "i < TM; i += 2) a[i]"),
    "filled by itself": ("a[i] = As", "a[i] = a[TM - 1] + As"),
    "added to": ("a[i] = As", "a[i] += As"),
    "filled elsewhere": ("a[i] = As", "a[TM - 1 - i] = As"),
    "handed on": ("for (int i = 0; i < TM; ++i) a[i] =", "float *p = a; for (int i = 0; i < TM; ++i) p[i] = a[i] ="),
    "hidden in a macro": ("#define TN 8", "#define TN 8\n#define FIRST a[0]"),
    "of another size there": ("for (int k = 0; k < BK; ++k) {", "for (int k = 0; k < BK; ++k) { const int size = 2;"),
}


@pytest.mark.parametrize("name", KEPT)
def test_an_array_that_may_hold_something_is_kept(name: str) -> None:
    text = changed(*KEPT[name])
    if name == "of another size there":
        text = text.replace("float a[TM] = {0.0};", "const int size = TM; float a[size];").replace(
            "i < TM; ++i) a", "i < size; ++i) a"
        )
    found = kernel(text)
    assert "a_of" in found or "float a[size];\n" in found


def test_lanes_are_a_threads_own_where_it_goes_along_a_tile() -> None:
    text = kernel(PRODUCT)
    before = text[: text.index("float a[TM];")]
    assert "omp simd" not in before[before.rindex("for (int row") - 60 :]


def row_is_a_vector(text: str) -> bool:
    """Whether the first loop over ``j`` stands under a directive."""
    lines = [line.strip() for line in kernel(text).splitlines()]
    first = next(at for at, line in enumerate(lines) if line.startswith("for (int j = 0;"))
    return lines[first - 1] == "#pragma omp simd"


def test_a_row_of_a_tile_is_lanes_of_a_vector() -> None:
    assert row_is_a_vector(PRODUCT)


SERIAL = {
    "another element is read": ("+= a[i] * b[j]", "+= results[0] * b[j]"),
    "one element for all": ("results[i * TN + j] += a[i] * b[j]", "results[i * TN + j - j] += a[i] * b[j]"),
    "a sum beside it": ("results[i * TN + j] += a[i] * b[j]", "results[i * TN + j] += (a[i] = a[i] + b[j])"),
    "a call": ("a[i] * b[j]", "atomicAdd(C, b[j])"),
    "an address that is taken": ("  float a[TM] = {0.0};", "  float a[TM] = {0.0}; float *p = results; p[0] = 1;"),
    "memory of anybody": ("results[i * TN + j] += a[i] * b[j]", "C[i * TN + j] += results[i * TN + j]"),
    "a bound that it stores": ("j < TN; ++j) results", "j < results[0]; ++j) results"),
}


@pytest.mark.parametrize("name", SERIAL)
def test_what_may_meet_in_a_row_is_no_vector(name: str) -> None:
    assert not row_is_a_vector(changed(*SERIAL[name]))


@pytest.mark.parametrize(
    ("old", "new"), [("a[i] * b[j]", "As[j * BK + i]"), ("results[i * TN + j] +=", "results[j * TM + i] +=")]
)
def test_threads_are_the_lanes_where_it_steps_elsewhere(old: str, new: str) -> None:
    text = kernel(changed(old, new))
    before = text[: text.index(new)]
    assert "omp simd" in before[before.rindex("for (int row") - 60 :]


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("more", ["", "#pragma unroll"])
def test_the_product_is_right(more: str, tmp_path: Path) -> None:
    text = changed("      for (int i = 0; i < TM; ++i) a[i]", f"{more}\n      for (int i = 0; i < TM; ++i) a[i]")
    (tmp_path / "k.cpp").write_text(str(translate_file(parse(text, "k.cu", "cuda")).text))
    build([tmp_path / "k.cpp"], tmp_path / "k")
    assert subprocess.run([tmp_path / "k"], check=False).returncode == 0
