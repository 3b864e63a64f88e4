"""Copies that go on beside the threads: what is not followed is refused on its line, and what a kernel copies is watched."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

HEAD = """#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
using B = cuda::barrier<cuda::thread_scope_block>;
struct Holder { B bar; };
__device__ void pass(B &bar) { bar.arrive_and_wait(); }
template <class P> __device__ void any(P &p) { p.producer_acquire(); }
"""
BEGIN = " __shared__ B bar, other; if (threadIdx.x == 0) init(&bar, blockDim.x); __syncthreads(); cg::thread_block block = cg::this_thread_block();"
ALIKE = "a barrier or pipeline that not all threads of the block use alike is not translated"
REFUSED = {
    "some arrive and others wait": ("if (threadIdx.x < 32) { B::arrival_token t = bar.arrive(); } else bar.arrive_and_wait();", ALIKE),
    "two places of one barrier": ("if (threadIdx.x < 32) bar.arrive_and_wait(); else bar.arrive_and_wait();", ALIKE),
    "two places in a function": ("if (threadIdx.x < 32) pass(bar); else pass(bar);", f"pass: {ALIKE}"),
    "threads that leave it": ("if (threadIdx.x < 3) bar.arrive_and_drop(); else bar.arrive_and_wait();", ALIKE),
    "it is asked again and again": ("B::arrival_token t = bar.arrive(); while (!bar.try_wait(std::move(t))) {}", ALIKE),
    "a phase that is kept": ("B::arrival_token t; t = bar.arrive(); bar.wait(std::move(t));", ALIKE),
    "in a class": ("__shared__ Holder h; h.bar.arrive_and_wait();", ALIKE),
    "rounds of a thread's own": ("for (int i = 0; i < threadIdx.x; ++i) bar.arrive_and_wait();", ALIKE),
    "producers and consumers": (
        "__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> s; auto pipe = cuda::make_pipeline(block, &s,"
        " threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer); pipe.producer_acquire();",
        ALIKE,
    ),
    "a pipeline of any type": ("auto pipe = cuda::make_pipeline(); any(pipe);", f"any: {ALIKE}"),
    "a latch": ("__shared__ cuda::latch<cuda::thread_scope_block> gate; gate.arrive_and_wait();", ALIKE),
    "a semaphore": (
        "__shared__ cuda::counting_semaphore<cuda::thread_scope_block, 4> gate; gate.acquire(); gate.release();",
        "semaphores of libcu++ are not translated",
    ),
    "fewer threads than the block": ("__shared__ B few; if (threadIdx.x == 0) init(&few, 32); if (threadIdx.x < 32) few.arrive_and_wait();", ALIKE),
    "layouts": ("__shared__ int s[64]; cg::memcpy_async(block, s, 64, out, 64);", "asynchronous copies of this form are not translated"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_followed_is_refused_and_the_rest_kept(body: str, reason: str) -> None:
    text = f"{HEAD}__global__ void fine(int *out) {{ out[threadIdx.x] = 1; }}\n__global__ void k(int *out) {{{BEGIN}\n{body}\nout[threadIdx.x] = 1; }}\n"
    found = {kernel.name: kernel for kernel in translate_file(parse(text.encode(), "k.cu", "cuda")).kernels}
    assert found["k"].reason == reason
    assert found["fine"].reason == ""


TAKEN = {
    "all threads": "bar.arrive_and_wait();",
    "behind a return": "if (threadIdx.x > 4096) return; bar.arrive_and_wait();",
    "rounds of the block": "for (int i = 0; i < 3; ++i) pass(bar);",
    "a phase in two steps": "auto t = bar.arrive(); out[threadIdx.x] = 2; bar.wait(std::move(t));",
    "at once": "bar.wait(bar.arrive());",
    "its own copy": "struct P { int memcpy_async; } p{1}; out[threadIdx.x] = p.memcpy_async; bar.arrive_and_wait();",
}


@pytest.mark.parametrize("body", TAKEN.values(), ids=TAKEN)
def test_what_all_threads_do_alike_is_translated(body: str) -> None:
    text = f"{HEAD}__global__ void k(int *out) {{{BEGIN}\n{body}\nout[threadIdx.x] += 1; }}\n"
    assert [kernel.reason for kernel in translate_file(parse(text.encode(), "k.cu", "cuda")).kernels] == [""]


COPIES = """#include <cstring>
__global__ void races(const int *in, int *out) {
    __shared__ int s[64];
    if (threadIdx.x == 0) memcpy(s, in, sizeof s);
    if (threadIdx.x < 64) out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void waits(const int *in, int *out) {
    __shared__ int s[64];
    if (threadIdx.x == 40) std::memcpy(s, in, sizeof s);
    if (threadIdx.x == 41) memset(out, 0, 4);
    __syncthreads();
    if (threadIdx.x < 64) out[threadIdx.x] = s[63 - threadIdx.x];
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_race_of_a_copy_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "k.cu").write_text(COPIES, "utf-8")
    assert main(["translate", "--verify", str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp")]) == 1
    told = capsys.readouterr()
    lines = [line for line in (told.out + told.err).splitlines() if line.startswith("k.cu") or "k.cu:" in line]
    assert any("races: racy: threads" in line for line in lines)
    assert any("waits: tested" in line for line in lines)
