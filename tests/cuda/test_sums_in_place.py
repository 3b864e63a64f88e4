"""Sums of sums that are made in place: a GPU begins blocks in their order, and each reads before a later one stores its result."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

PROGRAM = """#include <cstdio>
__global__ void sums(const float *in, float *out, int n) {
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) STORE;
}
int main() {
    const int n = 1 << 20;
    float *a, *b, total;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = 1;
    int blocks = n / 256;
    sums<<<blocks, 256>>>(a, b, n);
    while (blocks > 1) {
        int next = (blocks + 255) / 256;
        sums<<<next, 256>>>(b, b, blocks);
        blocks = next;
    }
    cudaMemcpy(&total, b, sizeof total, cudaMemcpyDeviceToHost);
    printf("%g\\n", total);
    cudaFree(a);
    cudaFree(b);
}
"""


def kernel(store: str) -> str:
    found = translate_file(parse(PROGRAM.replace("STORE", store), "k.cu", "cuda")).kernel("sums")
    assert found is not None
    assert found.text is not None, found.reason
    return found.text


@pytest.mark.parametrize("store", ["out[blockIdx.x] = part[0]", "{ int b = blockIdx.x; out[b] = part[t]; }"])
def test_blocks_keep_their_order_where_both_are_one_array(store: str) -> None:
    assert "in != out" in kernel(store)


@pytest.mark.parametrize("store", ["out[i] = part[0]", "out[i / 256] = part[0]", "atomicAdd(out, part[0])"])
def test_elsewhere_nothing_is_asked(store: str) -> None:
    assert "!=" not in kernel(store)


def test_other_types_and_what_no_thread_reads_are_not_asked_about() -> None:
    text = PROGRAM.replace("const float *in", "const int *in").replace("STORE", "out[blockIdx.x] = part[0]")
    assert "in != out" not in translate_file(parse(text, "k.cu", "cuda")).text
    text = PROGRAM.replace("in[i]", "in[blockIdx.x]").replace("STORE", "out[blockIdx.x] = part[0]")
    assert "in != out" not in translate_file(parse(text, "k.cu", "cuda")).text


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_sum_is_right_with_several_threads(tmp_path: Path) -> None:
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    text = PROGRAM.replace("STORE", "out[blockIdx.x] = part[0]")
    source.write_text(translate_file(parse(text, "k.cu", "cuda")).text, "utf-8")
    build([source], binary)
    for threads in ("1", "2", "4"):
        done = subprocess.run(
            [str(binary)], capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": threads}
        )
        assert done.stdout == "1.04858e+06\n"
