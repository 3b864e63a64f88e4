"""Kernels that launch kernels: what of it is left out, with its reason. What runs is in programs/kernels_that_launch.cu and its neighbour."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

CHILD = "__global__ void child(int *a) { a[0] += 1; }\n"
REFUSED = {
    "another file's": (
        "__global__ void other(int *a);\n__global__ void k(int *a) { other<<<1, 1>>>(a); }",
        "a kernel launches other, which is no kernel of the file",
    ),
    "in a device function": (
        "__device__ void go(int *a) { child<<<1, 1>>>(a); }\n__global__ void k(int *a) { go(a); }",
        "go: a launch in go, which is no kernel, is not translated",
    ),
    "in a method": (
        "struct S { int *a; __device__ void go() const { child<<<1, 1>>>(a); } };\n"
        "__global__ void k(S s, int *a) { child<<<1, 1>>>(a); s.go(); }",
        "the method go: a launch in a method is not translated",
    ),
    "in a lambda": (
        "__global__ void k(int *a) { auto go = [=]() { child<<<1, 1>>>(a); }; go(); }",
        "a launch in a lambda that holds values is not translated",
    ),
    "a copy beside it": (
        "__global__ void k(int *a) { child<<<1, 1>>>(a); cudaMemcpyAsync(a + 1, a, 4, cudaMemcpyDeviceToDevice, 0); }",
        "cudaMemcpyAsync beside a launch in a kernel is not translated",
    ),
    "freed behind it": (
        "__global__ void k(int *a) { child<<<1, 1>>>(a); cudaFree(a); }",
        "cudaFree beside a launch in a kernel is not translated",
    ),
    "a wait in a function": (
        "__device__ void rest() { cudaDeviceSynchronize(); }\n__global__ void k(int *a) { child<<<1, 1>>>(a); rest(); a[1] = a[0]; }",
        "cudaDeviceSynchronize beside a launch in a kernel is not translated",
    ),
    "a wait behind a macro": (
        "#define SYNC cudaDeviceSynchronize()\n__global__ void k(int *a) { child<<<1, 1>>>(a); SYNC; a[1] = a[0]; }",
        "SYNC hides a wait for kernels that a kernel launched",
    ),
    "a stream that is worked out": (
        "__global__ void k(int *a, cudaStream_t s, cudaStream_t t) { child<<<1, 1, 0, a[0] ? s : t>>>(a); }",
        "the stream of a launch in a kernel is worked out",
    ),
    "blocks that wait": (
        "#include <cooperative_groups.h>\n__global__ void k(int *a) { child<<<1, 1>>>(a); cooperative_groups::this_grid().sync(); }",
        "a launch in a kernel whose blocks wait for each other is not translated",
    ),
    "a child that is left out": (
        "__global__ void lost(int *a) { a[0] = texCubemap<int>(0, 0, 0, 0); }\n__global__ void k(int *a) { lost<<<1, 1>>>(a); }",
        "it launches lost, which is left out: cube maps are not translated",
    ),
    "a child of a child": (
        "__global__ void lost(int *a) { a[0] = texCubemap<int>(0, 0, 0, 0); }\n__global__ void l(int *a) { lost<<<1, 1>>>(a); }\n"
        "__global__ void k(int *a) { l<<<1, 1>>>(a); }",
        "it launches l, which is left out: it launches lost, which is left out: cube maps are not translated",
    ),
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_is_left_out_is_told(text: str, reason: str) -> None:
    found = translate_file(parse((CHILD + text).encode(), "k.cu", "cuda"))
    kernel, child = found.kernel("k"), found.kernel("child")
    assert kernel is not None
    assert child is not None
    assert (kernel.text, kernel.reason) == (None, reason)
    assert child.text is not None


def test_launches_do_not_become_iterations_of_vectors() -> None:
    text = CHILD + "__global__ void k(int *a) { child<<<1, 1>>>(a); }\nvoid go(int *a) { k<<<2, 8>>>(a); }"
    kernel = translate_file(parse(text.encode(), "k.cu", "cuda")).kernel("k")
    assert kernel is not None
    assert "simd" not in (kernel.text or "simd")
    assert "children.add(" in (kernel.text or "")


def test_a_copy_stays_where_kernels_launch_kernels() -> None:
    """Whoever looks for copies that nobody can tell does not follow what is handed to a child."""
    text = CHILD + (
        "__global__ void k(int *a) { child<<<1, 1>>>(a); }\n"
        "int main() { int h[4] = {1}, *a; cudaMalloc(&a, 16); cudaMemcpy(a, h, 16, cudaMemcpyHostToDevice);\n"
        "k<<<1, 1>>>(a); cudaMemcpy(h, a, 16, cudaMemcpyDeviceToHost); return h[0]; }"
    )
    assert translate_file(parse(text.encode(), "k.cu", "cuda")).own.count("cudaMemcpy(") == 2
