"""A condition that one thread of each warp passes becomes a loop over these threads alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

KERNEL = """__global__ void {name}(int *a, int n) {{
  __shared__ int s[96]; {own}; int v = a[blockIdx.x * {threads} + threadIdx.x];
  s[threadIdx.x] = v; if (threadIdx.x < 32) s[threadIdx.x + 64] = v;
  __syncthreads();
  v += __shfl_xor_sync(~0u, v, 1);
  if ({condition}) s[threadIdx.x / 2] = v;
  __syncthreads();
  a[blockIdx.x * {threads} + threadIdx.x] = v + s[threadIdx.x / 2 % 40];
}}
"""
MAIN = """#define WARP 32
int main() {{ int *a; cudaMalloc(&a, 1024); {launches} cudaDeviceSynchronize(); }}
"""
# What is declared, the condition, and the first thread and the step.
LANES = {
    "a remainder": ("const int lane = threadIdx.x % 32", "lane == 0", (0, 32)),
    "bits": ("int lane = threadIdx.x & 31", "lane == 0", (0, 32)),
    "in place": ("int t = 0", "(threadIdx.x & 0x1f) == 0", (0, 32)),
    "denied": ("unsigned lane = threadIdx.x % 32", "!lane", (0, 32)),
    "one of two terms": ("int lane = threadIdx.x % warpSize", "0 == lane || lane == 0", None),
    "by name": ("int lane = threadIdx.x % warpSize", "lane == 0", (0, 32)),
    "bits by name": ("int lane = threadIdx.x & (warpSize - 1)", "lane == 0", (0, 32)),
    "of a macro": ("int lane = threadIdx.x % WARP", "lane == WARP - 1", (31, 32)),
    "the last": ("int lane = threadIdx.x & 31", "lane == warpSize - 1", (31, 32)),
    "of a variable": ("int t = threadIdx.x, lane = t % 8", "lane == 3", (3, 8)),
    "beyond": ("int lane = threadIdx.x % 8", "lane == 8", None),
    "bits with gaps": ("int lane = threadIdx.x & 5", "lane == 0", None),
    "not all of the number": ("unsigned char t = threadIdx.x * 16; int lane = t % 32", "lane == 0", None),
    "a sum": ("int lane = (threadIdx.x + 1) % 32", "lane == 0", None),
    "of the argument": ("int lane = threadIdx.x % n", "lane == 0", None),
    "changed": ("int lane = threadIdx.x % 32; lane ^= 1", "lane == 0", None),
    "the others": ("int lane = threadIdx.x % 32", "lane != 0", None),
    "another size of a warp": ("int warpSize = 16, lane = threadIdx.x % warpSize", "lane == 0", None),
}


def kernel(own: str, condition: str, name: str = "k", threads: int = 64) -> str:
    return KERNEL.format(name=name, own=own, condition=condition, threads=threads)


def program(kernels: str, launches: str) -> str:
    define, _, rest = MAIN.format(launches=launches).partition("\n")
    return f"{define}\n{kernels}{rest}"


@pytest.mark.parametrize(("own", "condition", "steps"), LANES.values(), ids=LANES)
def test_one_thread_of_each_is_a_loop_of_its_own(own: str, condition: str, steps: tuple[int, int] | None) -> None:
    text = translate_file(parse(program(kernel(own, condition), "k<<<2, 64>>>(a, 32);"), "k.cu", "cuda")).text
    body = text[text.index("static void k(") : text.index("int main(")]
    if steps is None:
        assert "; tx += " not in body
    else:
        t = "t" if "int t = threadIdx.x" in own else "tx"
        assert f"for (int {t} = {steps[0]}; {t} < threads_x; {t} += {steps[1]})" in body


CHOICES = ("v = 0;", "{ v += s[0]; v *= 2; }")
OTHERS = ("atomicAdd(a, v);", "v = atomicAdd(a, v);", "{ v = 0; s[0] = v; }")


@pytest.mark.parametrize("then", [*CHOICES, *OTHERS])
def test_what_is_chosen_is_no_loop(then: str) -> None:
    source = kernel("int lane = threadIdx.x % 32", "lane == 0").replace("s[threadIdx.x / 2] = v;", then)
    text = translate_file(parse(program(source, "k<<<2, 64>>>(a, 32);"), "k.cu", "cuda")).text
    assert ("tx += 32" in text) is (then in OTHERS)


def test_rows_of_threads_ask_each() -> None:
    source = program(kernel("int lane = threadIdx.x % 32", "lane == 0"), "k<<<2, dim3(32, 2)>>>(a, 32);")
    text = translate_file(parse(source, "k.cu", "cuda")).text
    assert "+= 32" not in text[text.index("static void k(") : text.index("int main(")]


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_the_kernels_leave_what_their_threads_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts, launches = "", ""
    for number, (own, condition, _) in enumerate(LANES.values()):
        threads = (64, 40, 20)[number % 3]  # the last warp need not be full
        parts += kernel(own, condition, f"k{number}", threads)
        launches += f" k{number}<<<2, {threads}>>>(a, 32);"
    source = tmp_path / "k.cu"
    source.write_text(program(parts, launches), "utf-8")
    main(["translate", str(source), "--verify", "--no-model", "--json", "-o", str(tmp_path / "k.cpp")])
    told = {k["name"]: (k["status"], k["reason"]) for k in json.loads(capsys.readouterr().out)["kernels"]}
    assert len(told) == len(LANES)
    assert {name: said for name, said in told.items() if said[0] != "tested"} == {}
