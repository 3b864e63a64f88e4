"""Kernels of planes whose threads go down columns that other rows read too: drawn ones, each beside the same body gone through thread by
thread."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from built import run_checked
from loopwright.cuda.file import translate_file
from loopwright.cuda.ir.plan import Unsupported
from loopwright.cuda.lower.along_rows import AlongRows
from loopwright.source.syntax import parse

KERNELS = 16
HEAD = """#include <cstdio>
#include <vector>
"""
ONE = """
static void expected_{n}(int row, int col, const {type} *a, const {type} *b, {type} *c, int m, int n, int k) {{ {body} }}
__global__ void k_{n}(const {type} *a, const {type} *b, {type} *c, int m, int n, int k) {{
  int {y} = blockIdx.y * blockDim.y + threadIdx.y;
  int {x} = blockIdx.x * blockDim.x + threadIdx.x;
  if ({guard}) {{ {body} }}
}}
static bool wrong_{n}(int m, int n, int k) {{
  std::vector<{type}> told(m * n + 1, -1);
  {type} *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof({type}));
  cudaMallocManaged(&b, 4096 * sizeof({type}));
  cudaMallocManaged(&c, told.size() * sizeof({type}));
  for (int j = 0; j < 4096; ++j) a[j] = ({type})(j * 7 % 23 - 11) / 3, b[j] = ({type})(j * 5 % 17 - 8) / 3;
  for (size_t j = 0; j < told.size(); ++j) c[j] = -1;
  const int rows = {rows}, columns = {columns};
  k_{n}<<<dim3(columns / 8 + 1, rows / 8 + 1), dim3(8, 8)>>>(a, b, c, m, n, k);
  cudaDeviceSynchronize();
  for (int row = 0; row < m; ++row) for (int col = 0; col < n; ++col) if ({takes}) expected_{n}(row, col, a, b, told.data(), m, n, k);
  bool bad = false;
  for (size_t j = 0; j < told.size(); ++j) bad |= told[j] != c[j];
  cudaFree(a), cudaFree(b), cudaFree(c);
  return bad;
}}
"""
MAIN = """
int main() {{
  const int sizes[][2] = {{{{1, 1}}, {{6, 16}}, {{5, 15}}, {{7, 17}}, {{31, 50}}, {{64, 3}}}};
  for (auto &size : sizes)
    for (int k : {{0, 1, 13}}) {{
      {calls}
    }}
}}
"""
BETWEEN = ("", "", "if (a[at] < 0) sum += 1;", "if ((row + col) % 3 == 0) sum -= a[at];", "seen += b[p * n + col] > 0;")
STORED = ("sum", "sum * 2", "sum + row - col", "sum > 3 ? sum : 3", "sum + seen", "(sum + c[row * n + col]) / 2")


def drawn(n: int, chance: random.Random) -> str:
    """A kernel, its body for one thread, and the comparison of both."""
    kind = chance.choice(("float", "float", "double", "int"))
    between, stored = chance.choice(BETWEEN), chance.choice(STORED)
    seen = "int seen = 0; " if "seen" in between + stored else ""
    taken = chance.choice(
        ("a[at] * b[p * n + col]", "(a[at] - b[p * n + col]) / 2", "b[p * n + col]", "a[p] * b[p * n + col]")
    )
    first = chance.choice(("0", "0", "1", "k / 2"))
    body = f"{kind} sum = {chance.choice(('0', 'a[row]', 'col'))}; {seen}"
    body += f"for (int p = {first}; p < k; ++p) {{ const int at = row * k + p; {between} sum += {taken}; }} "
    if chance.random() < 0.3:
        body += "for (int p = 0; p < k; ++p) sum -= b[p * n + col] * row; "
    body += f"c[row * n + col] = {stored};"
    swapped = chance.random() < 0.3
    more = chance.choice(("", "", " && row >= 2", " && col >= 3", " && col <= row", " && (row + col) % 2"))
    names = (
        {"x": "row", "y": "col", "columns": "m", "rows": "n"}
        if swapped
        else {"x": "col", "y": "row", "columns": "n", "rows": "m"}
    )
    takes = (more or " && true").removeprefix(" && ")
    return ONE.format(n=n, type=kind, body=body, guard=f"row < m && col < n{more}", takes=takes, **names)


def test_tiles_fold_what_each_thread_folds(tmp_path: Path) -> None:
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    chance = random.Random(41)
    text = HEAD + "".join(drawn(n, chance) for n in range(KERNELS))
    calls = "\n".join(
        f'if (wrong_{n}(size[0], size[1], k)) std::printf("{n} "), std::fflush(stdout);' for n in range(KERNELS)
    )
    translated = translate_file(parse(text + MAIN.format(calls=calls), name="k.cu"))
    assert all(kernel.text is not None for kernel in translated.kernels)
    assert sum("const auto tile" in (kernel.text or "") for kernel in translated.kernels) > KERNELS // 3
    done = run_checked(translated.text, tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), (sorted(set(done.stdout.split())), done.stderr[:2000])


PLANE = "int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y; if (row >= m || col >= n) return;"
FORMS = {
    "sums of four bytes": ("float sum = 0; for (int p = 0; p < k; ++p) sum += a[row * k + p] * b[p * n + col]; c[row * n + col] = sum;", 6),
    "sums of eight": ("double sum = 0; for (int p = 0; p < k; ++p) sum += a[row * k + p] * b[p * n + col]; c[row * n + col] = sum;", 3),
    "of a type by another name": (
        "real sum = 0; for (int p = 0; p < k; ++p) sum += a[row * k + p] * b[p * n + col]; c[row * n + col] = sum;",
        6,
    ),
    "of a type that a macro says": (
        "REAL sum = 0; for (int p = 0; p < k; ++p) sum += a[row * k + p] * b[p * n + col]; c[row * n + col] = sum;",
        3,
    ),
    "of a type of the template": (
        "T sum = 0; for (int p = 0; p < k; ++p) sum += a[row * k + p] * b[p * n + col]; c[row * n + col] = sum;",
        3,
    ),
    "more than registers hold": (
        "double s = 0, t = 0; for (int p = 0; p < k; ++p) { s += a[row * k + p] * b[p * n + col]; t += b[p * n + col]; } c[row * n + col] = s + t;",
        0,
    ),
    "rows of their own": ("float sum = 0; for (int p = 0; p < k; ++p) sum += b[(row * k + p) * n + col]; c[row * n + col] = sum;", 0),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_tiles_are_made_where_rows_read_the_same_and_registers_hold_what_they_keep(name: str) -> None:
    body, rows = FORMS[name]
    source = f"""#define REAL double
