"""What one thread folds has the order of the text, to the last bit: programs compare it with what the host sums up."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

# What each of n threads leaves in y[i] of its row a[i * m …] and of x.
FOLDS = {
    "one_sum": "float s = 0; for (int k = 0; k < m; ++k) s += a[i * m + k]; y[i] = s;",
    "product": "float s = x[0]; for (int k = 0; k < m; ++k) s = s + a[i * m + k] * x[k]; y[i] = s;",
    "wide": "double s = 0; for (int k = 0; k < m; ++k) s += a[i * m + k]; y[i] = s;",
    "two_sums": "float s = 0, q = 0; for (int k = 0; k < m; ++k) { float v = a[i * m + k]; s += v; q += v * v; } y[i] = s / q;",
    "softmax": "float t = -1e30f, s = 0; for (int k = 0; k < m; ++k) t = fmaxf(t, a[i * m + k]); "
    "for (int k = 0; k < m; ++k) s += a[i * m + k] - t; y[i] = s;",
    "under_a_condition": "if (x[i] > 1) { float s = 0; for (int k = 0; k < m; ++k) s += a[i * m + k]; y[i] = s; }",
    "from_nothing": "float t = NAN; for (int k = 0; k < m; ++k) t = fmaxf(t, a[i * m + k]); y[i] = t;",
    "least_of_nothing": "float t = NAN; for (int k = 0; k < m; ++k) t = min(t, a[i * m + k]); y[i] = t;",
    "zeros": "float t = -0.0f; for (int k = 0; k < m; ++k) t = fmaxf(t, a[i * m + k] * 0.0f); y[i] = t;",
}
# What waits for others, or is one thread of a block, sums up in its order, too.
OF_BLOCKS = {
    "behind_a_barrier": "__shared__ float first; if (threadIdx.x == 0) first = x[0]; __syncthreads(); "
    "float s = first; for (int k = 0; k < m; ++k) s += a[i * m + k]; if (i < n) y[i] = s;",
    "by_one_thread": "if (threadIdx.x == 0) for (int j = i; j < i + 32 && j < n; ++j) { float s = x[0]; "
    "for (int k = 0; k < m; ++k) s += a[j * m + k]; y[j] = s; }",
}
ON_THE_HOST = {
    "behind_a_barrier": (sums := "float s = x[0]; for (int k = 0; k < m; ++k) s += a[i * m + k]; y[i] = s;"),
    "by_one_thread": sums,
}


def program() -> str:
    """One that prints the names of the kernels whose threads leave another bit than the host."""
    text = [
        "#include <cmath>\n#include <cstdio>\n#include <cstring>\n#include <vector>",
        "static float top(float a, float b) { return a != a ? b : b != b ? a : a == b ? (std::signbit(a) ? b : a) : a > b ? a : b; }",
        "static float low(float a, float b) { return a != a ? b : b != b ? a : a < b ? a : b; }",
    ]
    for name, body in (FOLDS | OF_BLOCKS).items():
        start = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
        guarded = f"if (i < n) {{ {body} }}" if name in FOLDS else body
        text.append(
            f"__global__ void {name}(const float *a, const float *x, float *y, int n, int m) {{ {start} {guarded} }}"
        )
        plain = ON_THE_HOST.get(name, body).replace("fmaxf(", "top(").replace("min(", "low(")
        text.append(f"static void host_{name}(const float *a, const float *x, float *y, int i, int m) {{ {plain} }}")
    text.append("""int main() {
        const int n = 61, m = 77;
        float *a, *x, *y;
        cudaMallocManaged(&a, 64 * m * 4), cudaMallocManaged(&x, m * 4), cudaMallocManaged(&y, 64 * 4);
        for (int i = 0; i < 64 * m; ++i) a[i] = sinf(i) / (1 + i % 13);
        for (int k = 0; k < m; ++k) x[k] = 1 + cosf(k) / 3;
        std::vector<float> want(n);""")
    for name in FOLDS | OF_BLOCKS:
        text.append(f"""for (int i = 0; i < n; ++i) y[i] = want[i] = 7;
        {name}<<<2, 32>>>(a, x, y, n, m);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; ++i) host_{name}(a, x, want.data(), i, m);
        if (memcmp(y, want.data(), n * 4)) puts("{name}");""")
    return "\n".join([*text, "}"])


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_a_thread_folds_is_that_of_the_text_to_the_last_bit(tmp_path: Path) -> None:
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    source.write_text(translate_file(parse(program(), "k.cu", "cuda")).text, "utf-8")
    build([source], binary, "-ffp-contract=off")
    assert subprocess.run([str(binary)], capture_output=True, text=True).stdout == ""
