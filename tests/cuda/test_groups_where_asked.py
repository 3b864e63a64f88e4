"""Groups that have no name, calculators and pools of the runtime: each program leaves what it leaves on a GPU."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

PROGRAM = """#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__device__ int rank() { return cg::this_thread_block().thread_rank(); }
__global__ void k(int *a) { a[cg::this_thread_block().thread_rank()] = 10 * cg::this_thread_block().num_threads() + threadIdx.y; }
__global__ void waits(int *a) {
  __shared__ int s[12];
  s[cg::this_thread_block().thread_rank()] = rank();
  cg::this_thread_block().sync();
  a[cg::this_thread_block().thread_rank()] += 1000 * s[11 - cg::this_thread_block().thread_rank()];
}
int main() {
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  int *a, h[12], blocks;
  cudaMallocAsync(&a, sizeof h, pool, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, k, 12, 0, cudaOccupancyDefault);
  k<<<1, dim3(4, 3)>>>(a);
  waits<<<1, dim3(4, 3)>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (int v : h) printf("%d ", v);
  printf("%d", blocks > 0);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_they_leave_what_they_leave_on_a_gpu(tmp_path: Path) -> None:
    found = translate_file(parse(PROGRAM.encode(), "k.cu", "cuda"))
    assert [kernel.reason for kernel in found.kernels] == ["", ""]
    (tmp_path / "k.cpp").write_text(found.text, "utf-8")
    build([tmp_path / "k.cpp"], tmp_path / "k")
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    assert [int(v) for v in done.stdout.split()] == [*(1000 * (11 - t) + 120 + t // 4 for t in range(12)), 1]


def test_what_one_thread_is_chosen_for_is_refused() -> None:
    text = (
        "#include <cooperative_groups.h>\n__global__ void k(int *a) {\n"
        "  auto w = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());\n"
        "  cooperative_groups::invoke_one(w, [&] { a[0] = 5; });\n}\n"
    )
    found = translate_file(parse(text.encode(), "k.cu", "cuda"))
    assert [kernel.reason for kernel in found.kernels] == ["what one thread of a group is chosen for is not translated"]
    assert text[: found.kernels[0].at].count("\n") == 3


@pytest.mark.parametrize("parting", ["binary_partition(w, a[0] > 0)", "labeled_partition(w, a[0])"])
@pytest.mark.parametrize("method", ["meta_group_rank", "meta_group_size"])
def test_numbers_of_parts_that_threads_choose_are_refused(parting: str, method: str) -> None:
    """A GPU counts the parts of a predicate as two, those of a label as many as there are; of all that come by there is one."""
    text = (
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void k(int *a) {\n"
        f"  auto w = cg::tiled_partition<32>(cg::this_thread_block());\n  auto p = cg::{parting};\n  a[threadIdx.x] = p.{method}();\n}}\n"
        f"__global__ void all(int *a) {{ auto p = cg::coalesced_threads(); a[threadIdx.x] = p.{method}(); }}\n"
    )
    found = translate_file(parse(text.encode(), "k.cu", "cuda"))
    assert [kernel.reason for kernel in found.kernels] == [
        f"{method} of a part that threads choose is not translated",
        "",
    ]
    assert text[: found.kernels[0].at].count("\n") == 5


def test_a_group_of_some_lanes_and_one_of_the_block_in_one_parameter_are_refused() -> None:
    text = """namespace cg = cooperative_groups;
template <typename G> __device__ int next(G g, int *s, int v) {
    s[g.thread_rank()] = v; g.sync(); return s[(g.thread_rank() + 1) % g.size()];
}
__global__ void k(int *o) {
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    o[threadIdx.x] = next(block, s, 4);
    if (threadIdx.x % 3) { auto g = cg::coalesced_threads(); o[threadIdx.x] += next(g, s, 3); }
}
"""
    (kernel,) = translate_file(parse(text, "k.cu", "cuda")).kernels
    assert kernel.text is None
    assert kernel.reason.startswith("a function takes a group of some lanes in one call")