typedef float real;
{"template <typename T> " * ("T sum" in body)}__global__ void k(const float *a, const float *b, float *c, int m, int n, int k) {{
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < n) {{ {body} }}
}}"""
    (kernel,) = translate_file(parse(source, name="k.cu")).kernels
    assert kernel.text is not None
    assert (f"first_row += {rows}" in kernel.text) == (rows > 0)
    assert ("const auto tile" in kernel.text) == (rows > 0)


KEPT = {
    "int": (6, 3),
    "unsigned": (6, 3),
    "unsigned int": (6, 3),
    "float": (6, 3),
    "double": (3, 0),
    "long long": (3, 0),
    "unsigned long long": (3, 0),
    "short": (0, 0),  # nobody said how many of them registers hold
}


@pytest.mark.parametrize("type", KEPT)
def test_a_tile_has_as_many_rows_as_registers_hold_of_what_its_threads_keep(type: str) -> None:
    one = f"{type} s = 0; for (int p = 0; p < k; ++p) s += a[row * k + p] * b[p * n + col]; c[row * n + col] = s;"
    two = (
        one.replace("s = 0;", "s = 0, t = 0;").replace("s +=", "t += b[p * n + col], s +=").replace("= s;", "= s + t;")
    )
    for body, rows in zip((one, two), KEPT[type]):
        source = (
            f"__global__ void k(const {type} *a, const {type} *b, {type} *c, int m, int n, int k) {{ {PLANE} {body} }}"
        )
        (kernel,) = translate_file(parse(source, name="k.cu")).kernels
        assert kernel.text is not None
        assert ("first_row +=" in kernel.text) == (rows > 0)
        if rows:
            assert f"first_row += {rows})\n" in kernel.text
            assert f"if (rows == {rows} && columns == 16) tile({rows}, 16);" in kernel.text
            assert f"std::min<long long>({rows}, std::min<long long>(m, total_y) - first_row);" in kernel.text


def test_a_tile_has_columns_for_whole_vectors_and_the_loops_over_tiles_are_one() -> None:
    source = f"__global__ void k(const float *a, const float *b, float *c, int m, int n, int k) {{ {PLANE} {FORMS['sums of four bytes'][0]} }}"
    (kernel,) = translate_file(parse(source, name="k.cu")).kernels
    assert kernel.text is not None
    assert "float sum_of[96];" in kernel.text
    head = kernel.text[kernel.text.index("#pragma omp parallel") :].splitlines()
    assert head[0].startswith("#pragma omp parallel for collapse(2)")
    assert head[1].endswith(
        "first_row += 6)"
    )  # without a brace: nothing stands between two loops that are shared out as one
    assert head[2].endswith("first_col += 16) {")


def test_a_kernel_whose_strips_cannot_be_made_is_done_thread_by_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise Unsupported("some threads leave a loop in which the block waits", 0)

    source = f"__global__ void k(const float *a, const float *b, float *c, int m, int n, int k) {{ {PLANE} {FORMS['sums of four bytes'][0]} }}"
    monkeypatch.setattr(AlongRows, "by_strips", refused)
    (kernel,) = translate_file(parse(source, name="k.cu")).kernels
    assert kernel.text is not None
    assert "for (int p = 0; p < k; ++p) sum +=" in kernel.text
