"""Loops down the columns of memory, and along rows that threads fold: their rounds are outside, a strip of the threads inside, and every
thread reckons as before."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse
from whole import differing

PROGRAM = """#include <cstdio>
#include <vector>
#define REAL float
__device__ float half_of(float x) { return x * 0.5f; }
template <typename T> __global__ void k(const T *a, const T *b, T *c, int n, int m, const int *ends) {
    BODY
}
int main() {
    for (int n : {1, 7, 130}) for (int m : {1, 5, 127, 128, 129, 300}) {
        std::vector<float> a(n * n), b(n * m), c(n * m, -1);
        for (int i = 0; i < n * n; ++i) a[i] = i % 7 - 3;
        for (int i = 0; i < n * m; ++i) b[i] = i % 11 - 5;
        std::vector<int> ends(m);
        for (int i = 0; i < m; ++i) ends[i] = i % n;
        float *da, *db, *dc;
        int *de;
        cudaMalloc(&da, n * n * 4), cudaMalloc(&db, n * m * 4), cudaMalloc(&dc, n * m * 4), cudaMalloc(&de, m * 4);
        cudaMemcpy(da, a.data(), n * n * 4, cudaMemcpyHostToDevice);
        cudaMemcpy(db, b.data(), n * m * 4, cudaMemcpyHostToDevice);
        cudaMemcpy(dc, c.data(), n * m * 4, cudaMemcpyHostToDevice);
        cudaMemcpy(de, ends.data(), m * 4, cudaMemcpyHostToDevice);
        k<<<LAUNCH>>>(da, db, dc, n, m, de);
        cudaMemcpy(c.data(), dc, n * m * 4, cudaMemcpyDeviceToHost);
        double wrong = 0;
        for (int row = 0; row < n; ++row) for (int col = 0; col < m; ++col) {
            float want = c[row * m + col];
            WANTED
            wrong += want != c[row * m + col];
        }
        printf("%g", wrong);
    }
}
"""
PLANE = "int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;"
BLOCK = "int col = threadIdx.x, row = blockIdx.x;"
LINE = "int col = blockIdx.x * blockDim.x + threadIdx.x;"
NUMBERED = "const int block = blockIdx.x + gridDim.x * blockIdx.y; const int col = blockDim.x * block + threadIdx.x;"
PRODUCT = "want = 0; for (int k = 0; k < n; ++k) want += a[row * n + k] * b[k * m + col];"
SUM = "if (row == 0) { want = 0; for (int k = 0; k < n; ++k) want += b[k * m + col]; }"
# body, what it leaves in c
STRIPS = {
    "a product": (
        f"{PLANE} if (row < n && col < m) {{ float s = 0; for (int k = 0; k < n; ++k) s += a[row * n + k] * b[k * m + col]; "
        "c[row * m + col] = s; }",
        PRODUCT,
    ),
    "behind returns": (
        f"{PLANE} if (row >= n || col >= m) return; REAL s = 0.0f; for (int k = 0; k < n; k++) {{ s += a[row * n + k] * b[k * m + col]; }} "
        "c[row * m + col] = s;",
        PRODUCT,
    ),
    "in memory": (
        f"{PLANE} if (row < n && col < m) {{ c[row * m + col] = 0; for (int k = 0; k < n; ++k) "
        "c[row * m + col] += a[row * n + k] * b[k * m + col]; }",
        PRODUCT,
    ),
    "from one on": (
        f"{PLANE} if (row < n && col < m && col >= 1) {{ float s = 0; for (int k = 0; k < n; ++k) s += a[row * n + k] * b[k * m + col]; "
        "c[row * m + col] = s; }",
        f"if (col >= 1) {{ {PRODUCT} }}",
    ),
    "with values between": (
        f"{PLANE} if (row < n && col < m) {{ float s = 0, scale = half_of(4), first = b[col]; int count = 0; "
        "for (int k = 0; k < n; ++k) { const float x = a[row * n + k]; float y = b[k * m + col]; if (y > 0) { s += x * y; ++count; } else s -= first; } "
        "c[row * m + col] = s * scale + count; }",
        "float s = 0; int count = 0; for (int k = 0; k < n; ++k) { float x = a[row * n + k], y = b[k * m + col]; "
        "if (y > 0) { s += x * y; ++count; } else s -= b[col]; } want = s * 2 + count;",
    ),
    "with an offset that all threads have": (
        f"{PLANE} if (row < n && col < m) {{ float s = 0; int at = 0; for (int k = 0; k < n; ++k) {{ s += a[row * n + k] * b[k * m + col] * at; at += 2; }} "
        "c[row * m + col] = s; }",
        "want = 0; for (int k = 0; k < n; ++k) want += a[row * n + k] * b[k * m + col] * (2 * k);",
    ),
    "two loops": (
        f"{LINE} if (col < m) {{ float top = b[col]; for (int k = 1; k < n; ++k) top = fmaxf(top, b[k * m + col]); float s = 0; "
        "for (int k = 0; k < n; ++k) s += b[k * m + col] - top; c[col] = s; }",
        "if (row == 0) { float top = b[col]; for (int k = 1; k < n; ++k) top = b[k * m + col] > top ? b[k * m + col] : top; "
        "want = 0; for (int k = 0; k < n; ++k) want += b[k * m + col] - top; }",
    ),
    "of a type that the template is given": (
        f"{PLANE} if (row < n && col < m) {{ T s = T(0); for (int k = 0; k < n; ++k) s += a[row * n + k] * b[k * m + col]; "
        "c[row * m + col] = s; }",
        PRODUCT,
    ),
    "of a line": (
        f"{LINE} if (col < m) {{ float s = 0; for (int k = 0; k < n; k++) s += b[k * m + col]; c[col] = s; }}",
        SUM,
    ),
}
# The same where a row is a block.
OF_BLOCKS = {
    "in memory": (
        f"{BLOCK} if (row < n && col < m) {{ c[row * m + col] = 0; for (int k = 0; k < n; ++k) "
        "c[row * m + col] += a[row * n + k] * b[k * m + col]; }",
        PRODUCT,
    ),
    "in a variable": (
        f"{BLOCK} float s = 0; for (int k = 0; k < n; ++k) s += a[row * n + k] * b[k * m + col]; c[row * m + col] = s;",
        PRODUCT,
    ),
    "of some blocks": (
        f"{BLOCK} if (row > 1) {{ if (col < m - 1) {{ float s = b[col]; for (int k = 1; k < n; ++k) s += b[k * m + col]; c[row * m + col] = s; }} }}",
        "if (row > 1 && col < m - 1) { want = 0; for (int k = 0; k < n; ++k) want += b[k * m + col]; }",
    ),
    "of blocks in a plane": (
        f"{NUMBERED} if (col < m) {{ float s = 0; for (int k = 0; k < n; ++k) s += b[k * m + col]; c[col] = s; }}",
        SUM,
    ),
    "behind a barrier": (
        f"{NUMBERED} __shared__ float first[64]; first[threadIdx.x] = b[min(col, m - 1)]; __syncthreads(); "
        "if (col < m) { float s = first[threadIdx.x]; for (int k = 1; k < n; ++k) s += b[k * m + col]; c[col] = s; }",
        SUM,
    ),
    "behind a return of some threads": (
        f"{NUMBERED} if (col >= m) return; float s = 0; for (int k = 0; k < n; ++k) s += b[k * m + col]; c[col] = s;",
        SUM,
    ),
    "of every other thread": (
        f"{BLOCK} if (col % 2) {{ float s = 0; for (int k = 0; k < n; ++k) s += b[k * m + col]; c[row * m + col] = s; }}",
        "if (col % 2) { want = 0; for (int k = 0; k < n; ++k) want += b[k * m + col]; }",
    ),
}
PLAIN = {
    "that some threads leave": (
        f"{LINE} if (col < m) {{ float s = 0; for (int k = 0; k < n; k++) {{ if (k > ends[col]) break; s += b[k * m + col]; }} c[col] = s; }}",
        "if (row == 0) { want = 0; for (int k = 0; k <= ends[col]; ++k) want += b[k * m + col]; }",
    ),
    "as far as a thread wants": (
        f"{LINE} if (col < m) {{ float s = 0; for (int k = 0; k < ends[col]; k++) s += b[k * m + col]; c[col] = s; }}",
        "if (row == 0) { want = 0; for (int k = 0; k < ends[col]; ++k) want += b[k * m + col]; }",
    ),
    "along a row": (
        f"{LINE} if (col < n) {{ float s = 0; for (int k = 0; k < n; k++) s += a[col * n + k]; c[col] = s; }}",
        "if (row * m + col < n) { want = 0; for (int k = 0; k < n; ++k) want += a[(row * m + col) * n + k]; }",
    ),
    "with an array of its own": (
        f"{LINE} if (col < m) {{ float s[2] = {{0, 0}}; for (int k = 0; k < n; k++) s[k % 2] += b[k * m + col]; c[col] = s[0] + s[1]; }}",
        SUM,
    ),
    "with a pointer that goes down": (
        f"{LINE} if (col < m) {{ float s = 0; const float *p = b; for (int k = 0; k < n; k++) {{ s += b[k * m + col] + p[col]; p += m; }} "
        "c[col] = s / 2; }",
        SUM,
    ),
    "whose counter is changed": (
        f"{LINE} if (col < m) {{ float s = 0; for (int k = 0; k < n; k++) {{ s += b[k * m + col]; if (ends[col] < 0) ++k; }} c[col] = s; }}",
        SUM,
    ),
}


def translation(body: str, wanted: str, launch: str) -> FileTranslation:
    source = PROGRAM.replace("BODY", body).replace("WANTED", wanted).replace("LAUNCH", launch)
    return translate_file(parse(source, "k.cu", "cuda"))


def launch_of(body: str) -> str:
    if BLOCK in body:
        return "n, m"
    return "dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)" if PLANE in body else "(max(n, m) + 63) / 64, 64"


@pytest.mark.parametrize(("body", "wanted"), STRIPS.values(), ids=STRIPS)
def test_a_strip_of_the_row_is_inside(body: str, wanted: str) -> None:
    text = translation(body, wanted, launch_of(body)).text
    step = "+= 16) {" if "const auto tile" in text else "+= 128) {"
    assert step in text
    assert "for (int k" in text[text.index(step) :]


@pytest.mark.parametrize(("body", "wanted"), OF_BLOCKS.values(), ids=OF_BLOCKS)
def test_the_threads_of_a_block_are_inside(body: str, wanted: str) -> None:
    kernel = translation(body, wanted, launch_of(body)).kernel("k")
    assert kernel is not None
    assert kernel.text is not None
    inner = kernel.text[kernel.text.index("for (int k") :]
    assert "for (int col = 0;" in inner or "for (int tx = 0;" in inner


@pytest.mark.parametrize(("body", "wanted"), PLAIN.values(), ids=PLAIN)
def test_other_loops_stay_as_they_are(body: str, wanted: str) -> None:
    text = translation(body, wanted, launch_of(body)).text
    assert "+= 128) {" not in text
    assert "const auto tile" not in text


RUN = [
    form
    for table in (STRIPS, OF_BLOCKS, PLAIN)
    for form in differing({form: form[0] for form in table.values()}, 2, "cuda")
]


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize(("body", "wanted"), RUN)
def test_every_thread_reckons_as_before(body: str, wanted: str, tmp_path: Path) -> None:
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    source.write_text(translation(body, wanted, launch_of(body)).text, "utf-8")
    build([source], binary, "-ffp-contract=off")
    assert subprocess.run([str(binary)], capture_output=True, text=True).stdout == "0" * 18
