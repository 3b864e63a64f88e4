"""The reference of `translate --verify` refuses a launch beyond its kernel's own bound, as a device does, however the kernel is launched."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from judged import judge

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

PROGRAM = """#include <cstdio>
__global__ __launch_bounds__(128) void plain(float *a) { a[threadIdx.x] += 1; }
template <int B> __launch_bounds__(B) __global__ void by_template(float *a) { a[threadIdx.x] += B; }
template <typename T> __global__ __launch_bounds__(64) void deduced(T *a) { a[threadIdx.x] += 3; }
__global__ void free_of_bounds(float *a) { a[threadIdx.x] += 7; }
template <typename K> void go(K k, int n, float *f) { k<<<1, n>>>(f); printf("%d ", (int)cudaGetLastError()); }
int main(int argc, char **) {
    float *f, h[1024], s = 0;
    cudaMalloc(&f, 4096), cudaMemset(f, 0, 4096);
    plain<<<1, 129 * argc>>>(f), printf("%d ", (int)cudaGetLastError());
    by_template<32><<<1, 64 * argc>>>(f), printf("%d ", (int)cudaGetLastError());
    by_template<64><<<1, 64 * argc>>>(f), printf("%d ", (int)cudaGetLastError());
    deduced<<<1, 65 * argc>>>(f), printf("%d ", (int)cudaGetLastError());
    deduced<<<1, 64 * argc>>>(f), printf("%d ", (int)cudaGetLastError());
    go(plain, 256, f), go(plain, 128, f), go(by_template<32>, 33, f), go(free_of_bounds, 1024, f);
    void *given[] = {&f};
    printf("%d ", (int)cudaLaunchKernel((void *)plain, dim3(1), dim3(129), given, 0, 0)), printf("%d ", (int)cudaGetLastError());
    printf("%d\\n", (int)cudaLaunchKernel((void *)plain, dim3(1), dim3(128), given, 0, 0));
    cudaMemcpy(h, f, 4096, cudaMemcpyDeviceToHost);
    for (float v : h) s += v;
    printf("%g\\n", s);
}
"""


def test_a_launch_beyond_a_bound_is_refused_beside_a_translation_that_refuses_it(tmp_path: Path) -> None:
    """The translation that asks nothing of its launches differs: the bound is what tells the two apart."""
    with judge(tmp_path, PROGRAM) as judged:
        text = judged.files[0].translation.text
        careless = re.sub(r"if \(launch_fails\(.*\)\) return;", "", text)
        assert judged.report([text]).status == "tested"
        assert judged.report([careless]).status == "differs"
