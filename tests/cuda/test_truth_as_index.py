"""A truth value in an index is said as a number: g++ 12 makes wrong vectors of `const int c = b[t] != n; a[t] = in[c];`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from whole import differing

PROGRAM = """#include <cstdio>
__device__ int choice(const int *in, int a, int b) { return in[a > b]; }
__global__ void k(const int *in, const int *b, int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    BODY
}
__global__ void block(const int *in, const int *b, int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = b[t];
    __syncthreads();
    BODY
}
int main() {
    int *in, *b, *out;
    cudaMallocManaged(&in, 256), cudaMallocManaged(&b, 256), cudaMallocManaged(&out, 256);
    for (int i = 0; i < 64; ++i) in[i] = 10 + i * i, b[i] = i / 3 % 4;
    int wrong = 0;
    for (int n = 0; n < 3; ++n) {
        for (int kernel = 0; kernel < 2; ++kernel) {
            for (int i = 0; i < 64; ++i) out[i] = -1;
            kernel ? block<<<1, 64>>>(in, b, out, n) : k<<<1, 64>>>(in, b, out, n);
            cudaDeviceSynchronize();
            for (volatile int j = 0; j < 64; ++j) {
                volatile int i = j;
                int at = WANTED;
                wrong += out[i] != in[at];
            }
        }
    }
    printf("%d\\n", wrong);
}
"""
# body, and the index that it means, in which the compiler has no vectors
FORMS = {
    "a variable": ("const int c = b[t] != n; out[t] = in[c];", "b[i] != n"),
    "of bool": ("bool c = b[t] != n; out[t] = in[c];", "b[i] != n"),
    "in a sum": ("int c = b[t] > n; out[t] = in[c + 1];", "(b[i] > n) + 1"),
    "as it is": ("out[t] = in[b[t] > n];", "b[i] > n"),
    "of two": ("out[t] = in[b[t] > n && t > 5];", "b[i] > n && i > 5"),
    "of bits": ("out[t] = in[(b[t] > n) | (t > 5)];", "b[i] > n || i > 5"),
    "that is not": ("out[t] = in[!(b[t] - n)];", "b[i] == n"),
    "of a remainder": ("bool c = (unsigned)b[t] % 3u; out[t] = in[c];", "b[i] % 3 != 0"),
    "assigned": ("int c; c = b[t] < n; out[t] = in[c];", "b[i] < n"),
    "made of itself": ("int c = b[t] > n; c = c | (t > 5); out[t] = in[c];", "b[i] > n || i > 5"),
    "made of each other": ("int c = b[t] > n, d = t > 5; c = c | d; d = c & d; out[t] = in[d];", "i > 5"),
    "shifted": ("bool c = n < 6 >> (t - n & 7); out[t] = in[c];", "n < 6 >> (i - n & 7)"),
    "converted": ("out[t] = in[(int)(b[t] > n) + (t & 1)];", "(b[i] > n) + (i & 1)"),
    "in a function": ("out[t] = choice(in, b[t], n);", "b[i] > n"),
    "behind a pointer": ("out[t] = *(in + (b[t] > n));", "b[i] > n"),
    "a variable behind a pointer": ("const int c = b[t] != n; out[t] = *(in + 1 + c);", "(b[i] != n) + 1"),
    "two in a sum": ("out[t] = in[2 * (b[t] > n) + (t > 5)];", "2 * (b[i] > n) + (i > 5)"),
}


BUILT = differing({form: form[0] for form in FORMS.values()}, 3, "cuda")


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize(("body", "wanted"), FORMS.values(), ids=FORMS)
def test_vectors_read_what_each_thread_reads(body: str, wanted: str, tmp_path: Path) -> None:
    text = translate_file(parse(PROGRAM.replace("BODY", body).replace("WANTED", wanted), "k.cu", "cuda")).text
    assert "? 1 : 0)" in text
    if (body, wanted) not in BUILT:
        return
    source = tmp_path / "p.cpp"
    source.write_text(text, "utf-8")
    options = ["-std=c++17", "-w", "-O3", "-march=native", "-fopenmp"]
    subprocess.run(["g++", *options, "-o", str(tmp_path / "p"), str(source)], check=True)
    assert subprocess.run([str(tmp_path / "p")], capture_output=True, text=True).stdout == "0\n"


@pytest.mark.parametrize(
    "body",
    [
        "int c = b[t] != n ? 4 : 2; out[t] = in[c];",
        "if (b[t] > n) out[t] = in[t];",
        "out[in[t] < n ? 1 : 2] = n;",
        "out[t] = *(in + t) > n;",
    ],
)
def test_other_indices_stay_as_they_are(body: str) -> None:
    text = translate_file(parse(PROGRAM.replace("BODY", body).replace("WANTED", "0"), "k.cu", "cuda")).kernel("k").text
    assert body.rpartition("; ")[2] in text
