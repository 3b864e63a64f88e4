"""A loop that all threads take as often is one loop around them, also where a function of numbers says how often."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

OWN = """#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define SCALED(a) ((a) * factor)
#define PRODUCT(a, b) ((a) * (b))
#define SIX 6
#ifdef CHOSEN
#define EITHER(a) ((a) + 1)
#endif
__device__ int upTo(int n) { return n > 4 ? 4 : n; }
__device__ int ofThread(int n) { return n + threadIdx.x % 2; }
__device__ int read(const int *p, int n) { return p[n]; }
__device__ float log10f(float x) { return x + threadIdx.x % 3; }
__device__ int changed = 2;
__device__ int ofFile(int n) { return n + changed; }
struct Counter { __device__ int max(int n) const { return n + threadIdx.x % 2; } };
"""
BODY = """__global__ void {name}(int *a, const int *p, int n) {{
  __shared__ int s[64]; int t = threadIdx.x, at = blockIdx.x * 64 + t; s[t] = a[at]; __syncthreads(); Counter counter; n = n & 3;
  for (int i = 1; i <= {times}; i++) {{
    int v = s[(t + i) % 64]; __syncthreads();
    s[t] += v; __syncthreads();
  }}
  a[at] = s[t]; if (t == 0 && n == 7) changed = 3;
}}
"""
ONE_LOOP = {
    "a fast logarithm": "__log2f(16)",
    "a power": "__powf(2, 2)",
    "a rounded quotient": "ceilf(9 / 4.f)",
    "two of them": "fmaxf(2.f, floorf(sqrtf(9.5f)))",
    "a function of the file": "upTo(3)",
    "std": "std::max(2, 3)",
    "a macro of numbers": "CEIL_DIV(SIX, 2)",
    "a macro of numbers and a variable": "CEIL_DIV(n + 4, 2)",
}
OF_THREADS = {
    "a function that asks the thread": "ofThread(2)",
    "a function that is called like one of CUDA's": "log10f(2.f)",
    "a function that reads memory": "(t < 0 ? 0 : read(p, 0)) * 0 + 2",
    "a method that is called like one": "counter.max(2)",
    "a function of what kernels change": "ofFile(0)",
    "a macro that is given the thread": "CEIL_DIV(t % 2 + 4, 2)",
    "a macro that names what it is not given": "SCALED(2)",
    "a macro that is given memory": "PRODUCT(2, p[0] * 0 + 1)",
    "a macro under a condition": "EITHER(2)",
}


def text_of(times: str) -> str:
    kernel = translate_file(parse(OWN + BODY.format(name="k", times=times), "k.cu", "cuda")).kernel("k")
    assert kernel is not None
    assert kernel.text is not None, kernel.reason
    return kernel.text


@pytest.mark.parametrize("times", ONE_LOOP.values(), ids=ONE_LOOP)
def test_one_loop_around_the_threads(times: str) -> None:
    assert "for (int i = 1; i <= " in text_of(times)
    assert "going" not in text_of(times)


@pytest.mark.parametrize("times", OF_THREADS.values(), ids=OF_THREADS)
def test_threads_that_may_differ_are_counted(times: str) -> None:
    assert "going" in text_of(times)


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_kernels_leave_what_their_threads_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "k.cu"
    bodies = [BODY.format(name=f"k{number}", times=times) for number, times in enumerate(ONE_LOOP.values())]
    source.write_text("\n".join([OWN, *bodies, "void host(int *a) {"]), "utf-8")
    launches = "".join(f" k{number}<<<2, 64>>>(a, a, 3);" for number in range(len(bodies)))
    source.write_text(source.read_text("utf-8") + launches + " }\n", "utf-8")
    main(["translate", str(source), "--verify", "--no-model", "--json", "-o", str(tmp_path / "k.cpp")])
    told = {k["name"]: (k["status"], k["reason"]) for k in json.loads(capsys.readouterr().out)["kernels"]}
    assert len(told) == len(bodies)
    assert {name: said for name, said in told.items() if said[0] != "tested"} == {}


GROUPS = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *a, int n) {{
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  auto half = cg::tiled_partition<4>(tile);
  auto some = cg::coalesced_threads();
  auto any = cg::tiled_partition(block, n);
  int v = a[threadIdx.x];
  for (int i = {times}; i > 0; i /= 2) v += tile.shfl_xor(v, i % 8);
  a[threadIdx.x] = v;
}}
"""


def of_group(times: str) -> str:
    kernel = translate_file(parse(GROUPS.format(times=times), "k.cu", "cuda")).kernel("k")
    assert kernel is not None
    assert kernel.text is not None, kernel.reason
    return kernel.text


@pytest.mark.parametrize(
    "times",
    ("tile.size() / 2", "tile.num_threads() / 2", "half.size()", "block.size() / 2", "block.num_threads() - 1")
    + ("tile.meta_group_size()", "half.meta_group_size()", "cg::this_thread_block().size() / 2"),
)
def test_the_size_of_a_group_is_one_for_all_threads(times: str) -> None:
    assert "going" not in of_group(times)


@pytest.mark.parametrize(
    "times", ["some.size()", "tile.thread_rank()", "half.meta_group_rank()", "some.num_threads() / 2"]
)
def test_the_size_of_some_lanes_and_ranks_are_each_threads_own(times: str) -> None:
    assert "going" in of_group(times)
