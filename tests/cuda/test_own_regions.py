"""Products by tiles of a block whose loops over a tile are apart from what fills one, or outside of the loops over the threads: drawn ones, each
beside the same sums in the same order, and forms beside those that look like them."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from built import run_checked
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

KERNELS = 8
HEAD = """#include <cmath>
#include <cstdio>
#include <vector>
#define T 4
"""
ONE = """
__global__ void k_{n}(const {type} *a, const {type} *b, {type} *c, int m, int n, int p) {{
  __shared__ {type} as[2][T * {down}][T], bs[2][T][T * {across} + {pad}];
  const int x = threadIdx.x, y = threadIdx.y, top = blockIdx.y * T * {down}, left = blockIdx.x * T * {across};
  {type} {sums};
  int now = 0;
  {first}
  for (int t = 0; t < (p + T - 1) / T; ++t) {{
    {fill}
    {before}
    for (int k = 0; k < T; ++k) {{ {products} }}
    {after}
    __syncthreads();
    {swap}
  }}
  {store}
}}
static bool wrong_{n}(int m, int n, int p) {{
  const int room = 1024;
  {type} *a, *b, *c;
  cudaMallocManaged(&a, room * sizeof({type}));
  cudaMallocManaged(&b, room * sizeof({type}));
  cudaMallocManaged(&c, room * sizeof({type}));
  for (int j = 0; j < room; ++j) a[j] = ({type})(j * 7 % 23 - 11) / 3, b[j] = ({type})(j * 5 % 17 - 8) / 3, c[j] = -1;
  if ({odd}) a[3] = ({type})NAN, b[5] = ({type})INFINITY;
  k_{n}<<<dim3((n + T * {across} - 1) / (T * {across}), (m + T * {down} - 1) / (T * {down})), dim3(T, T)>>>(a, b, c, m, n, p);
  cudaDeviceSynchronize();
  bool bad = c[m * n] != -1;
  for (int row = 0; row < m; ++row)
    for (int col = 0; col < n; ++col) {{
      {type} sum = {start};
      for (int k = 0; k < (p + T - 1) / T * T; ++k) {{
        const {type} left = k < p ? a[row * p + k] : 0, right = k < p ? b[k * n + col] : 0;
        sum {operator}= left * right;
      }}
      const {type} told = c[row * n + col];
      bad |= told != sum && (told == told || sum == sum);
    }}
  cudaFree(a), cudaFree(b), cudaFree(c);
  return bad;
}}
"""
MAIN = """
int main() {{
  const int sizes[][3] = {{{{1, 1, 0}}, {{1, 1, 1}}, {{4, 8, 4}}, {{9, 7, 13}}, {{16, 16, 16}}, {{17, 3, 9}}}};
  for (auto &size : sizes) {{
    {calls}
  }}
}}
"""
FILL = """for (int i = 0; i < {down}; ++i) {{
      const int row = top + y * {down} + i, at = ({tile}) * T + x;
      if (row < m && at < p) as[{into}][y * {down} + i][x] = a[row * p + at]; else as[{into}][y * {down} + i][x] = 0;
    }}
    for (int j = 0; j < {across}; ++j) {{
      const int col = left + x * {across} + j, at = ({tile}) * T + y;
      bs[{into}][y][x * {across} + j] = at < p && col < n ? b[at * n + col] : 0;
    }}"""


def drawn(n: int, chance: random.Random) -> str:
    """A product with sums of its own for each thread, and the comparison with sums element by element."""
    kind = chance.choice(("float", "float", "double", "int"))
    down, across = 1 + n % 2, 1 + n // 2 % 2
    in_turn, operator, start = chance.random() < 0.6, chance.choice("++-"), chance.choice(("0", "2"))
    cells = [(i, j) for i in range(down) for j in range(across)]
    into = "1 - now" if in_turn else "0"
    fill = FILL.format(down=down, across=across, into=into, tile="t + 1" if in_turn else "t")
    first = FILL.format(down=down, across=across, into="now", tile="0") + "\n  __syncthreads();"
    tiles = ("now", "now") if in_turn else ("0", "0")
    column = "x + %d" if across == 1 else f"x * {across} + %d"
    left, right = f"as[{tiles[0]}][y * {down} + %d][k]", f"bs[{tiles[1]}][k][{column}]"
    products = " ".join(f"s{i}{j} {operator}= {left % i} * {right % j};" for i, j in cells)
    if chance.random() < 0.5:
        named = " ".join(f"{kind} r{j} = {right % j};" for j in range(across))
        products = named + " ".join(f"s{i}{j} {operator}= {left % i} * r{j};" for i, j in cells)
    kept = n % 5 == 3  # what only one round knows: no loop of their own
    place = "(top + y * {0} + {1}) * n + left + x * {2} + {3}"
    store = " ".join(
        f"if (top + y * {down} + {i} < m && left + x * {across} + {j} < n) c[{place.format(down, i, across, j)}] = s{i}{j};"
        for i, j in cells
    )
    return ONE.format(
        n=n,
        type=kind,
        down=down,
        across=across,
        pad=chance.choice((0, 1)),
        sums=", ".join(f"s{i}{j} = {start}" for i, j in cells),
        first=first if in_turn else "",
        fill=fill if in_turn else f"{fill}\n    __syncthreads();",
        before=f"{kind} old = s00;" if kept else "",
        products=products,
        after="if (old != old) s00 = old;" if kept else "",
        swap="now = 1 - now;" if in_turn else "",
        store=store,
        start=start,
        operator=operator,
        odd="1" if kind != "int" else "0",
    )


def test_products_by_tiles_fold_in_their_order(tmp_path: Path) -> None:
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    chance = random.Random(42)
    text = HEAD + "".join(drawn(n, chance) for n in range(KERNELS))
    calls = "\n    ".join(
        f'if (wrong_{n}(size[0], size[1], size[2])) std::printf("{n} "), std::fflush(stdout);' for n in range(KERNELS)
    )
    translated = translate_file(parse(text + MAIN.format(calls=calls), name="k.cu"))
    assert all(kernel.text is not None for kernel in translated.kernels)
    shapes = [shape_of(kernel.text or "") for kernel in translated.kernels]
    assert {"alone", "outside"} <= set(shapes), shapes
    done = run_checked(translated.text, tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), (shapes, sorted(set(done.stdout.split())), done.stderr[:2000])


KERNEL = """#define T 16
__global__ void product(const float *a, const float *b, float *c, int n, const int *ends) {
  __shared__ float as[2][T][T], bs[2][T][2 * T];
  const int x = threadIdx.x, y = threadIdx.y;
  float s = 0, r = 0;
  int now = 0;
  for (int t = 0; t < n / T; ++t) {
    if (t < n) as[now][y][x] = a[y * n + t * T + x];
    BEFORE
    for (int k = 0; k < T; ++k) { PRODUCT }
    AFTER
    __syncthreads();
    now = 1 - now;
  }
  c[y * n + x] = s + r;
}
void run(const float *a, const float *b, float *c, int n, const int *ends) { product<<<1, dim3(T, T)>>>(a, b, c, n, ends); }
"""
SUM = "s += as[1 - now][y][k] * bs[now][k][x];"
STEPS = "s += as[1 - now][y][k] * bs[now][k][2 * x]; r += as[1 - now][y][k] * bs[now][k][2 * x + 1];"
FORMS = {
    "a sum behind what fills a tile": (("", SUM, ""), "alone"),
    "of mathematics": (("", "s += fmaxf(as[1 - now][y][k], bs[now][k][x]);", ""), "alone"),
    "threads read every second element": (("", STEPS, ""), "outside"),
    "a column of the tile": (("", "s += as[1 - now][x][k] * bs[now][k][2 * x];", ""), "alone"),
    "a condition in the rounds": (("", f"if (k < n) {SUM}", ""), "beside"),
    "a loop in the rounds": (("", f"for (int j = 0; j < 2; ++j) {SUM}", ""), "beside"),
    "a store in the rounds": (("", "c[k * n + x] += as[1 - now][y][k];", ""), "beside"),
    "no tile": (("", "s += a[k] * b[k * n + x];", ""), "beside"),
    "rounds of each thread": (("const int end = ends[x];", SUM.replace("[k][x]", "[k % end][x]"), ""), "beside"),
    "what only this round knows": (("const float old = a[y * n + x] + c[x];", SUM, "r += old;"), "beside"),
    "threads leave the round": (("if (ends[x] == t) continue;", SUM, ""), "beside"),
    "an atomic operation": (("", "s += atomicAdd(&c[k], as[1 - now][y][k]);", ""), "beside"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_loops_over_tiles_stand_where_it_pays(name: str) -> None:
    (before, product, after), expected = FORMS[name]
    text = KERNEL.replace("BEFORE", before).replace("PRODUCT", product).replace("AFTER", after)
    (kernel,) = translate_file(parse(text, name="k.cu")).kernels
    if kernel.text is None:
        assert expected == "beside", kernel.reason
    else:
        assert shape_of(kernel.text) == expected, kernel.text


def shape_of(text: str) -> str:
    """Where the first loop over ``k`` stands: ``outside`` of the loops over the threads, ``alone`` in them, or ``beside`` statements."""
    lines = [line.strip() for line in text.splitlines()]
    at = next(i for i, line in enumerate(lines) if line.startswith("for (int k = 0;"))
    if "for (int y" in lines[at + 1]:
        return "outside"
    opened = max(i for i in range(at) if lines[i].startswith("for (int x"))
    names = ("const int thread =", "auto &", "//")
    return "alone" if all(not line or line.startswith(names) for line in lines[opened + 1 : at]) else "beside"
