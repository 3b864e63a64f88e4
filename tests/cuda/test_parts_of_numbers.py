"""A device function in which threads wait may be handed its thread's lane and warp: it works them out, and gets no arrays."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

SUM = """__device__ int warp_sum(int v) {{ for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o); return v; }}
__device__ int block_sum(int v, {lane} lane, {warp} warp) {{
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  v = warp_sum(v);
  if (lane == 0) atomicAdd(&s[warp], v + lane);
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? s[lane] : 0;
  if (warp == 0) v = warp_sum(v);
  __syncthreads();
  return v + 100 * warp + lane;
}}
"""
KERNEL = """__global__ void {name}(int *a) {{
  {own};
  int v = a[blockIdx.x * blockDim.x + threadIdx.x];
  v = {call};
  a[blockIdx.x * blockDim.x + threadIdx.x] = v;
}}
"""
MAIN = """int main() {{ int *a; cudaMalloc(&a, 1024); {launches} cudaDeviceSynchronize(); }}
"""
PARTS = {
    "bits": ("int", "int", "int l = threadIdx.x & 31, w = threadIdx.x >> 5", "block_sum(v, l, w)"),
    "divided": ("int", "unsigned", "const unsigned w = threadIdx.x / 32", "block_sum(v, threadIdx.x % 32, w)"),
    "by the size of a warp": ("const int", "int", "int t = threadIdx.x, l = t % warpSize, w = t / warpSize", "block_sum(v, l, w)"),
    "by a constant": ("int", "int", "constexpr int width = 32; int l = threadIdx.x & (width - 1), w = threadIdx.x / width", "block_sum(v, l, w)"),
    "of a number by a name": ("size_t", "long", "auto t = threadIdx.x; int u = t", "block_sum(v, u & 31, u >> 5)"),
    "of pieces of sixteen": ("int", "int", "int w = threadIdx.x / 32, l = threadIdx.x % 16", "block_sum(v, l, w)"),
    "twice": ("int", "int", "int l = threadIdx.x & 31, w = threadIdx.x >> 5", "block_sum(v, l, w) + block_sum(v + 1, l, w)"),
}  # fmt: skip
OTHERS = {
    "moved": ("int", "int", "int l = (threadIdx.x + 1) % 32, w = 1 - threadIdx.x / 32", "block_sum(v, l, w)"),
    "changed": ("int", "int", "int l = threadIdx.x & 31, w = threadIdx.x >> 5; l ^= 1; w ^= 1", "block_sum(v, l, w)"),
    "of some bits": ("int", "int", "int l = threadIdx.x & 21, w = threadIdx.x & 32", "block_sum(v, l, w)"),
    "narrow": ("signed char", "bool", "int l = threadIdx.x & 31, w = threadIdx.x >> 5", "block_sum(v, l, w)"),
    "by a reference": ("const int &", "const int &", "int l = threadIdx.x & 31, w = threadIdx.x >> 5", "block_sum(v, l, w)"),
    "another the second time": ("int", "int", "int l = threadIdx.x & 31, w = threadIdx.x >> 5", "block_sum(v, l, w) + block_sum(v, 31 - l, 1 - w)"),
    "another part the second time": ("int", "int", "int l = threadIdx.x & 31, w = threadIdx.x >> 5", "block_sum(v, l, w) + block_sum(v, w, w)"),
    "of two dimensions": ("int", "int", "int l = threadIdx.x & 31, w = (threadIdx.x >> 5) + threadIdx.y", "block_sum(v, l, w)"),
}  # fmt: skip


def program(lane: str, warp: str, own: str, call: str, name: str = "k") -> str:
    kernel = KERNEL.format(name=name, own=own, call=call)
    return SUM.format(lane=lane, warp=warp) + kernel + MAIN.format(launches=f"{name}<<<2, 64>>>(a);")


def function_of(text: str) -> str:
    """The function that is handed the parts, as it is translated."""
    whole = translate_file(parse(text, "k.cu", "cuda")).text
    return whole[whole.index("static void block_sum(") : whole.index("static void k(")]


@pytest.mark.parametrize("case", PARTS)
def test_a_part_of_the_number_is_no_array(case: str) -> None:
    text = function_of(program(*PARTS[case]))
    assert "lane_of" not in text
    assert "warp_of" not in text
    assert "takes_part" not in text
    assert "std::min<long long>(32, threads)" in text  # of the first warp


@pytest.mark.parametrize("case", OTHERS)
def test_another_number_is_an_array(case: str) -> None:
    assert "lane_of" in function_of(program(*OTHERS[case]))


def test_a_part_goes_on_to_another_function() -> None:
    text = program(*PARTS["bits"]).replace(
        "__global__",
        "__device__ int both(int v, int l, int w) { return block_sum(v, l, w) - block_sum(v / 2, l, w); }\n__global__",
    )
    assert "lane_of" not in function_of(text.replace("v = block_sum(v, l, w);", "v = both(v, l, w);"))


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_kernels_leave_what_their_threads_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every = [*PARTS.values(), *OTHERS.values()]
    parts, launches = [], ""
    for number, (lane, warp, own, call) in enumerate(every):
        said = SUM.format(lane=lane, warp=warp) + KERNEL.format(name=f"k{number}", own=own, call=call)
        parts.append(said.replace("warp_sum", f"warp_sum{number}").replace("block_sum", f"block_sum{number}"))
        launches += f" k{number}<<<2, 64>>>(a);"
    source = tmp_path / "k.cu"
    source.write_text("\n".join([*parts, MAIN.format(launches=launches)]), "utf-8")
    main(["translate", str(source), "--verify", "--no-model", "--json", "-o", str(tmp_path / "k.cpp")])
    told = {k["name"]: (k["status"], k["reason"]) for k in json.loads(capsys.readouterr().out)["kernels"]}
    assert len(told) == len(every)
    assert {name: said for name, said in told.items() if said[0] != "tested"} == {}
