"""A macro is one from its definition to the line that takes it back; what it names of a kernel's variables is a use of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

MAIN = """
int main() {
    int *a, *b;
    cudaMallocManaged(&a, 64), cudaMallocManaged(&b, 64);
    for (int i = 0; i < 16; ++i) a[i] = i, b[i] = 0;
    k<<<2, 8>>>(a, b);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; ++i) printf("%d ", b[i]);
}
"""
KERNEL = """__global__ void k(int *a, int *b) {
    __shared__ int s[8];
    int i = blockIdx.x * 8 + threadIdx.x, tx = threadIdx.x, v = a[i] & 3;
    s[tx] = v;
    __syncthreads();
    BODY
}
"""
# What stands before the kernel, its body, what follows, and what each thread leaves in b.
CASES = {
    "an index that is defined below": (
        "",
        "int place = 5; b[i] = place + s[tx];",
        "#define place (threadIdx.x + blockIdx.x * blockDim.x)\n__global__ void other(int *a) { a[place] = 1; }",
        lambda i: 5 + (i & 3),
    ),
    "an index that was taken back": (
        "#define place (threadIdx.x)\n__global__ void other(int *a) { a[place] = 1; }\n#undef place",
        "int place = 5; b[i] = place + s[tx];",
        "",
        lambda i: 5 + (i & 3),
    ),
    "a comparison that is defined below": (
        "__device__ bool LESS(int v, int n) { return v > n; }",
        "if (LESS(tx, 3)) s[tx] = 9; __syncthreads(); b[i] = s[tx];",
        "#define LESS(v, n) ((v) < (n))",
        lambda i: 9 if i % 8 > 3 else i & 3,
    ),
    "an action that is defined below": (
        "__device__ void leave(int *p) { *p = 7; }",
        "leave(&v); __syncthreads(); b[i] = v;",
        "#define leave(p) return",
        lambda _: 7,
    ),
    "an action that is another one before": (
        "#define STEP(v) v += 1\n__global__ void other(int *a) { int x = threadIdx.x; STEP(x); a[x] = 1; }\n#undef STEP\n#define STEP(v) v += 2",
        "STEP(v); b[i] = v + s[tx];",
        "#undef STEP\n#define STEP(v) v += 4\n__global__ void third(int *a) { int x = threadIdx.x; STEP(x); a[x] = 1; }",
        lambda i: 2 + 2 * (i & 3),
    ),
    "an action that is defined again without a word": (
        "#define STEP v += 1\n#define STEP v += 3",
        "STEP; b[i] = v;",
        "",
        lambda i: 3 + (i & 3),
    ),
    "a comparison taken back within": (
        "",
        "\n#define LESS(v, n) ((v) < (n))\nif (LESS(tx, 3)) s[tx] = 9;\n#undef LESS\n"
        "auto LESS = [](int v, int n) { return v > n; }; if (LESS(tx, 5)) s[tx] = 8; __syncthreads(); b[i] = s[tx];",
        "",
        lambda i: 9 if i % 8 < 3 else 8 if i % 8 > 5 else i & 3,
    ),
    "a value that only a macro names later": (
        "#define NEXT (v + 1)",
        "b[i] = NEXT * 10 + s[tx ^ 1];",
        "",
        lambda i: ((i & 3) + 1) * 10 + ((i ^ 1) & 3),
    ),
    "a value named by a macro of a macro": (
        "#define NEXT v + 1\n#define TIMES(n) ((n) * NEXT)",
        "s[tx ^ 1] += 2; __syncthreads(); b[i] = TIMES(s[tx]);",
        "",
        lambda i: ((i & 3) + 2) * (i & 3) + 1,
    ),
    "a file's variable of that name": (
        "#define NEXT (v + 1)\n__device__ int v = 100;",
        "v += 2; __syncthreads(); b[i] = NEXT;",
        "",
        lambda i: (i & 3) + 3,
    ),
    "what is quoted": (
        "#define LESS(v, n) ((v) < (n))\n#define SIZE(e) ((int)sizeof #e)",
        "if (LESS(tx, 3)) s[tx] = SIZE(LESS(1, 2)); __syncthreads(); b[i] = s[tx];",
        "",
        lambda i: 11 if i % 8 < 3 else i & 3,
    ),
}


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
@pytest.mark.parametrize("case", CASES)
def test_what_stands_at_a_place(case: str, tmp_path: Path) -> None:
    before, body, behind, value = CASES[case]
    text = "\n".join(["#include <cstdio>", before, KERNEL.replace("BODY", body), behind, MAIN])
    (tmp_path / "k.cpp").write_text(translate_file(parse(text.encode(), "k.cu", "cuda")).text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    said = subprocess.run([tmp_path / "k"], capture_output=True, text=True, check=True).stdout
    assert said.split() == [str(value(i)) for i in range(16)]


@pytest.mark.parametrize("body", ["v += 1", "do { v = 2; } while (0)", "if (v) return"])
def test_an_action_that_a_build_chooses_is_refused(body: str) -> None:
    chosen = f"#ifdef FAST\n#define STEP {body}\n#else\n#define STEP\n#endif\n"
    kernel = "__global__ void k(int *a) { int v = threadIdx.x; STEP; a[threadIdx.x] = v; }\n"
    file = translate_file(parse(f"{chosen}{kernel}", "k.cu", "cuda"))
    assert file.kernels[0].text is None
    assert "STEP is defined in several ways" in file.kernels[0].reason


def test_a_message_that_a_build_chooses_is_none_of_these() -> None:
    chosen = '#include <cstdio>\n#ifdef LOUD\n#define SAY(v) printf("%d", v)\n#else\n#define SAY(v)\n#endif\n'
    kernel = "__global__ void k(int *a) { int v = threadIdx.x; SAY(v); a[threadIdx.x] = v; }\n"
    file = translate_file(parse(f"{chosen}{kernel}", "k.cu", "cuda"))
    assert file.kernels[0].text is not None, file.kernels[0].reason
