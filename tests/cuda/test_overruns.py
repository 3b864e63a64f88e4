"""A kernel that may reach beyond an array gets memory of its own, which has room behind it as a GPU's has."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

PROGRAM = """#include <cstdio>
#include <cstdlib>
#define BLOCK 256
__global__ void scale(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    BODY
}
int main() {
    const int n = 1000;
    const int blocks = (n + BLOCK - 1) / BLOCK, whole = n / BLOCK;
    size_t bytes = n * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes), *kept = (float *)malloc(bytes);
    for (int i = 0; i < n; ++i) a[i] = i, b[i] = 0, kept[i] = 1;
    float *d_a, *d_b;
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    scale<<<LAUNCH>>>(d_a, d_b, n);
    cudaMemcpy(b, d_b, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    double sum = 0, others = 0;
    for (int i = 0; i < n; ++i) sum += b[i], others += kept[i];
    printf("%g %g\\n", sum, others);
    free(a);
    free(b);
    free(kept);
}
"""
ROUNDED_UP = ("(n + 255) / 256, 256", "blocks, BLOCK", "4, 256", "dim3(4), dim3(256)", "1, 1024", "1024, 1")
EXACT = ("1, n", "n, 1", "n / 256, 256", "n / BLOCK, BLOCK", "whole, BLOCK", "dim3(n), dim3(1)")
PLAIN = "b[i] = 2 * a[i];"
UNGUARDED = (
    PLAIN,
    "if (n > 1) b[i] = 2 * a[i];",
    "if (n < 1) return; b[i] = 2 * a[i];",
    "for (int k = 0; k < 2; ++k) b[i] = (k + 1) * a[i];",
    "const float *p = a + i; float *q = b + i; *q = 2 * *p;",
    "b[i] = 2 * a[i]; if (i >= n) return;",
)
GUARDED = (
    "if (i < n) b[i] = 2 * a[i];",
    "if (i >= n) return; b[i] = 2 * a[i];",
    "if (n <= i) { return; } b[i] = 2 * a[i];",
    "if (n > 0 && i < n) { b[i] = 2 * a[i]; }",
    "for (int k = i; k < n; k += gridDim.x * blockDim.x) b[k] = 2 * a[k];",
    "while (i < n) { b[i] = 2 * a[i]; i += gridDim.x * blockDim.x; }",
    "int k = i + 0; if (k < n) { float *q = b + k; *q = 2 * a[k]; }",
)


def program(body: str, launch: str) -> str:
    source = PROGRAM.replace("BODY", body).replace("LAUNCH", launch)
    return translate_file(parse(source, "k.cu", "cuda")).text


@pytest.mark.parametrize("launch", ROUNDED_UP)
@pytest.mark.parametrize("body", UNGUARDED)
def test_copies_stay_where_threads_may_reach_beyond(body: str, launch: str):
    text = program(body, launch)
    assert "d_a = a" not in text
    assert "d_b = b" not in text


@pytest.mark.parametrize("launch", ROUNDED_UP + EXACT)
@pytest.mark.parametrize("body", GUARDED)
def test_copies_go_where_threads_are_guarded(body: str, launch: str):
    assert "d_b = b;" in program(body, launch)


@pytest.mark.parametrize("launch", EXACT)
def test_copies_go_where_there_are_as_many_threads_as_elements(launch: str):
    assert "d_b = b;" in program(PLAIN, launch)


def test_of_two_dimensions_both_count():
    source = PROGRAM.replace("BODY", "b[i] = a[i];").replace("n * sizeof(float)", "n * n * sizeof(float)")
    square = source.replace("LAUNCH", "dim3(n / 16, n / 16), dim3(16, 16)")
    assert "d_b = b;" in translate_file(parse(square, "k.cu", "cuda")).text
    for launch in ("dim3(n / 16, n / 16), dim3(16, 8)", "dim3(n / 16, 2), dim3(16, 16)", "dim3(n, n), dim3(16, 16)"):
        assert "d_b = b;" not in translate_file(parse(source.replace("LAUNCH", launch), "k.cu", "cuda")).text


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("body", UNGUARDED)
def test_a_launch_that_is_rounded_up_harms_nothing(body: str, tmp_path: Path):
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    source.write_text(program(body, "blocks, BLOCK"), "utf-8")
    build([source], binary)
    assert subprocess.run([str(binary)], capture_output=True, text=True).stdout == "999000 1000\n"


OF_THRUST = """#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/device_malloc.h>
#include <thrust/device_free.h>
struct Two { float x, y; };
template <typename T> __global__ void fill(T *a, T value) { a[blockIdx.x * blockDim.x + threadIdx.x] = value; }
int main() {
    const int n = 1000;
    thrust::device_vector<float> a(n), b(n, 1.0f), grown;
    thrust::device_vector<Two> pairs(500);
    thrust::host_vector<float> host(n, 3.0f);
    thrust::device_vector<float> copy = host, empty;
    thrust::device_ptr<float> own = thrust::device_malloc<float>(n);
    for (int i = 0; i < n; ++i) grown.push_back(i);
    fill<<<4, 256>>>(thrust::raw_pointer_cast(a.data()), 2.0f);
    fill<<<4, 256>>>(thrust::raw_pointer_cast(&grown[0]), 2.0f);
    fill<<<4, 256>>>(copy.data().get(), 2.0f);
    fill<<<4, 128>>>(thrust::raw_pointer_cast(pairs.data()), Two{1, 1});
    fill<<<4, 256>>>(thrust::raw_pointer_cast(own), 2.0f);
    cudaDeviceSynchronize();
    a.swap(grown);
    b.resize(2 * n, 1.0f);
    host = a;
    thrust::device_vector<float> moved = std::move(copy);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += a[i] + b[i] + grown[i] + host[i] + moved[i] + own[i];
    thrust::device_free(own);
    printf("%g %d\\n", sum, int(empty.size() + pairs.size()));
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_memory_of_thrust_has_room_behind_it_too(tmp_path: Path):
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    source.write_text(translate_file(parse(OF_THRUST, "k.cu", "cuda")).text, "utf-8")
    subprocess.run(
        ["g++", "-std=c++17", "-w", "-O1", "-fopenmp", "-fsanitize=address", "-o", str(binary), str(source)], check=True
    )
    done = subprocess.run([str(binary)], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("11000 500\n", 0), done.stderr[:2000]


OF_BLOCKS = """#include <cstdio>
__global__ void sums(const float4 *in, float4 *out) {
    for (int i = 0; i < 4; ++i) {
        int k = (blockIdx.x * 4 + i) * blockDim.x + threadIdx.x;
        float4 v = in[k];
        v.x += 1, v.w += 2;
        out[k] = v;
    }
}
int main() {
    const int n = 2000, blocks = 1;
    float4 *in, *out, *host = new float4[n];
    for (int i = 0; i < n; ++i) host[i] = make_float4(i, 0, 0, i);
    cudaMalloc(&in, n * sizeof(float4)), cudaMalloc(&out, n * sizeof(float4));
    cudaMemcpy(in, host, n * sizeof(float4), cudaMemcpyHostToDevice);
    sums<<<blocks, 1024>>>(in, out);
    cudaMemcpy(host, out, n * sizeof(float4), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += host[i].x + host[i].w;
    cudaFree(in), cudaFree(out), delete[] host;
    printf("%g\\n", sum);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_last_block_of_many_elements_has_room(tmp_path: Path):
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    source.write_text(translate_file(parse(OF_BLOCKS, "k.cu", "cuda")).text, "utf-8")
    subprocess.run(
        ["g++", "-std=c++17", "-w", "-O1", "-fopenmp", "-fsanitize=address", "-o", str(binary), str(source)], check=True
    )
    done = subprocess.run([str(binary)], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("4.004e+06\n", 0), done.stderr[:2000]
