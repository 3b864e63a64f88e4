"""Launches of a size that no GPU carries out, known only when the program runs: they leave their error and do nothing. So do
copies beyond the end of a variable of the device."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translation_of
from loopwright.translate.program.build import File, Toolchain
from loopwright.translate.program.verdict import ProgramJudge

ADD = "__global__ void add(int *a) { atomicAdd(a + blockIdx.x % 4, 1 + (int)threadIdx.x); }\n"
# Errors are told as numbers: 9 is an invalid configuration, 1 an invalid value.
FORMS = (
    "#include <cstdio>\n#include <cstdlib>\n"
    + ADD
    + """__global__ void rows(int *a, int n) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n) a[i] += i; }
__global__ void boxes(int *a) { atomicAdd(a, 1); }
__global__ void turned(int *a) {
  extern __shared__ int s[];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] + 1;
}
__global__ void both(int *a) {
  extern __shared__ int s[];
  __shared__ float fixed[2][1024];
  s[threadIdx.x] = fixed[1][threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] += s[31 - threadIdx.x] + fixed[1][0];
}
__global__ void held(int *a) {
  struct Pair { int x, y; };  // a size that no launch can tell
  __shared__ Pair own[32];
  __shared__ int fixed[8][1024];
  own[threadIdx.x].y = fixed[7][threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] += fixed[7][31 - threadIdx.x] + own[31].y;
}
template <typename T> __global__ void held_by(int *a) {
  __shared__ T own[2];
  __shared__ int fixed[8][1024];
  own[threadIdx.x & 1] = fixed[7][threadIdx.x] = 1;
  __syncthreads();
  a[threadIdx.x] += fixed[7][31 - threadIdx.x] + own[1];
}
template <int B> __global__ void many(int *a) { if (blockIdx.x * B + threadIdx.x < 50) atomicAdd(a, 1); }
__constant__ int kept[16];
int *a, h[64];
void told(const char *what, int given = 0) {
  const int error = cudaGetLastError();
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s: %d %d %d %d\\n", what, given, error, h[0], h[63]);
}
int main(int argc, char **) {
  const int much = 1024 * argc;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  add<<<1, much>>>(a), told("as many as there may be");
  add<<<1, much + 1>>>(a), told("one more");
  boxes<<<1, dim3(1, 1, much / 16)>>>(a), told("deep");
  boxes<<<1, dim3(1, 1, much / 16 + 1)>>>(a), told("too deep");
  boxes<<<1, dim3(32, 32, argc + 1)>>>(a), told("together too many");
  add<<<1, much - 1024>>>(a), told("none");
  add<<<much - 1024, 32>>>(a), told("no blocks");
  boxes<<<dim3(1, 64 * much), 1>>>(a), told("too many rows of blocks");
  rows<<<(much - 1024 + 255) / 256, 256>>>(a, much - 1024), told("nothing to do");
  turned<<<1, 64, much / 4>>>(a), told("some memory");
  turned<<<1, 64, 48 * much + 4>>>(a), told("too much memory");
  both<<<1, 32, 40 * much>>>(a), told("memory of both kinds");
  both<<<1, 32, 40 * much + 4>>>(a), told("too much of both kinds");
  both<<<1, 32, 40964>>>(a), told("the same, written out");
  held<<<1, 32, 16 * much - 256>>>(a), told("memory of a launch beside the kernel's");
  held<<<1, 32, 16 * much + 4>>>(a), told("too much beside the kernel's");
  held<<<1, 32, 16388>>>(a), told("too much, written out");
  held_by<short><<<1, 32, 16 * much - 8>>>(a), told("beside a template's");
  held_by<short><<<1, 32, 16 * much + 4>>>(a), told("too much beside a template's");
  add<<<1, 32, 48 * much>>>(a), told("memory that nobody uses");
  add<<<1, 32, 48 * much + 1>>>(a), told("too much of it");
  many<32><<<1, 32, 48 * much + 1>>>(a), told("too much of it for a template");
  cudaFuncSetAttribute(turned, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * much);
  turned<<<1, 64, 48 * much + 4>>>(a), told("memory that was asked for");
  many<32><<<argc - 1, 32>>>(a), told("no blocks of a template");
  many<32><<<argc + 1, 32>>>(a), told("blocks of a template");
  told("the last of a symbol", cudaMemcpyToSymbol(kept, h, 4, 15 * 4));
  told("beyond a symbol", cudaMemcpyToSymbol(kept, h, 8, 15 * 4));
  told("more than a symbol", cudaMemcpyToSymbolAsync(kept, h, sizeof h));
  told("of a symbol", cudaMemcpyFromSymbol(h, kept, 4, 17 * 4));
  void *given[] = {&a};
  told("through a pointer", cudaLaunchKernel((void *)add, dim3(1), dim3(much + 1), given, 0, 0));
  told("through a pointer, well", cudaLaunchKernel((void *)add, dim3(1), dim3(much / 512), given, 0, 0));
  told("together", cudaLaunchCooperativeKernel((void *)add, dim3(argc - 1), dim3(32), given, 0, 0));
  cudaLaunchConfig_t how = {};
  how.gridDim = dim3(1), how.blockDim = dim3(much + 1);
  told("by a structure", cudaLaunchKernelEx(&how, add, a));
  how.blockDim = dim3(2);
  told("by a structure, well", cudaLaunchKernelEx(&how, add, a));
}
"""
)
WANTED = """as many as there may be: 0 0 524800 0
one more: 0 9 524800 0
deep: 0 0 524864 0
too deep: 0 9 524864 0
together too many: 0 9 524864 0
none: 0 9 524864 0
no blocks: 0 9 524864 0
too many rows of blocks: 0 9 524864 0
nothing to do: 0 9 524864 0
some memory: 0 0 1 524865
too much memory: 0 1 1 524865
memory of both kinds: 0 0 32 524865
too much of both kinds: 0 1 32 524865
the same, written out: 0 1 32 524865
memory of a launch beside the kernel's: 0 0 94 524865
too much beside the kernel's: 0 1 94 524865
too much, written out: 0 1 94 524865
beside a template's: 0 0 96 524865
too much beside a template's: 0 1 96 524865
memory that nobody uses: 0 0 624 524865
too much of it: 0 1 624 524865
too much of it for a template: 0 1 624 524865
memory that was asked for: 0 0 524866 625
no blocks of a template: 0 9 524866 625
blocks of a template: 0 0 524916 625
the last of a symbol: 0 0 524916 625
beyond a symbol: 1 1 524916 625
more than a symbol: 1 1 524916 625
of a symbol: 1 1 524916 625
through a pointer: 9 9 524916 625
through a pointer, well: 0 0 524919 625
together: 1 1 524919 625
by a structure: 9 9 524919 625
by a structure, well: 0 0 524922 625
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_launch_that_no_gpu_carries_out_leaves_its_error(tmp_path: Path) -> None:
    source = parse(FORMS.encode(), str(tmp_path / "k.cu"), "cuda")
    translation = translation_of(source, tmp_path / "k.cu")
    file = File(translation, tmp_path / "k.cu")
    with ProgramJudge([file], [], tmp_path, Toolchain("g++")) as judged:
        found = judged.report([translation.text])
        assert judged._referred(0).printed == WANTED
        assert (found.status, found.reason) == ("tested", "")
    assert any("a GPU's runtime refuses" in remark for remark in found.remarks)


