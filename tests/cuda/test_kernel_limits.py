"""What a kernel may be launched with is an object that its function names: under the kernel's own name, where the body can say it."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

ASKED = """
{kernel}
template <typename K> int most(K kernel) {{ cudaFuncAttributes told; cudaFuncGetAttributes(&told, kernel); return told.maxThreadsPerBlock; }}
"""
BODY = "{ a[threadIdx.x] = 1; }"
SHARED = "{ __shared__ float s[64]; s[threadIdx.x] = 1; __syncthreads(); a[threadIdx.x] = s[63 - threadIdx.x]; }"
GIVEN = "decltype(gridDim), decltype(blockDim), decltype(a)"
OF = "kernel_limits &lw_limits = lw_kernel<void (*)(" + GIVEN
# Where a body cannot name its kernel, an object of its own says the same, to whoever launches it.
OWN = "static kernel_limits lw_limits"
TOLD = {
    f"__global__ void k(float *a) {BODY}": f"{OF}), k>::limits;",
    f"__global__ void k(float *a, int) {BODY}": f"{OF}, decltype(unused_1)), k>::limits;",
    f"namespace n {{ __global__ void k(float *a) {BODY} }}": f"{OF}), k>::limits;",
    f"__global__ __launch_bounds__(96) void k(float *a) {BODY}": f"{OF}), k, 96>::limits;",
    f"__global__ void k(float *a) {SHARED}": f"{OF}), k, 1024, (sizeof(float [64]))>::limits;",
    f"__global__ __launch_bounds__(96) void k(float *a) {SHARED}": f"{OF}), k, 96, (sizeof(float [64]))>::limits;",
    f"template <typename T> __global__ void k(T *a) {BODY}": f"{OF}), k<T>>::limits;",
    f"template <typename T, int N> __global__ void k(T *a) {BODY}": f"{OF}), k<T, N>>::limits;",
    f"template <typename... R> __global__ void k(float *a, R... r) {BODY}": f"{OF}, decltype(r)...), k<R...>>::limits;",
    f"template <typename R, int... N> __global__ void k(R *a, R r) {BODY}": f"{OF}, decltype(r)), k<R, N...>>::limits;",
    f"template <typename T> __global__ void k(T *a);\ntemplate <> __global__ void k<int>(int *a) {BODY}": f"{OF}), k<int>>::limits;",
    "__global__ void k(float *k) { k[threadIdx.x] = 1; }": f"{OWN};",
    "__global__ __launch_bounds__(96) void k(float *k) { k[threadIdx.x] = 1; }": f"{OWN}(96);",
    f"__global__ void k(float *a, int k) {SHARED}": f"{OWN}(1024, sizeof(float [64]));",
    f"__global__ __launch_bounds__(96) void k(float *a, int k) {SHARED}": f"{OWN}(96, sizeof(float [64]));",
    f"template <typename> __global__ void k(float *a) {BODY}": f"{OWN};",
}


@pytest.mark.parametrize("kernel", TOLD)
def test_the_body_names_the_object_of_its_kernel(kernel: str) -> None:
    text = translate_file(parse(ASKED.format(kernel=kernel).encode(), "k.cu", "cuda")).text
    said = [line.strip() for line in text.splitlines() if "&lw_limits = " in line or OWN in line]
    assert [line.replace(" decltype(shared_bytes),", "") for line in said] == [TOLD[kernel]]
