"""Kernels that multiply matrices are known by what they do; a call of a BLAS is offered where it leaves the same, and never taken."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cli import translate as command
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.toolchain.blas import Blas, find_blas
from loopwright.toolchain.kept_builds import identity
from loopwright.translate import kept_parts, records
from loopwright.translate.blas import blas_candidate, body_of, recognised
from loopwright.translate.candidate import run_beside
from loopwright.translate.verify import Builds

from tests.small_blas import compiler_with_shared_blas, small_blas

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
TILED = """#define T 16
__global__ void tiles(const float *first, const float *second, float *out, int h, int w, int len, float by, float old) {
  __shared__ float s[T][T], t[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int p = 0; p < (len + T - 1) / T; ++p) {
    s[threadIdx.y][threadIdx.x] = (row < h && p * T + threadIdx.x < len) ? first[row * len + p * T + threadIdx.x] : 0;
    t[threadIdx.y][threadIdx.x] = (col < w && p * T + threadIdx.y < len) ? second[(p * T + threadIdx.y) * w + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += s[threadIdx.y][k] * t[k][threadIdx.x];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = by * sum + old * out[row * w + col];
}
void go(float *a, float *b, float *c, int h, int w, int len) {
  tiles<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(a, b, c, h, w, len, 2, 3);
}
"""
PLAIN = """__global__ void plain(REAL *x, REAL *y, REAL *z, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n) return;
  REAL sum = 0;
  for (int k = 0; k < n; ++k) sum += y[i * n + k] * x[k * n + j];
  z[i * n + j] = sum;
}
void go(REAL *a, REAL *b, REAL *c, int n) { plain<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(a, b, c, n); }
"""
FLOATS, DOUBLES = (PLAIN.replace("REAL", real) for real in ("float", "double"))
# (what it is, what it does otherwise)
NO_PRODUCTS = {
    "columns of the other's rows": FLOATS.replace("x[k * n + j]", "x[k * n + i]"),
    "one of twice the length": FLOATS.replace("x[k * n + j]", "x[2 * k * n + j]"),
    "rows that lie apart": FLOATS.replace("y[i * n + k]", "y[k * n + 2 * i]"),
    "a diagonal": FLOATS.replace("y[i * n + k]", "y[k * n + k]"),
    "what data decide": FLOATS.replace("= sum;", "= sum > 0 ? sum : 0;"),
    "a function of the sum": FLOATS.replace("= sum;", "= tanhf(sum);"),
    "a quotient": FLOATS.replace("= sum;", "= sum / x[0];"),
    "a part of the columns": FLOATS.replace("j >= n", "j >= n || j % 2"),
    "blocks that lie apart": FLOATS.replace("j = blockIdx.x * blockDim.x", "j = 2 * blockIdx.x * blockDim.x"),
    "a result that is read": FLOATS.replace("y[i * n + k]", "z[i * n + k]"),
    "an atomic sum": FLOATS.replace("z[i * n + j] = sum;", "atomicAdd(&z[i * n + j], sum);"),
    "whole numbers": PLAIN.replace("REAL", "int"),
    "two types": FLOATS.replace("float *x", "double *x"),
}
SIDES = """__global__ void sides(const float *x, const float *y, float *z, int h, int w, int len) {
  int i = blockIdx.DOWN * blockDim.DOWN + threadIdx.DOWN, j = blockIdx.ACROSS * blockDim.ACROSS + threadIdx.ACROSS;
  if (i >= h || j >= w) return;
  float sum = 0;
  for (int k = 0; k < len; ++k) sum += x[LEFT] * y[RIGHT];
  z[RESULT] = sum;
}
void go(float *a, float *b, float *c, int h, int w, int len) { sides<<<dim3(9, 9), dim3(8, 4)>>>(a, b, c, h, w, len); }
"""


def sides(left: str, right: str, result: str, down: str = "y") -> str:
    text = SIDES.replace("LEFT", left).replace("RIGHT", right).replace("RESULT", result)
    return text.replace("DOWN", down).replace("ACROSS", "x" if down == "y" else "y")


# The kernel, and what is handed on: A, B, whether each is turned, m, n, k
TURNED = {
    "the left one": (sides("k * h + i", "k * w + j", "i * w + j"), ("x", "y", (True, False), "h", "w", "len")),
    "the right one": (sides("i * len + k", "j * len + k", "i * w + j"), ("x", "y", (False, True), "h", "w", "len")),
    "both": (sides("k * h + i", "j * len + k", "i * w + j"), ("x", "y", (True, True), "h", "w", "len")),
    "none": (sides("i * len + k", "k * w + j", "i * w + j"), ("x", "y", (False, False), "h", "w", "len")),
    "rows along x": (
        sides("i * len + k", "k * w + j", "i * w + j", "x"),
        ("x", "y", (False, False), "h", "w", "len"),
    ),
    "by columns": (sides("k * h + i", "j * len + k", "j * h + i", "x"), ("y", "x", (False, False), "w", "h", "len")),
    "by columns, with rows along y": (
        sides("k * h + i", "j * len + k", "j * h + i"),
        ("y", "x", (False, False), "w", "h", "len"),
    ),
    "by columns, the left one by rows": (
        sides("i * len + k", "j * len + k", "j * h + i", "x"),
        ("y", "x", (False, True), "w", "h", "len"),
    ),
}
# By their accesses they may be products, and are none: only a run tells.
LOOK_LIKE_ONE = {
    "a term that is left out": FLOATS.replace("int k = 0; k < n", "int k = 0; k < n - 1"),
    "an odd factor": FLOATS.replace("sum += y", "sum += 1.5f * y"),
    "a sum of sums": FLOATS.replace("* x[k", "+ x[k"),
    "a length that is that of the sum": sides("k * len + i", "k * w + j", "i * w + j"),
    "a length that is that of the rows": sides("i * h + k", "k * w + j", "i * w + j"),
    "one row too few of a turned one": sides("k * h + i", "j * len + k", "i * w + j").replace("k < len", "k < len - 1"),
}


@pytest.fixture(autouse=True)
def _small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test asks how fast a call is: what is timed is as small as what is tried."""
    monkeypatch.setattr(records, "LARGE_SIZES", 0)


def products(text: str) -> list[tuple[str, ...]]:
    translation = translate_file(parse(text, "k.cu", "cuda"))
    found = recognised(translation, translation.kernels[0])
    return [(p.a, p.b, p.c, p.m, p.n, p.k, p.alpha, p.beta) for p in found]


def test_tiles_and_plain_loops_are_products() -> None:
    assert products(TILED) == [
        ("first", "second", "out", "h", "w", "len", "by", "old"),
        ("first", "second", "out", "h", "w", "len", "old", "by"),
    ]
    assert products(DOUBLES) == [("y", "x", "z", "n", "n", "n", "1", "0")]
    assert products(FLOATS.replace("= sum;", "+= sum;")) == [("y", "x", "z", "n", "n", "n", "1", "1")]


@pytest.mark.parametrize("name", TURNED)
def test_matrices_that_are_read_by_columns(name: str) -> None:
    text, said = TURNED[name]
    translation = translate_file(parse(text, "k.cu", "cuda"))
    found = [(p.a, p.b, p.turned, p.m, p.n, p.k) for p in recognised(translation, translation.kernels[0])]
    assert found == [said]


@pytest.mark.parametrize(("of", "by"), [("k * w + i", "k * w + j"), ("i * len + k", "j * w + k")])
def test_lengths_of_rows_that_fit_no_matrix(of: str, by: str) -> None:
    assert products(sides(of, by, "i * w + j")) == []


@pytest.mark.parametrize("name", NO_PRODUCTS)
def test_what_is_no_product_is_none(name: str) -> None:
    assert products(NO_PRODUCTS[name]) == []


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_blas(tmp_path_factory.mktemp("blas"))


def offered(text: str, library: Path) -> tuple[str, str] | None:
    translation = translate_file(parse(text, "k.cu", "cuda"))
    blas = Blas((str(library / "libcblas.a"),))
    found = blas_candidate(translation, translation.kernels[0], blas, library / "k.cu", "g++", flags=[f"-I{library}"])
    return None if found is None else (found.label.partition(" of ")[0], found.text)


@needs_compiler
def test_a_call_that_leaves_the_same_is_offered(library: Path) -> None:
    found = offered(TILED, library)
    assert found is not None
    assert found[0] == "calls cblas_sgemm"
    assert "h, w, len, by, first, len, second, w, old, out, w);" in found[1]


@needs_compiler
@pytest.mark.parametrize("name", ["the left one", "the right one", "both", "rows along x"])
def test_a_call_for_matrices_that_are_read_by_columns(name: str, library: Path) -> None:
    found = offered(TURNED[name][0], library)
    assert found is not None
    turned = ", ".join("CblasTrans" if turn else "CblasNoTrans" for turn in TURNED[name][1][2])
    assert f"cblas_sgemm(CblasRowMajor, {turned}, " in found[1]


@needs_compiler
@pytest.mark.parametrize("name", LOOK_LIKE_ONE)
def test_a_call_that_leaves_something_else_is_not(name: str, library: Path) -> None:
    assert products(LOOK_LIKE_ONE[name])
    assert offered(LOOK_LIKE_ONE[name], library) is None


MAIN = """#include <cstdio>
#include <cblas.h>
struct dim3 { unsigned x, y, z; };
static bool product(dim3 gridDim, dim3 blockDim, const float *first, const float *second, float *out, int h, int w, int len, float by, float old) {
BODY
return true;
}
int main() {
  static float a[64], b[64], c[64];
  const dim3 block{16, 16, 1}, grid{1, 1, 1};
  printf("%d", product(grid, block, a, b, c, 2, 3, 4, 1, 1));
  printf("%d", product(grid, dim3{8, 16, 1}, a, b, c, 2, 3, 4, 1, 1));
  printf("%d", product(grid, block, a, b, c, 17, 3, 1, 1, 1));
  printf("%d", product(grid, block, a, b, c, 2, 17, 1, 1, 1));
  printf("%d", product(grid, block, a, b, c, 2, 3, 0, 1, 1));
  printf("%d", product(grid, block, a, b, c, 2, 3, 4, 1, 0));
  printf("%d", product(grid, block, a, b, a + 7, 2, 3, 4, 1, 1));
  printf("%d\\n", product(grid, block, a, b, a + 8, 2, 3, 4, 1, 1));
}
"""


@needs_compiler
def test_launches_that_do_not_fit_are_left_to_the_lowering(library: Path, tmp_path: Path) -> None:
    """Other blocks, a grid that leaves out rows or columns, no sum, a factor of 0, a result that lies in what is read."""
    translation = translate_file(parse(TILED, "k.cu", "cuda"))
    body = body_of(next(recognised(translation, translation.kernels[0])))
    (tmp_path / "k.cpp").write_text(MAIN.replace("BODY", body))
    command = ["g++", "-w", f"-I{library}", "-o", "k", "k.cpp", str(library / "libcblas.a")]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "k"], capture_output=True, text=True).stdout == "10000001\n"


