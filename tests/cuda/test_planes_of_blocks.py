"""Kernels in which the number of a block is a plane of its own, as a channel or a picture of many: threads of a row go through loops
together there too."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from built import run_checked
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

PROGRAM = """#include <cstdio>
__global__ void k(const float *a, const float *f, float *out, int width, int height, int channels, int n) { KERNEL }
static float expected(int o, int y, int x, const float *a, const float *f, int width, int height, int channels, int n) {
  const int ow = width - n + 1, oh = height - n + 1;
  if (o >= channels || x >= ow || y >= oh) return -1;
  float sum = 0;
  for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) sum += a[(y + i) * width + x + j] * f[(o * n + i) * n + j];
  return sum;
}
int main() {
  const int width = 50, height = 9, channels = 3, rows = 16, columns = 64;
  float *a, *f, *out;
  cudaMallocManaged(&a, width * height * sizeof(float));
  cudaMallocManaged(&f, 64 * sizeof(float));
  cudaMallocManaged(&out, 4 * rows * columns * sizeof(float));
  for (int i = 0; i < width * height; ++i) a[i] = i * 7 % 23 - 11;
  for (int i = 0; i < 64; ++i) f[i] = i * 5 % 17 - 8;
  int wrong = 0;
  for (int n = 0; n < 4; ++n) {
    for (int i = 0; i < 4 * rows * columns; ++i) out[i] = -1;
    LAUNCH
    cudaDeviceSynchronize();
    for (int o = 0; o < 4; ++o) for (int y = 0; y < rows; ++y) for (int x = 0; x < columns; ++x)
      wrong += out[(o * rows + y) * columns + x] != expected(o, y, x, a, f, width, height, channels, n);
  }
  std::printf("%d", wrong);
}
"""
FOLD = (
    "float sum = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) "
    "sum += a[(y + i) * width + x + j] * f[(o * n + i) * n + j]; out[(o * 16 + y) * 64 + x] = sum;"
)
ALONE = (
    "float sum = 0; for (int j = 0; j < 9 && j < n * n; ++j) sum += a[(y + j / n) * width + (x + j % n) % width] * f[o * n * n + j];"
    "out[(o * 16 + y) * 64 + x] = sum;"
)
AGAIN = FOLD.replace("float sum", "sum")
SIZES = "const int ow = width - n + 1, oh = height - n + 1;"
PLANE = "int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;"
LINE = "int x = blockIdx.x * blockDim.x + threadIdx.x; int y = blockIdx.y;"
# form → the kernel, how it is launched, whether its threads go together
FORMS = {
    "a channel": (
        f"{PLANE} int o = blockIdx.z; {SIZES} if (x >= ow || y >= oh) return; {FOLD}",
        "k<<<dim3(4, 1, channels), dim3(16, 16)>>>(a, f, out, width, height, channels, n);",
        True,
    ),
    "a channel in a block of unknown size": (
        f"{PLANE} int o = blockIdx.z; {SIZES} if (x >= ow || y >= oh) return; {FOLD}",
        "for (int s = 8; s < 32; s *= 2) k<<<dim3(64 / s, 16 / s + 1, channels), dim3(s, s)>>>(a, f, out, width, height, channels, n);",
        True,
    ),
    "a channel that is guarded": (
        f"{PLANE} const unsigned o = blockIdx.z; {SIZES} if (o < channels && x < ow && y < oh) {{ {FOLD} }}",
        "k<<<dim3(4, 2, 4), dim3(16, 8)>>>(a, f, out, width, height, channels, n);",
        True,
    ),
    "a channel by its place": (
        f"{PLANE} {SIZES} if (x >= ow || y >= oh) return; {FOLD.replace('o *', 'blockIdx.z *')}",
        "k<<<dim3(4, 2, channels), dim3(16, 8)>>>(a, f, out, width, height, channels, n);",
        True,
    ),
    "rows and channels": (
        f"{LINE} int o = blockIdx.z; {SIZES} if (x >= ow || y >= oh) return; {FOLD}",
        "k<<<dim3(2, 16, channels), 32>>>(a, f, out, width, height, channels, n);",
        True,
    ),
    "a channel whose threads go alone": (
        f"{PLANE} int o = blockIdx.z; {SIZES} if (x >= ow || y >= oh) return; {ALONE}",
        "k<<<dim3(4, 2, channels), dim3(16, 8)>>>(a, f, out, width, height, channels, n);",
        False,
    ),
    "planes of one number": (
        f"{LINE.replace('int y = blockIdx.y', 'int y = blockIdx.y % 16, o = blockIdx.y / 16')} {SIZES} if (x >= ow || y >= oh) return; {FOLD}",
        "k<<<dim3(2, 16 * channels), 32>>>(a, f, out, width, height, channels, n);",
        False,
    ),
    "with threads along it": (
        f"{PLANE} int o = blockIdx.z * blockDim.z + threadIdx.z; {SIZES} if (x >= ow || y >= oh || o >= channels) return; {FOLD}",
        "k<<<dim3(4, 4, 2), dim3(16, 4, 2)>>>(a, f, out, width, height, channels, n);",
        True,
    ),
    "with threads that do the same": (
        f"{PLANE} int o = blockIdx.z; {SIZES} if (x >= ow || y >= oh) return; {FOLD}",
        "k<<<dim3(4, 4, channels), dim3(16, 4, 2)>>>(a, f, out, width, height, channels, n);",
        False,
    ),
    "a value of its number that the plane works out before": (
        f"{PLANE} {SIZES} int from = blockIdx.z * n; if (x >= ow || y >= oh) return; "
        f"{FOLD.replace('o * n + i', 'from + i').replace('o *', 'blockIdx.z *')}",
        "k<<<dim3(4, 2, channels), dim3(16, 8)>>>(a, f, out, width, height, channels, n);",
        True,
    ),
    "rounds from its number on": (
        f"{PLANE} {SIZES} int from = blockIdx.z * n, to = from + n; if (x >= ow || y >= oh) return; float sum = 0;"
        "for (int i = from; i < to; ++i) for (int j = 0; j < n; ++j) sum += a[(y + i - from) * width + x + j] * f[i * n + j];"
        "out[(blockIdx.z * 16 + y) * 64 + x] = sum;",
        "k<<<dim3(4, 2, channels), dim3(16, 8)>>>(a, f, out, width, height, channels, n);",
        True,
    ),
    "strips of rows by its number": (
        f"int x = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * 3; {SIZES} if (x >= ow) return; int last = 0;"
        f"for (int y = from; y < from + 3 && y < oh; ++y) for (int o = 0; o < channels; ++o) {{ {FOLD} last = sum; }}"
        "if (last == 1e6f) out[0] = 1;",
        "k<<<dim3(4, 4), 16>>>(a, f, out, width, height, channels, n);",
        True,
    ),
    "of the plane alone": (
        f"{PLANE} {SIZES} if (x >= ow || y >= oh) return; int o = 0; {FOLD} o = 1; {AGAIN} o = 2; {AGAIN}",
        "k<<<dim3(4, 2), dim3(16, 8)>>>(a, f, out, width, height, channels, n);",
        False,
    ),
}


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("form", FORMS)
def test_planes_of_blocks_fold_what_each_thread_folds(form: str, tmp_path: Path) -> None:
    kernel, launch, together = FORMS[form]
    text = PROGRAM.replace("KERNEL", kernel).replace("LAUNCH", launch)
    translated = translate_file(parse(text, name="k.cu"))
    (made,) = translated.kernels
    assert made.text is not None
    assert ("for (int first" in made.text) == together
    done = run_checked(translated.text, tmp_path)
    assert (done.returncode, done.stdout) == (0, "0"), done.stderr[:2000]
