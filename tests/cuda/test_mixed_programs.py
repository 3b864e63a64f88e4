"""Programs of which some files are no `.cu`, and calls of libraries that are refused, by the command."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
FILES = {
    "add.h": "#pragma once\n#include <cuda_runtime.h>\nvoid run(float *a, int n);\ninline cudaError_t same(cudaError_t e) { return e; }\n",
    "add.cu": """#include "add.h"
extern "C" void show(void);
__global__ void add(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
void run(float *a, int n) { show(); add<<<(n + 255) / 256, 256>>>(a, n); }
""",
    "main.cpp": """#include "add.h"
#include <cstdio>
int main() { float *a; cudaMallocManaged(&a, 400); a[99] = 41; run(a, 100); same(cudaDeviceSynchronize()); printf("%g\\n", a[99]); cudaFree(a); }
""",
    "show.c": """#include <stdio.h>
#include <cuda_runtime.h>
void show(void) { float *p = NULL; cudaError_t e = cudaMalloc((void **)&p, 16); printf("%d %d\\n", (int)e, p != NULL); cudaFree(p); }
""",
}


def test_files_of_every_kind_make_one_program(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    out = tmp_path / "out"
    out.mkdir()
    sources = [str(tmp_path / name) for name in FILES if not name.endswith(".h")]
    assert main(["translate", *sources, "-o", str(out)]) == 0
    program = tmp_path / "program"
    translated = [str(f) for f in sorted(out.glob("*.cpp"))]
    build(translated, program)
    assert subprocess.run([str(program)], capture_output=True, text=True).stdout == "0 1\n42\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("curandGenerator_t g; curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32);", "CURAND_RNG_QUASI_SOBOL32"),
        ('CUmodule module; cuModuleLoad(&module, "k.ptx");', "cuModuleLoad"),
        ("cudaMipmappedArray_t a; cudaFreeMipmappedArray(a);", "cudaMipmappedArray_t"),
    ],
)
def test_what_the_host_asks_of_a_library_and_is_not_there_is_told_on_its_line(
    line: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        f"#include <curand.h>\n#include <cuda.h>\n__global__ void k(int *a) {{ a[0] = 1; }}\nint main() {{\n  {line}\n}}\n",
        "utf-8",
    )
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp")]) == 1
    assert any("k.cu:5:" in row and told in row for row in capsys.readouterr().err.splitlines())


TEXTURES = """#include <cstdio>
texture<float, 1, cudaReadModeElementType> table;
__device__ int seen;
__global__ void NAME_kernel(float *out) { out[threadIdx.x] = tex1Dfetch(table, threadIdx.x) * FACTOR; }
void NAME(float *in, float *out) {
    cudaBindTexture(0, table, in, 16);
    NAME_kernel<<<1, 4>>>(out);
    cudaDeviceSynchronize();
}
"""
BOTH = """#include <cstdio>
void one(float *, float *);
void two(float *, float *);
int main() {
    float *in, *out;
    cudaMallocManaged(&in, 16);
    cudaMallocManaged(&out, 16);
    in[3] = 5;
    one(in, out);
    printf("%g", out[3]);
    two(out, in);
    printf(" %g\\n", in[3]);
}
"""


def test_each_file_has_its_own_texture_reference(tmp_path: Path) -> None:
    texts = {
        "one.cu": TEXTURES.replace("NAME", "one").replace("FACTOR", "2"),
        "two.cu": TEXTURES.replace("NAME", "two").replace("FACTOR", "3"),
        "main.cu": BOTH,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "out").mkdir()
    assert main(["translate", *(str(tmp_path / name) for name in texts), "-o", str(tmp_path / "out")]) == 0
    program = tmp_path / "program"
    translated = map(str, sorted((tmp_path / "out").glob("*.cpp")))
    build(translated, program)
    assert subprocess.run([str(program)], capture_output=True, text=True).stdout == "10 30\n"