@needs_compiler
def test_a_blas_is_found_by_building_with_it(library: Path, tmp_path: Path) -> None:
    compiler = tmp_path / "c++"
    compiler.write_text(f'#!/bin/sh\nexec g++ -I{library} "$@" -L{library}\n')
    compiler.chmod(0o755)
    found = find_blas(str(compiler))
    assert found is not None
    assert found.link == ("-lcblas",)
    (tmp_path / "empty").mkdir()
    bare = tmp_path / "bare"
    bare.write_text('#!/bin/sh\nexec g++ -nostdinc "$@"\n')
    bare.chmod(0o755)
    assert find_blas(str(bare)) is None


@pytest.fixture(scope="module")
def shared(library: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compiler that finds a shared BLAS outside the folders of the system: by links, as many are installed."""
    return compiler_with_shared_blas(library, tmp_path_factory.mktemp("shared"))


@pytest.fixture
def _known_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """It compiles what `g++` compiles: what is kept of that is not built again, nor left in the user's cache for a compiler that goes."""
    monkeypatch.setattr(kept_parts, "identity", lambda _: identity("g++"))


@needs_compiler
@pytest.mark.usefixtures("_known_compiler")
def test_a_shared_blas_outside_the_folders_of_the_system_is_called(shared: Path, library: Path) -> None:
    found = find_blas(str(shared))
    assert found is not None
    translation = translate_file(parse(DOUBLES, "k.cu", "cuda"))
    candidate = blas_candidate(translation, translation.kernels[0], found, library / "k.cu", str(shared))
    assert candidate is not None
    assert candidate.label == "calls cblas_dgemm of an installed BLAS (-lcblas)"


@needs_compiler
def test_a_blas_that_programs_cannot_load_is_none(shared: Path, tmp_path: Path) -> None:
    unable = tmp_path / "g++"
    unable.write_text(shared.read_text().replace("-Wl,-rpath", "#"))
    unable.chmod(0o755)
    assert find_blas(str(unable)) is None


@needs_compiler
@pytest.mark.usefixtures("_known_compiler")
def test_what_cannot_be_loaded_is_said_not_to_crash(shared: Path, library: Path) -> None:
    translation = translate_file(parse(DOUBLES, "k.cu", "cuda"))
    kernel = translation.kernels[0]
    body = body_of(next(recognised(translation, kernel)))
    unseen = Blas(("-Wl,-u,cblas_dgemm", "-lcblas"))
    trial = run_beside(translation, kernel, body, library / "k.cu", str(shared), None, (), Builds(), unseen)
    assert trial.outcome == "differs"
    assert trial.reason.startswith("the translation cannot be loaded")


@needs_compiler
def test_the_command_shows_it_and_does_not_take_it(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_blas", lambda compiler: Blas((str(library / "libcblas.a"),)))
    (tmp_path / "k.cu").write_text(FLOATS)
    call = ["translate", "--candidates", "--no-model", "-I", str(library), str(tmp_path / "k.cu"), "--json"]
    assert main(call) == 0
    document = json.loads(capsys.readouterr().out)
    (kernel,) = document["kernels"]
    (candidate,) = kernel["candidates"]
    assert candidate["label"].startswith("calls cblas_sgemm of an installed BLAS")
    assert candidate["inputs"] > 1
    assert kernel["status"] == "tested"
    assert "cblas" not in document["text"]
