"""Indices that a kernel names first: where a thread's number in the grid is all that they are for, the kernel is translated as if it said
them where it asks for them."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.named_indices import with_indices_in_place
from loopwright.cuda.read.functions import DeviceCode
from loopwright.source.syntax import parse

KERNEL = """#define W 32
__global__ void k(float *a, const float *b, int n, int m) {{
  {names}
  int row = {row};
  int col = {col};
  if (row < n && col < m) {{
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += b[row * n + i] * b[i * m + col];
    a[row * m + col] = sum;
  }}
}}
void launch(float *a, const float *b, int n, int m) {{
  k<<<dim3(m / 32 + 1, n / 8 + 1), dim3(32, 8)>>>(a, b, n, m);
}}
"""
ROW, COLUMN = "blockIdx.y * blockDim.y + threadIdx.y", "blockIdx.x * blockDim.x + threadIdx.x"
# names, row, column
NAMED = {
    "blocks": ("int bx = blockIdx.x, by = blockIdx.y;", "by * blockDim.y + threadIdx.y", "bx * blockDim.x + threadIdx.x"),
    "threads": ("const int tx = threadIdx.x; auto ty = threadIdx.y;", "blockIdx.y * blockDim.y + ty", "tx + blockIdx.x * blockDim.x"),
    "sizes": ("int dx = blockDim.x, dy = blockDim.y;", "blockIdx.y * dy + threadIdx.y", "dx * blockIdx.x + threadIdx.x"),
    "everything": (
        "const int bx = blockIdx.x; const int by = blockIdx.y; unsigned tx = threadIdx.x, ty = threadIdx.y, dx = blockDim.x, dy = blockDim.y;",
        "by * dy + ty",
        "(bx * dx) + tx",
    ),
    "where a block begins": (
        "int bx = blockIdx.x, first = bx * blockDim.x; unsigned top = blockIdx.y * blockDim.y;",
        "top + threadIdx.y",
        "first + threadIdx.x",
    ),
}  # fmt: skip
# names, row, column, and what else the kernel does with them
OTHERS = {
    "written": ("int bx = blockIdx.x, tx = threadIdx.x; ++bx;", "bx * blockDim.x + tx"),
    "asked for alone": ("int tx = threadIdx.x; a[tx] = 1;", "blockIdx.x * blockDim.x + tx"),
    "of another axis": ("int bx = blockIdx.y, tx = threadIdx.x;", "bx * blockDim.x + tx"),
    "of another size": ("int dx = blockDim.y, tx = threadIdx.x;", "blockIdx.x * dx + tx"),
    "twice as far": ("int bx = blockIdx.x, tx = threadIdx.x;", "bx * 2 * blockDim.x + tx"),
    "of a size that a thread has": ("int bx = blockIdx.x, s = n, tx = threadIdx.x;", "bx * s + tx"),
    "narrow": ("short bx = blockIdx.x; unsigned char tx = threadIdx.x;", "bx * blockDim.x + tx"),
    "volatile": ("volatile int bx = blockIdx.x; int tx = threadIdx.x;", "bx * blockDim.x + tx"),
    "in a macro": ("int bx = blockIdx.x, tx = threadIdx.x;\n#define FIRST bx\n", "bx * blockDim.x + tx"),
    "in a lambda": ("int tx = threadIdx.x; auto f = [tx](int d) { return d + tx; }; n = f(n);", "blockIdx.x * blockDim.x + tx"),
    "under a condition": ("#if W > 3\n int tx = threadIdx.x;\n#else\n int tx = threadIdx.x + 1;\n#endif\n", "blockIdx.x * blockDim.x + tx"),
    "of a block's own memory": ("__shared__ float s[32]; int tx = threadIdx.x; s[W - 1] = n;", "blockIdx.x * blockDim.x + tx"),
    "one that nobody asks for": ("int bx = blockIdx.x, tx = threadIdx.x; int unused = threadIdx.z;", "bx * blockDim.x + tx"),
    "by their address": ("int bx = blockIdx.x, tx = threadIdx.x; int *p = &bx; *p = 3;", "bx * blockDim.x + tx"),
}  # fmt: skip


def _translated(names: str, row: str, col: str) -> str:
    return translate_file(parse(KERNEL.format(names=names, row=row, col=col), "k.cu", "cuda")).text


def _read(text: str) -> str:
    source = parse(text, "k.cu", "cuda")
    return with_indices_in_place(source, DeviceCode(source)).text


@pytest.mark.parametrize("form", NAMED)
def test_names_change_nothing(form: str) -> None:
    assert _translated(*NAMED[form]) == _translated("", ROW, COLUMN)


@pytest.mark.parametrize("form", OTHERS)
def test_names_that_are_something_else_stay(form: str) -> None:
    names, col = OTHERS[form]
    text = KERNEL.format(names=names, row=ROW, col=col)
    assert _read(text) == text


def test_values_keep_their_types_and_lines_their_numbers() -> None:
    text = """__global__ void k(int *a) {
  int bx = blockIdx.x, // the block
      n = 4,
      tx = threadIdx.x;
  unsigned first = bx * blockDim.x;
  auto t = threadIdx.x;
  a[bx * blockDim.x + tx - 1] = n; a[first + t] = n;
}
"""
    read = _read(text)
    assert read.count("\n") == text.count("\n")
    assert "a[(int)blockIdx.x * blockDim.x + (int)threadIdx.x - 1] = n;" in read
    assert "a[(unsigned)((int)blockIdx.x * blockDim.x) + threadIdx.x] = n;" in read
    assert " ".join(read.split()).startswith("__global__ void k(int *a) { int n = 4 ; a[")


def test_a_name_that_stays_in_another_scope_is_kept() -> None:
    text = """__global__ void k(int *a, int bx) {
  int c;
  { int bx = blockIdx.x, tx = threadIdx.x; c = bx * blockDim.x + tx; }
  { int bx = c % 5, by = blockIdx.y; a[by * blockDim.y + threadIdx.y] = bx; }
}
"""
    read = " ".join(_read(text).split())
    assert "{ c = (int)blockIdx.x * blockDim.x + (int)threadIdx.x; }" in read
    assert "{ int bx = c % 5; a[(int)blockIdx.y * blockDim.y + threadIdx.y] = bx; }" in read
