"""An array of the file has no room behind it: a launch whose threads reach beyond one is told of."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

PROGRAM = """#include <cstdio>
#define SIZE 1000
constexpr int BLOCK = 256;
__device__ float data[SIZE];
__constant__ int table[1 << 5];
__device__ float square[10][10];
__device__ float *pointer;
__global__ void k(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  BODY
}
int main() {
  const int blocks = (SIZE + BLOCK - 1) / BLOCK;
  int unknown = 4;
  scanf("%d", &unknown);
  float *p;
  cudaMalloc(&p, 4096);
  k<<<LAUNCH>>>(p, SIZE);
}
"""
ROUNDED_UP = ("4, 256", "blocks, BLOCK", "(SIZE + 255) / 256, 256", "dim3(4, 1, 1), dim3(BLOCK)")
BEYOND = "data has 1000 elements, and of 1024 threads of a launch the last 24 reach beyond it"
REACHING = (
    "data[i] = 1;",
    "p[t] = data[threadIdx.x + blockIdx.x * blockDim.x];",
    "const int at = i; data[at] += n;",
    "data[i] = 1; if (i >= n) return;",
)
QUIET = (
    "if (n > 1) data[i] = 1;",
    "if (i < n) data[i] = 1;",
    "if (i >= n) return; data[i] = 1;",
    "for (int j = i; j < n; j += gridDim.x * blockDim.x) data[j] = 1;",
    "data[i % SIZE] = 1;",
    "data[t] = 1;",
    "square[0][i % 10] = 1;",
    "pointer[i] = 1;",
    "p[i] = 1;",
    "float data[2000]; data[i] = 1; p[t] = data[i];",
    "i = 3; data[i] = 1;",
    "i -= 24; data[i] = 1;",
)


def _told(body: str, launch: str) -> list[str]:
    source = PROGRAM.replace("BODY", body).replace("LAUNCH", launch)
    (kernel,) = translate_file(parse(source.encode(), "k.cu", "cuda")).kernels
    assert kernel.text is not None, kernel.reason
    return [doubt.text for doubt in kernel.doubts if doubt.kind == "bounds"]


@pytest.mark.parametrize("launch", ROUNDED_UP)
@pytest.mark.parametrize("body", REACHING)
def test_threads_that_reach_beyond_are_told_of(body: str, launch: str) -> None:
    assert _told(body, launch) == [BEYOND]


@pytest.mark.parametrize("body", QUIET)
def test_others_are_not(body: str) -> None:
    assert _told(body, "blocks, BLOCK") == []


@pytest.mark.parametrize(
    "launch", ["10, 100", "SIZE / BLOCK, BLOCK", "unknown, 256", "1, SIZE", "dim3(2, 2), dim3(16, 16)"]
)
def test_launches_that_fit_or_are_not_known_are_quiet(launch: str) -> None:
    assert _told("data[i] = 1;", launch) == []


def test_a_block_alone_may_be_too_large() -> None:
    assert _told("p[t] = table[t];", "unknown, 33") == [
        "table has 32 elements, and of 33 threads of a launch the last reaches beyond it"
    ]
