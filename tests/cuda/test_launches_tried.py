"""The launch that a file tells is among the inputs: threads that meet in it whatever memory holds are a race, others are not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translate
from loopwright.translate.told_launch import ToldLaunch, told_launch
from loopwright.translate.verify import Judge

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
# body, launch, whether it depends on a race
KERNELS = {
    "block_number": ("int *o", "o[0] = blockIdx.x;", "<<<8, 64>>>(p)", True),
    "far_blocks": ("int *o", "o[blockIdx.x & 1] = blockIdx.x;", "<<<8, 64>>>(p)", True),
    "seventh_blocks": ("int *o", "if (threadIdx.x == 0) o[blockIdx.x % 7] = blockIdx.x;", "<<<12, 64>>>(p)", True),
    "columns": ("int *o", "if (threadIdx.x == 0) o[blockIdx.x] = blockIdx.y;", "<<<dim3(3, 4), 32>>>(p)", True),
    "read_places": ("int *o, const int *k, int n", f"{INDEX} if (i < n) o[k[i] & 3] = i;", "<<<8, 128>>>(p, q, 1000)", True),
    "block_sums": ("int *o, int n", "o[blockIdx.x / n] += 1;", "<<<8, 1>>>(p, 2)", True),
    "few_of_many": ("int *o", f"{INDEX} o[i & 255] = i;", "<<<4096, 256>>>(p)", True),
    "one_value": ("int *o", "o[0] = 1; o[1] = gridDim.x;", "<<<8, 64>>>(p)", False),
    "one_block": ("int *o", "if (threadIdx.x == 0) o[0] = blockIdx.x;", "<<<1, 64>>>(p)", False),
    "first_block": ("int *o", "if (blockIdx.x == 3 && threadIdx.x == 0) o[0] = 3;", "<<<8, 64>>>(p)", False),
    "each_its_own": ("int *o", f"{INDEX} o[i] = blockIdx.x;", "<<<8, 64>>>(p)", False),
    "added": ("int *o", "atomicAdd(&o[blockIdx.x & 1], 1);", "<<<8, 64>>>(p)", False),
    "largest": ("int *o", "atomicMax(&o[0], (int)blockIdx.x);", "<<<8, 64>>>(p)", False),
    "scattered": ("int *o, const int *k, int n", f"{INDEX} if (i < n) o[k[i]] = i;", "<<<8, 128>>>(p, q, 1000)", False),
    "read_width": ("int *o, const int *w", "o[(int)blockIdx.y * w[0] + threadIdx.x] = blockIdx.y;", "<<<dim3(1, 4), 32>>>(p, q)", False),
    "counted": ("int *o, int *c", f"{INDEX} o[atomicAdd(c, 1)] = i;", "<<<2, 64>>>(p, q)", False),
    "some_width": ("int *o, int w", "o[(int)blockIdx.y * w + threadIdx.x] = blockIdx.y;", "<<<dim3(1, 4), 32>>>(p, m)", False),
}  # fmt: skip


def program(name: str) -> str:
    parameters, body, launch, _ = KERNELS[name]
    kernel = f"__global__ void {name}({parameters}) {{ {body} }}\n"
    return f"{kernel}int main(int m, char **) {{ int *p, *q; cudaMalloc(&p, 40960); cudaMalloc(&q, 40960); {name}{launch}; return 0; }}\n"


@needs_compiler
def test_threads_that_meet_in_the_programs_own_launch_are_a_race(tmp_path: Path) -> None:
    parts = [program(name).replace("int main(int m, char **)", f"int start_{name}(int m)") for name in KERNELS]
    translation = translate_file(parse("".join(parts), "k.cu", "cuda"))
    with Judge(translation, translation.kernels, tmp_path / "k.cu") as judge:
        found = {kernel.name: judge.verify(kernel) for kernel in translation.kernels}
    assert {name: told.racy for name, told in found.items()} == {name: racy for name, (*_, racy) in KERNELS.items()}
    assert {name: told.agreed for name, told in found.items()} == {name: not told.racy for name, told in found.items()}


@needs_compiler
def test_a_race_that_the_text_proves_is_never_tested(tmp_path: Path) -> None:
    text = f"__global__ void last(int *o, int n) {{ {INDEX} if (i < n) o[i % 7] = i; }}\n"
    text += "void start(int *o, int n) { last<<<(n + 63) / 64, 64>>>(o, n); }\n"
    found = translate(parse(text, "k.cu", "cuda"), tmp_path / "k.cu", verified=True).kernels[0]
    assert found.status == "racy"
    assert "both store in o[0]" in found.reason


@needs_compiler
def test_places_that_a_class_asks_for_are_each_threads_own(tmp_path: Path) -> None:
    text = "struct Place { int first; __device__ int at() const { return first + blockIdx.x * blockDim.x + threadIdx.x; } };\n"
    text += "__global__ void k(int *a) { Place place; place.first = 0; a[place.at()] = place.at(); }\n"
    text += "void go(int *a) { k<<<4, 32>>>(a); }\n"
    found = translate(parse(text, "k.cu", "cuda"), tmp_path / "k.cu", verified=True).kernels[0]
    assert (found.status, found.reason) == ("tested", "")


def told(text: str) -> ToldLaunch | None:
    translation = translate_file(parse(text, "k.cu", "cuda"))
    return told_launch(translation, translation.kernels[0])


def test_what_a_launch_tells() -> None:
    body = "__global__ void k(float *a, int n, float s) { a[blockIdx.x * blockDim.x + threadIdx.x] = n * s; }\n"
    first = told(body + "const int N = 12; void go(float *a) { dim3 b(32), g(N / 2); k<<<g, b>>>(a, N, 0.5f); }")
    assert first is not None
    assert (first.grid, first.block, first.arguments) == ((6, 1, 1), (32, 1, 1), ((1, 12), (2, 0.5)))
    assert first.is_whole
    part = told(body + "void go(float *a, int n) { k<<<100, 32>>>(a, n, 0.5f); }")
    assert (part.grid, part.is_whole) == ((40, 1, 1), False)
    assert told(body + "void go(float *a, int n) { k<<<n, 32>>>(a, n, 0.5f); }") is None
    assert told(body + "void go(float *a, int n) { k<<<4, 2048>>>(a, n, 0.5f); }") is None


def test_a_launch_without_memory_is_not_whole() -> None:
    body = "__global__ void k(float *a, int n) { a[blockIdx.x * n + threadIdx.x] = n; }\n"
    for nothing in ("0", "nullptr", "NULL"):
        assert not told(f"{body}void go() {{ k<<<4, 32>>>({nothing}, 1); }}").is_whole
    assert told(f"{body}void go(float *a) {{ k<<<4, 32>>>(a, 1); }}").is_whole


def test_a_kernel_with_locks_or_one_that_asks_for_blocks_that_are_not_run_is_not_whole() -> None:
    lock = "__global__ void k(int *a) { while (atomicCAS(a, 0, 1)); a[1] += blockIdx.x; atomicExch(a, 0); }\n"
    assert not told(lock + "void go(int *a) { k<<<4, 1>>>(a); }").is_whole
    wide = "__global__ void k(int *a) { a[blockIdx.x % gridDim.x] = blockIdx.x; }\n"
    assert told(wide + "void go(int *a) { k<<<4, 1>>>(a); }").is_whole
    assert not told(wide + "void go(int *a) { k<<<400, 1>>>(a); }").is_whole