ASKED = "int e = cudaGetLastError();"


@pytest.mark.parametrize(
    ("launch", "looks"),
    [
        ("add<<<4, 256>>>(a);", False),
        ("add<<<n, 256>>>(a);", False),  # of no blocks nothing is done in any case
        ("const int b = 128; add<<<n, b>>>(a);", False),
        ("dim3 b(16, 16); add<<<dim3(n, 2), b>>>(a);", False),
        (f"add<<<4, 256>>>(a); {ASKED}", False),
        (f"add<<<n, 256>>>(a); {ASKED}", True),
        ("add<<<4, n>>>(a);", True),
        ("add<<<4, dim3(16, n)>>>(a);", True),
        ("add<<<4, 2048>>>(a);", True),
        ("add<<<4, 256, n>>>(a);", True),
        ("add<<<4, 256>>>(a); add<<<4, n>>>(a);", True),
        ("void (*p)(int *) = add; p<<<4, 256>>>(a);", True),
    ],
)
def test_a_kernel_looks_at_its_launch_where_one_may_fail(launch: str, looks: bool) -> None:
    text = f"{ADD}void run(int *a, int n) {{ {launch} }}\n"
    assert ("if (launch_fails(" in translate_file(parse(text.encode(), "k.cu", "cuda")).text) is looks


def test_a_kernel_that_nobody_launches_here_does_not_look() -> None:
    assert "launch_fails" not in translate_file(parse(ADD.encode(), "k.cu", "cuda")).text
