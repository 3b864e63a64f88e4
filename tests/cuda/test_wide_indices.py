"""Indices that lanes use under a condition are reckoned in 64 bits where they are of the type `int`, and stay as they are elsewhere."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

HEAD = """template <typename T> struct Rows {{ T *p; __device__ T &operator[](int i) const {{ return p[i]; }} }};
#define WIDTH 32
__global__ void k(const float *a, Rows<float> r, float *out, const int *list, int m, int n, unsigned u, short s, bool asked) {{
  __shared__ float tile[8][WIDTH];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y;
  {};
  __syncthreads();
  out[row * n + x] = tile[7 - y][x];
}}
void run(const float *a, Rows<float> r, float *out, const int *list, int m, int n, unsigned u, short s, bool asked) {{
  k<<<dim3(1, m / 8), dim3(WIDTH, 8)>>>(a, r, out, list, m, n, u, s, asked);
}}
"""


def translation(statement: str) -> str:
    """The first region of a kernel that fills a tile."""
    text = translate_file(parse(HEAD.format(statement).encode(), "k.cu", "cuda")).text
    return text[text.index("float tile[") : text.index("out[row * n + x]")]


@pytest.mark.parametrize(
    ("index", "wide"),
    [
        ("row * n + x", "1ll * row * n + x"),
        ("row * n + (m * WIDTH + x)", "1ll * row * n + (1ll * m * WIDTH + x)"),
        ("(m * WIDTH + y) * n + x", "(1ll * m * WIDTH + y) * n + x"),
        ("x + row * n", "x + 1ll * row * n"),
        ("x + 1", "1ll * x + 1"),
        ("n * m + x", "1ll * n * m + x"),
        ("n * (x - 1)", "n * (1ll * x - 1)"),
        ("row * n + x % 4", "1ll * row * n + x % 4"),
        ("list[x + 1] * n + x", "1ll * list[x + 1] * n + x"),
        ("row * n + (asked ? x : y)", "1ll * row * n + (asked ? x : y)"),
    ],
)
@pytest.mark.parametrize(
    "statement",
    [
        "if (row < m && x < n) tile[y][x] = a[{}]; else tile[y][x] = 0",
        "tile[y][x] = row < m && x < n ? a[{}] : 0.0f",
        "tile[y][x] = x < n && a[{}] > 0",
    ],
)
def test_an_index_under_a_condition_is_wide(statement: str, index: str, wide: str) -> None:
    assert f"a[{wide}]" in translation(statement.format(index))


@pytest.mark.parametrize(
    "element",
    [
        "a[x]",
        "a[row * u + x]",  # begins anew where 32 bits end
        "a[row * n + s]",
        "a[row * 3000000000 + x]",
        "a[row * (long)n + x]",
        "a[m * n + 1]",  # one element for all lanes
        "r[row * n + x]",  # an operator may take an `int` only
    ],
)
def test_what_is_no_int_stays(element: str) -> None:
    said = translation(f"if (row < m && list[x] < n) tile[y][x] = {element}")
    assert "1ll *" not in said
    assert element in said


@pytest.mark.parametrize(
    "statement", ["tile[y][x] = a[row * n + x]", "if (row < m && x < n) tile[y][x] = a[row * n + x]"]
)
def test_what_all_lanes_use_stays(statement: str) -> None:
    assert "a[row * n + x]" in translation(statement)
