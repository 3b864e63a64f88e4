"""Matrices of a warp: what is the same wherever elements lie in threads is translated, what asks for single ones is refused on its line."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.fragments import with_whole_fragments
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse

HEAD = """#include <mma.h>
using namespace nvcuda;
using Sums = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
struct Holder { Sums sums; };
template <class F> __device__ void any(F &f) { wmma::fill_fragment(f, 1.0f); }
__device__ int where() { return threadIdx.x % 32; }
__device__ void fill(Sums &f, float value) { for (int i = 0; i < f.num_elements; i++) f.x[i] = value; }
"""
SINGLE = "which elements of a warp's matrix a thread has is not known"
COUNT = "how many elements of a matrix a thread has is not known"
REFUSED = {
    "a number of its own": ("for (int i = 0; i < f.num_elements; i++) f.x[i] = i;", SINGLE),
    "elements of a table": ("for (int i = 0; i < f.num_elements; i++) f.x[i] = out[i];", SINGLE),
    "what is kept elsewhere": ("float s = 0; for (int i = 0; i < f.num_elements; i++) s += f.x[i]; out[0] = s;", SINGLE),
    "the thread's own value": ("for (int i = 0; i < f.num_elements; i++) f.x[i] *= threadIdx.x;", SINGLE),
    "a variable that asks": ("const int t = threadIdx.x; for (int i = 0; i < f.num_elements; i++) f.x[i] *= t;", SINGLE),
    "a function that asks": ("for (int i = 0; i < f.num_elements; i++) f.x[i] *= where();", SINGLE),
    "a known number of elements": ("for (int i = 0; i < 8; i++) f.x[i] = 1;", SINGLE),
    "one element": ("f.x[0] = 1;", SINGLE),
    "from the second": ("for (int i = 1; i < f.num_elements; i++) f.x[i] = 1;", SINGLE),
    "every other": ("for (int i = 0; i < f.num_elements; i += 2) f.x[i] = 1;", SINGLE),
    "its memory": ("float *p = f.x; p[0] = 1;", SINGLE),
    "a count": ("out[0] = f.num_elements;", SINGLE),
    "a count of a type": ("out[0] = Sums::num_elements;", COUNT),
    "in a class": ("Holder h; wmma::fill_fragment(h.sums, 1.0f);", SINGLE),
    "of any type": ("any(f);", f"any: {SINGLE}"),
    "a value": ("Sums g = f; wmma::store_matrix_sync(out, g, 16, wmma::mem_row_major);", SINGLE),
    "bits": ("wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> g;",
             "what is experimental in CUDA is not translated"),
}  # fmt: skip


def translated(body: str) -> FileTranslation:
    text = (
        f"{HEAD}__global__ void fine(float *out) {{ out[threadIdx.x] = 1; }}\n"
        f"__global__ void k(float *out, float scale) {{ Sums f, two[2]; wmma::fill_fragment(f, 1.0f);\n{body}\n"
        "wmma::store_matrix_sync(out, f, 16, wmma::mem_row_major); }\n"
    )
    return translate_file(parse(text.encode(), "k.cu", "cuda"))


@pytest.mark.parametrize(("body", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_asks_for_single_elements_is_refused_and_the_rest_kept(body: str, reason: str) -> None:
    found = {kernel.name: kernel for kernel in translated(body).kernels}
    assert found["k"].reason == reason
    assert found["fine"].reason == ""


TAKEN = {
    "a parameter": "for (int i = 0; i < f.num_elements; i++) f.x[i] *= scale;",
    "two fragments": "two[1] = f; for (int i = 0; i != f.num_elements; ++i) f.x[i] = f.x[i] * scale + two[1].x[i];",
    "a local constant": "const float twice = 2 * scale; for (int i = 0; i < f.num_elements; i++) { float v = f.x[i] * twice; f.x[i] = v > 0 ? v : 0; }",
    "another name": "for (int j = 0; j < 2; ++j) { Sums &g = two[j]; wmma::fill_fragment(g, scale); for (int i = 0; i < g.num_elements; i++) g.x[i] += 1; }",
    "a function": "fill(f, scale); fill(two[0], 2.0f);",
    "what is computed by blocks": "for (int i = 0; i < f.num_elements; i++) f.x[i] += blockIdx.x;",
}


@pytest.mark.parametrize("body", TAKEN.values(), ids=TAKEN)
def test_what_is_the_same_for_all_elements_is_translated(body: str) -> None:
    assert [kernel.reason for kernel in translated(body).kernels] == ["", ""]


WAITS = {
    "nothing is used in between": ("const float *p = in + 256 * blockIdx.x; wmma::load_matrix_sync(f, p, 16, R);", 0),
    "its own array": ("float own[4]; own[threadIdx.x % 4] = 1; wmma::load_matrix_sync(f, in, 16, R);", 0),
    "they have waited": ("s[threadIdx.x] = 1; __syncwarp(); wmma::load_matrix_sync(f, s, 16, R);", 1),
    "written before": ("s[threadIdx.x] = 1; wmma::load_matrix_sync(f, s, 16, R);", 1),
    "written on one way": ("if (blockIdx.x) s[threadIdx.x] = 1; else wmma::load_matrix_sync(f, s, 16, R); wmma::load_matrix_sync(f, s, 16, R);", 1),
    "written in the round before": ("for (int i = 0; i < 3; ++i) { wmma::load_matrix_sync(f, s, 16, R); s[threadIdx.x] = 1; }", 3),
    "read behind": ("wmma::store_matrix_sync(s, f, 16, R); out[threadIdx.x] = s[threadIdx.x];", 2),
    "a function that loads": ("s[threadIdx.x] = 1; get(f, s);", 1),
    "a function that writes": ("put(s); wmma::load_matrix_sync(f, s, 16, R);", 1),
    "they leave a loop": ("for (int i = 0; i < 3; ++i) { s[threadIdx.x] = 1; if (blockIdx.x) break; __syncwarp(); } wmma::load_matrix_sync(f, s, 16, R);", 2),
}  # fmt: skip


@pytest.mark.parametrize(("body", "waits"), WAITS.values(), ids=WAITS)
def test_a_warp_waits_where_its_threads_have_used_memory(body: str, waits: int) -> None:
    text = (
        f"{HEAD}#define R wmma::mem_row_major\n"
        "__device__ void get(Sums &f, const float *from) { wmma::load_matrix_sync(f, from, 16, wmma::mem_row_major); }\n"
        "__device__ void put(float *to) { to[threadIdx.x] = 1; }\n"
        f"__global__ void k(const float *in, float *out) {{ __shared__ float s[256]; Sums f;\n{body}\n"
        "wmma::store_matrix_sync(out + 256 * blockIdx.x, f, 16, R); }\n"
    )
    assert with_whole_fragments(parse(text.encode(), "k.cu", "cuda")).data.count(b"__syncwarp();") == waits
