"""A macro that `#undef` takes back is no size of the blocks of a kernel that is launched above and below."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.readable import readable
from loopwright.source.syntax import parse


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
def test_a_macro_that_means_another_number_at_a_later_launch(tmp_path: Path) -> None:
    text = """#include <cstdio>
#define T 16
__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = T + threadIdx.x; }
void f(int *a) { k<<<4, T>>>(a); }
#undef T
#define T 32
void g(int *a) { k<<<4, T>>>(a); }
int main() {
    int *a;
    cudaMallocManaged(&a, 512);
    g(a);
    cudaDeviceSynchronize();
    printf("%d %d", a[16], a[127]);
}
"""
    (tmp_path / "k.cpp").write_text(translate_file(parse(text.encode(), "k.cu", "cuda")).text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    assert subprocess.run([tmp_path / "k"], capture_output=True, text=True, check=True).stdout == "32 47"


def test_a_macro_that_no_grammar_reads_stays_one_for_conditions_and_headers() -> None:
    text = "#define LOOP(i, n) for (int i = 0; i < n; i++) {\n#define DONE }\n"
    text += "__global__ void k(int *a) { LOOP(j, 3) a[j] = j; DONE }\n#ifdef LOOP\nint one;\n#endif\n"
    told = readable(parse(text.encode(), "k.cu", "cuda"), text).text
    assert told.count("LOOP(") == 1
    assert "#define LOOP(i, n)" in told
    assert "#define DONE }" in told
