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


APART = {
    "body.h": """#pragma once
struct CUstream_st;
typedef CUstream_st *cudaStream_t;
void launch(int *out, int blocks, cudaStream_t stream);
struct Base { int kept; __device__ Base(int k); __device__ virtual int kind() const; __device__ virtual ~Base(); };
class Body : public Base {
 public:
  __device__ Body(int x);
  __device__ int twice() const;
  __host__ __device__ int both() const;
  __device__ int where() const;
  __device__ int operator+(int v) const;
  __device__ int kind() const override;
  static __device__ int of_class(int v);
 private:
  int x_;
};
struct Here { int at; __device__ Here(); __device__ int operator*(int v) const; };
namespace deep { struct Tool { __device__ int use(int v); }; __device__ int in_grid(); __device__ int helped(int v); }
__device__ int in_block();
""",
    "body.cu": """#include "body.h"
__device__ Base::Base(int k) : kept(k) {}
__device__ int Base::kind() const { return kept; }
__device__ Base::~Base() {}
__device__ Body::Body(int x) : Base(x + 1), x_(x) {}
__device__ int Body::twice() const { return 2 * x_; }
__host__ __device__ int Body::both() const { return 3 * x_; }
__device__ int Body::where() const { return x_ + threadIdx.x; }
__device__ int Body::operator+(int v) const { return x_ + v; }
__device__ int Body::kind() const { return 10 * kept; }
__device__ int Body::of_class(int v) { return v + 7; }
__device__ Here::Here() : at(threadIdx.x) {}
__device__ int Here::operator*(int v) const { return at * v + blockIdx.x; }
static __device__ int own_help() { return blockIdx.x * blockDim.x + threadIdx.x; }
namespace deep {
__device__ int Tool::use(int v) { return v * 5; }
__device__ int in_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int helped(int v) { return v * own_help(); }
}
__device__ int in_block() { return threadIdx.x; }
""",
    "kernels.cu": """#include "body.h"
#include <cuda_runtime.h>
__global__ void values(int *out) {
  Body b(3);
  Here h;
  deep::Tool t;
  const Base &base = b;
  const int i = deep::in_grid();
  const int v[11] = {b.twice(), b.both(), b + 4, base.kind(), Body::of_class(1), t.use(2), b.where(), in_block(), h.at, h * 2, deep::helped(3)};
  int s = 0;
  for (int x : v) s = s * 3 + x;
  out[i] = s;
}
__device__ int through(int v) { return in_block() + v; }
__global__ void waits(int *out) {
  __shared__ int s[4];
  const int mine = through(1);
  s[in_block()] = mine;
  __syncthreads();
  out[8 + deep::in_grid()] = s[3 - in_block()] * 10 + mine;
}
void launch(int *out, int blocks, cudaStream_t stream) {
  values<<<blocks, 4, 0, stream>>>(out);
  waits<<<blocks, 4, 0, stream>>>(out);
}
""",
    "main.cu": """#include <cstdio>
#include <cuda_runtime.h>
#include "body.h"
int main() {
  int *d;
  cudaMallocManaged(&d, 16 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  launch(d, 2, stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < 16; ++i) printf("%d ", d[i]);
}
""",
}


def test_the_device_code_of_another_file_is_there_and_finds_its_thread(tmp_path: Path) -> None:
    for name, text in APART.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "out").mkdir()
    sources = [str(tmp_path / name) for name in APART if name.endswith(".cu")]
    assert main(["translate", *sources, "-o", str(tmp_path / "out")]) == 0
    program = tmp_path / "program"
    build(sorted((tmp_path / "out").glob("*.cpp")), program, f"-I{tmp_path}")
    printed = subprocess.run([str(program)], capture_output=True, text=True).stdout
    rows = ((6, 9, 7, 40, 8, 10, 3 + i % 4, i % 4, i % 4, 2 * (i % 4) + i // 4, 3 * i) for i in range(8))
    values = [sum(v * 3 ** (10 - at) for at, v in enumerate(row)) for row in rows]
    assert [int(word) for word in printed.split()] == [*values, *([41, 32, 23, 14] * 2)]
