"""A BLAS of two functions, by the definition of BLAS, for tests on machines that have none."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

HEADER = """#pragma once
#ifdef __cplusplus
extern "C" {
#endif
enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans };
#define GEMM(NAME, T) void NAME(enum CBLAS_ORDER order, enum CBLAS_TRANSPOSE ta, enum CBLAS_TRANSPOSE tb, \\
    int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc)
GEMM(cblas_sgemm, float);
GEMM(cblas_dgemm, double);
#ifdef __cplusplus
}
#endif
"""
# By the definition of BLAS, with the sum in another order than kernels have.
LIBRARY = """#include "cblas.h"
#define DEFINED(NAME, T) GEMM(NAME, T) { \\
  T sums[n]; \\
  for (int i = 0; i < m; ++i) { \\
    for (int j = 0; j < n; ++j) sums[j] = 0; \\
    for (int l = k - 1; l >= 0; --l) for (int j = 0; j < n; ++j) \\
      sums[j] += (ta == CblasTrans ? a[l * lda + i] : a[i * lda + l]) * (tb == CblasTrans ? b[j * ldb + l] : b[l * ldb + j]); \\
    for (int j = 0; j < n; ++j) c[i * ldc + j] = alpha * sums[j] + (beta == 0 ? 0 : beta * c[i * ldc + j]); \\
  } }
DEFINED(cblas_sgemm, float)
DEFINED(cblas_dgemm, double)
"""


def small_blas(folder: Path) -> Path:
    """Build it in ``folder``: `cblas.h`, `cblas.o`, `libcblas.a`."""
    (folder / "cblas.h").write_text(HEADER)
    (folder / "cblas.c").write_text(LIBRARY)
    subprocess.run(["gcc", "-O3", "-fPIC", "-c", "cblas.c"], cwd=folder, check=True)
    subprocess.run(["ar", "rc", "libcblas.a", "cblas.o"], cwd=folder, check=True)
    return folder


def compiler_with_shared_blas(library: Path, folder: Path) -> Path:
    """A compiler, `g++` in ``folder``, that finds ``library`` shared, outside the system's folders, and by links, as many are installed."""
    away = folder / "away" / "lib"
    away.mkdir(parents=True)
    shared = ["gcc", "-shared", "-o", str(away / "chosen.so"), "-Wl,-soname,libcblas.so.3", str(library / "cblas.o")]
    subprocess.run(shared, check=True)
    (away / "libcblas.so").symlink_to("libcblas.so.3")
    (away / "libcblas.so.3").symlink_to(folder / "alternative")
    (folder / "alternative").symlink_to(away / "chosen.so")
    compiler = folder / "g++"
    found = shutil.which("g++")
    compiler.write_text(f'#!/bin/sh\nexec {found} -I{library} "$@" -L{away} -Wl,-rpath,{away}\n')
    compiler.chmod(0o755)
    return compiler
