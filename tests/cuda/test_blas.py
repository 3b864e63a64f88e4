"""Calls of cuBLAS, each beside its definition: matrices by columns, transposed or not, steps, parts of larger matrices."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

PROGRAM = """#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
static int wrong = 0, compared = 0;
static void same(const char *what, double got, double wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %g, not %g\\n", what, got, wanted);
}
__global__ void fill(float *a, int n, int seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = (i * 7 + seed) % 11 - 5;
}
static float *made(int n, int seed) {
  float *a;
  cudaMallocManaged(&a, n * sizeof(float));
  fill<<<(n + 127) / 128, 128>>>(a, n, seed);
  cudaDeviceSynchronize();
  return a;
}
static double at(const float *a, int ld, bool turned, int i, int j) { return turned ? a[j + i * ld] : a[i + j * ld]; }
static void products(cublasHandle_t blas, int m, int n, int k) {
  const int lda = std::max(m, k) + 3, ldb = std::max(n, k) + 1, ldc = m + 2, size = 700 * 700;
  for (int kind = 0; kind < 4; ++kind) {
    bool ta = kind & 1, tb = kind & 2;
    float *a = made(size, 1), *b = made(size, 2), *c = made(size, 3), alpha = 2, beta = kind ? -1 : 0;
    std::vector<float> before(c, c + size);
    if (!kind) c[0] = 0.0f / 0.0f;  // beta is zero: what C was does not matter
    cublasStatus_t told = cublasSgemm(blas, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);
    same("told", told, CUBLAS_STATUS_SUCCESS);
    for (int j = 0; j < n; j += 3)
      for (int i = 0; i < ldc; i += 5) {
        double sum = 0;
        for (int p = 0; p < k; ++p) sum += at(a, lda, ta, i, p) * at(b, ldb, tb, p, j);
        same("product", c[i + j * ldc], i < m ? 2 * sum + beta * before[i + j * ldc] : before[i + j * ldc]);
      }
  }
}
int main() {
  cublasHandle_t blas;
  cublasCreate(&blas);
  products(blas, 5, 7, 3), products(blas, 300, 9, 40), products(blas, 64, 66, 600);
  float *a = made(4000, 4), *x = made(400, 5), *y = made(400, 6), alpha = 3, beta = 2, result;
  std::vector<float> old(y, y + 400);
  cublasSgemv(blas, CUBLAS_OP_N, 20, 30, &alpha, a, 25, x, 2, &beta, y, -3);
  for (int i = 0; i < 20; ++i) {
    double sum = 0;
    for (int j = 0; j < 30; ++j) sum += a[i + j * 25] * x[j * 2];
    same("gemv", y[(19 - i) * 3], 3 * sum + 2 * old[(19 - i) * 3]);
  }
  cublasSgemv(blas, CUBLAS_OP_T, 20, 30, &alpha, a, 25, x, 1, &beta, x + 100, 1);
  std::vector<float> z(x, x + 400);
  cublasSaxpy(blas, 50, &alpha, y, 1, x, 2);
  for (int i = 0; i < 50; ++i) same("axpy", x[2 * i], z[2 * i] + 3 * y[i]);
  cublasSdot(blas, 40, x, 1, y, 2, &result);
  double sum = 0;
  for (int i = 0; i < 40; ++i) sum += x[i] * y[2 * i];
  same("dot", result, (float)sum);
  float b[6] = {3, -9, 1, 9, -0.5f, 2};
  int place;
  cublasIsamax(blas, 6, b, 1, &place), same("amax", place, 2);
  cublasIsamin(blas, 6, b, 1, &place), same("amin", place, 5);
  cublasSasum(blas, 3, b, 2, &result), same("asum", result, 4.5);
  cublasSger(blas, 2, 3, &alpha, b, 1, b + 2, 1, a, 4);
  same("ger", a[4], (4 * 7 + 4) % 11 - 5 + 3 * 3 * 9);
  const double half = 0.5, none = 0;
  double c[6] = {1, 2, 3, 4, 5, 6}, t[6];
  cublasDgeam(blas, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &half, c, 2, &none, t, 3, t, 3);
  for (int i = 0; i < 6; ++i) same("geam", t[i], c[i % 3 * 2 + i / 3] / 2);
  cublasDestroy(blas);
  printf("%d wrong of %d\\n", wrong, compared);
}
"""


def test_calls_of_cublas_give_what_blas_says(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(PROGRAM, "utf-8")
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp")]) == 0
    build([tmp_path / "k.cpp"], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    assert done.stdout.endswith("\n")
    assert done.stdout.startswith("0 wrong of "), done.stdout
