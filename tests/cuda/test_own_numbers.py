"""A device function in which threads wait may be handed the thread's number: it is the variable of its loops then, and no array."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

REDUCE = """__device__ int reduced(int *s, {type} lane) {{
  for (int w = 32; w > 0; w /= 2) {{ if (lane < w) s[lane] += s[lane + w]; __syncthreads(); }}
  int whole = s[0]; __syncthreads(); return whole;
}}
"""
KERNEL = """__global__ void {name}(int *a) {{
  __shared__ int s[96]; {own}; s[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x]; s[threadIdx.x % 32 + 64] = 0; __syncthreads();
  int r = {call};
  a[blockIdx.x * 64 + threadIdx.x] = r;
}}
"""
MAIN = """int main() {{ int *a; cudaMalloc(&a, 512); {launches} cudaDeviceSynchronize(); }}
"""
NUMBERS = {
    "an index": ("int", "int t = 0", "reduced(s, threadIdx.x)"),
    "a variable": ("int", "const unsigned int t = threadIdx.x", "reduced(s, t)"),
    "of another": ("const int", "int u = threadIdx.x, t = u", "reduced(s, t)"),
    "cast": ("int", "int t = 0", "reduced(s, (int)threadIdx.x)"),
    "without a sign": ("unsigned int", "unsigned t = threadIdx.x", "reduced(s, t)"),
    "wide": ("size_t", "auto t = threadIdx.x", "reduced(s, t)"),
}
OTHERS = {
    "moved": ("int", "int t = threadIdx.x", "reduced(s, t ^ 1)"),
    "changed": ("int", "int t = threadIdx.x; t = 63 - t", "reduced(s, t)"),
    "of a narrow variable": ("int", "signed char t = threadIdx.x", "reduced(s, t)"),
    "narrow": ("signed char", "int t = threadIdx.x", "reduced(s, t)"),
    "by a reference": ("const int &", "int t = threadIdx.x", "reduced(s, t)"),
    "twice, once another's": ("int", "int t = threadIdx.x", "reduced(s, t) + reduced(s, 63 - t)"),
    "of two dimensions": ("int", "int t = threadIdx.x + threadIdx.y", "reduced(s, threadIdx.x)"),
}


def program(type: str, own: str, call: str, name: str = "k") -> str:
    kernel = KERNEL.format(name=name, own=own, call=call)
    return REDUCE.format(type=type) + kernel + MAIN.format(launches=f"{name}<<<2, 64>>>(a);")


def function_of(text: str) -> str:
    """The first function of a translation."""
    whole = translate_file(parse(text, "k.cu", "cuda")).text
    return whole[whole.index("static void reduced(") : whole.index("static void k(")]


@pytest.mark.parametrize(("type", "own", "call"), NUMBERS.values(), ids=NUMBERS)
def test_the_number_of_a_thread_is_no_array(type: str, own: str, call: str) -> None:
    text = function_of(program(type, own, call))
    assert "lane_of" not in text
    assert "std::min<long long>(" in text  # the loop over the threads ends where the condition does
    assert "index_in" not in text


@pytest.mark.parametrize(("type", "own", "call"), OTHERS.values(), ids=OTHERS)
def test_another_number_is_an_array(type: str, own: str, call: str) -> None:
    assert "lane_of" in function_of(program(type, own, call))


FEW = """__device__ void folded(volatile int *s, int lane) {
  s[lane] += s[lane + 16]; __syncwarp(0xffff); s[lane] += s[lane + 8]; __syncwarp(0xffff);
}
__device__ void counted(volatile int *s, int lane) {
  s[lane] += s[(lane + 8) % blockDim.x]; __syncwarp(0xff); s[lane] += s[lane + 4]; __syncwarp(0xff);
}
__global__ void few(int *a) {
  __shared__ int s[96]; s[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x]; s[threadIdx.x % 32 + 64] = 0; __syncthreads();
  if (threadIdx.x < 16) folded(s, threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 8) counted(s, threadIdx.x);
  __syncthreads();
  a[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
"""


def test_the_first_threads_are_a_smaller_block() -> None:
    text = translate_file(parse(FEW, "k.cu", "cuda")).text
    assert "folded(dim3(std::min<long long>(16, threads_x)), s)" in text
    assert "counted(blockDim, on_" in text  # it asks how many threads the block has


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_kernels_leave_what_their_threads_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every = [*NUMBERS.values(), *OTHERS.values()]
    parts, launches = [FEW], "few<<<2, 64>>>(a);"
    for number, (type, own, call) in enumerate(every):
        parts.append(REDUCE.format(type=type).replace("reduced", f"reduced{number}"))
        parts.append(KERNEL.format(name=f"k{number}", own=own, call=call.replace("reduced", f"reduced{number}")))
        launches += f" k{number}<<<2, 64>>>(a);"
    source = tmp_path / "k.cu"
    source.write_text("\n".join([*parts, MAIN.format(launches=launches)]), "utf-8")
    main(["translate", str(source), "--verify", "--no-model", "--json", "-o", str(tmp_path / "k.cpp")])
    told = {k["name"]: (k["status"], k["reason"]) for k in json.loads(capsys.readouterr().out)["kernels"]}
    assert len(told) == len(every) + 1
    assert {name: said for name, said in told.items() if said[0] != "tested"} == {}
