"""Races that the text and the launches of a kernel prove are told with two threads and an element; where nothing is certain nothing is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.doubts import certain_races
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

HERE = Path(__file__).parent
LINE = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
TILES = """__shared__ float left[16][16], right[16][16]; int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x; float sum = 0;
    for (int m = 0; m < n / 16; ++m) {
        left[y][x] = a[row * n + m * 16 + x]; right[y][x] = a[(m * 16 + y) * n + column]; __syncthreads();
        for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x]; LAST }
    b[row * n + column] = sum;"""
HALVES = """__shared__ float s[256]; int t = threadIdx.x; s[t] = a[t + blockIdx.x * blockDim.x]; __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; LAST } if (t == 0) b[blockIdx.x] = s[0];"""
SCAN = "__shared__ float s[256]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); for (int k = 1; k < 256; k *= 2) { BODY } b[t] = s[t];"
MIRROR = "__shared__ float s[256]; int t = threadIdx.x; s[t] = a[t]; LAST b[t] = s[255 - t];"
START = "__shared__ float s; if (threadIdx.x == 0) s = 0; LAST atomicAdd(&s, a[threadIdx.x]); __syncthreads(); if (threadIdx.x == 0) b[0] = s;"
FLAT, ONE, SQUARE = "(n + 255) / 256, 256", "1, 256", "dim3(4, 4), dim3(16, 16)"
WAIT = "__syncthreads();"
FUNCTIONS = """__device__ void turned(float *a, float *b) { __shared__ float s[256]; int t = threadIdx.x; s[t] = a[t]; b[t] = s[255 - t]; }
__device__ void mirrored(float *a, float *b) { __shared__ float s[256]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); b[t] = s[255 - t]; }
__device__ void plus(float *p, float v) { *p += v; }
__device__ void first(float *p, float *a, int i) { if (i > 0) return; p[0] = a[i]; }
"""
LOCKS = """#define TAKE(a) while (atomicCAS((int *)(a), 0, 1) != 0)
#define LEAVE(a) atomicExch((int *)(a), 0)
__device__ void take(int *a) { while (atomicCAS(a, 0, 1) != 0); }
__device__ void leave(int *a) { atomicExch(a, 0); }
struct Lock { __device__ void take(int *a) { while (atomicCAS(a, 0, 1) != 0); } __device__ void leave(int *a) { atomicExch(a, 0); } };
"""
RACES = {
    "store": (f"{LINE} if (i < n) b[0] = a[i];", FLAT, "threads 0 and 1 both store in b[0] here, each its own value, if n is large enough"),
    "sum": (f"{LINE} if (i < n) b[0] += a[i];", FLAT, "threads 0 and 1 both change b[0] here, and one of the changes may be lost"),
    "sum written out": (f"{LINE} if (i < n) b[0] = b[0] + a[i];", FLAT, "both change b[0]"),
    "count": (f"{LINE} if (i >= n) return; b[3]++;", FLAT, "both change b[3]"),
    "through a pointer": (f"{LINE} float *p = b + 2; if (i < n) *p += a[i];", FLAT, "both change b[2]"),
    "pairs": (f"{LINE} if (i < n) b[i / 2] = a[i];", FLAT, "threads 0 and 1 both store in b[0]"),
    "modulo": (f"{LINE} if (i < n) b[i % 8] += a[i];", FLAT, "threads 0 and 8 both change b[0]"),
    "neighbours": (f"{LINE} if (i > 0 && i < n - 1) a[i] = 0.5f * (a[i - 1] + a[i + 1]);", FLAT, "thread 31 stores in a[31] here, and thread 32 reads it as"),
    "rows": ("int i = threadIdx.x, j = threadIdx.y; if (j < n) b[j * n] = a[j * n + i];", "1, dim3(32, 8)", "threads (0, 0) and (1, 0) both store in b[0]"),
    "a sum of each": ("float sum = 0; for (int k = 0; k < n; ++k) sum += a[threadIdx.x * n + k]; b[0] = sum;", ONE, "both store in b[0]"),
    "mirror": (MIRROR.replace("LAST", ""), ONE, "thread 0 stores in s[0] here, and thread 255 reads it as s[255 - t]"),
    "halves": (HALVES.replace("LAST", ""), FLAT, "thread 64 stores in s[64] here, and thread 0 reads it as s[t + k]"),
    "tiles": (TILES.replace("LAST", ""), SQUARE, "reads it as right[k][x]"),
    "scan": (SCAN.replace("BODY", f"if (t >= k) s[t] += s[t - k]; {WAIT}"), ONE, "thread 31 stores in s[31] here, and thread 32 reads it as s[t - k]"),
    "between blocks": (f"{LINE} a[i] = 2 * i; __syncthreads(); b[i] = a[i + 1];", FLAT, "thread 0 of block 1 stores in a[256]"),
    "start of a sum": (START.replace("LAST", ""), ONE, "thread 0 stores in s here, and thread 32 changes it in line 7; no barrier"),
    "start of sums": ("__shared__ int s[8]; if (threadIdx.x < 8) s[threadIdx.x] = 0; atomicAdd(s + threadIdx.x % 8, 1);", ONE, "thread 0 stores in s[0]"),
    "in a function": ("turned(a, b);", ONE, "reads it as s[255 - t]"),
    "in what a function calls": (f"{LINE} if (i < n) plus(&b[i / 4], a[i]);", FLAT, "both change b[0]"),
    "unrolled": (f"{LINE}\n#pragma unroll\nfor (int k = 0; k < 4; ++k) b[k] += a[i];", FLAT, "both change b[0]"),
    "sizes in variables": (f"{LINE} b[0] += a[i];", "blocks, threads", "both change b[0]"),
}  # fmt: skip
SOUND = {
    "one each": (f"{LINE} if (i < n) b[i] = a[i];", FLAT),
    "one value": (f"{LINE} if (i < n) b[0] = 1;", FLAT),
    "one value for all": (f"{LINE} if (i < n) b[0] = a[3];", FLAT),
    "data decide": (f"{LINE} if (i < n && a[i] > 3) b[0] = i;", FLAT),
    "one thread": (f"{LINE} if (i == 0) b[0] = a[i];", FLAT),
    "first of the block": ("if (threadIdx.x == 0) b[blockIdx.x] = a[blockIdx.x];", FLAT),
    "not x": ("if (!threadIdx.x && n > 0) b[blockIdx.x] += 1;", FLAT),
    "a launch of one": (f"{LINE} b[0] += a[i];", "1, 1"),
    "a small launch": (f"{LINE} if (i < many) b[0] += a[i];", "1, 32"),
    "a grid of a grid": (f"{LINE} b[i] += a[i];", "dim3(grid.x / 8, grid.y, grid.z), 256"),
    "atomic": (f"{LINE} if (i < n) atomicAdd(&b[0], a[i]);", FLAT),
    "a lock": (f"{LINE} while (atomicCAS((int *)a, 0, 1) != 0); b[0] += 1; atomicExch((int *)a, 0);", FLAT),
    "a lock in a function": (f"{LINE} take((int *)a); b[0] += 1; leave((int *)a);", FLAT),
    "a lock of a class": ("Lock lock; lock.take((int *)a); b[0] += 1; lock.leave((int *)a);", FLAT),
    "a lock in a macro": (f"{LINE} TAKE(a); b[0] += 1; LEAVE(a);", FLAT),
    "start of a sum": (START.replace("LAST", WAIT), ONE),
    "in a function": ("mirrored(a, b);", ONE),
    "left in a function": (f"{LINE} first(b, a, i); b[i + 1] = 0;", FLAT),
    "one each in a function": (f"{LINE} if (i < n) plus(&b[i], a[i]);", FLAT),
    "subscripts from memory": (f"{LINE} if (i < n) b[(int)a[i]] += 1;", FLAT),
    "another half": (f"{LINE} if (i < n) a[i] = a[i + n];", FLAT),
    "a column of a parameter": ("int i = threadIdx.x; a[i] = a[i] < a[n] ? a[i] : a[n];", ONE),
    "two fields": (f"{LINE} if (i < n) b[2 * i] = a[i], b[2 * i + 1] = a[i];", FLAT),
    "one warp": ("__shared__ float s[32]; int t = threadIdx.x; s[t] = a[t]; b[t] = s[31 - t];", "1, 32"),
    "mirror": (MIRROR.replace("LAST", WAIT), ONE),
    "halves": (HALVES.replace("LAST", WAIT), FLAT),
    "tiles": (TILES.replace("LAST", WAIT), SQUARE),
    "scan": (SCAN.replace("BODY", f"float v = t >= k ? s[t - k] : 0; {WAIT} s[t] += v; {WAIT}"), ONE),
    "a barrier in a function": (MIRROR.replace("LAST", "wait();"), ONE),
    "rows of a grid": ("int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x; if (i < n && j < n) b[i * n + j] += a[j * n + i];", SQUARE),
    "a stride": (f"{LINE} for (; i < n; i += gridDim.x * blockDim.x) b[i] += a[i];", FLAT),
    "left early": (f"{LINE} for (int k = 0; k < n; ++k) {{ if (k != i) continue; b[k] = a[i]; break; }}", FLAT),
    "a known argument": (f"{LINE} if (i >= many) return; b[i % 4] += a[i];", FLAT),
    "no launch that is known": (f"{LINE} b[0] += a[i];", "n, n"),
    "two kernels of one name": ("b[0] += 1;", ""),
}  # fmt: skip


TEMPLATE = """template <typename T, int SIZE> __global__ void sums(const T *a, T *b) {
    __shared__ T s[SIZE]; int t = threadIdx.x; s[t] = a[t]; __syncthreads();
#pragma unroll
    for (int k = SIZE / 2; k > 0; k /= 2) { if (t < k) s[t] += s[t + k]; LAST }
    if (t == 0) *b = s[0];
}
void start(float *a, float *b) { const int size = 128; sums<float, size><<<1, size>>>(a, b); }
"""


def test_arguments_of_templates_are_known() -> None:
    found = told(TEMPLATE.replace("LAST", ""))
    assert [line for line, _ in found] == [4]
    assert "thread 32 stores in s[32] here, and thread 0 reads it as s[t + k]" in found[0][1]
    assert told(TEMPLATE.replace("LAST", WAIT)) == []


def test_variables_that_are_made_of_themselves_or_of_many() -> None:
    chain = "".join(f"int n{i} = n{i + 1} + n{i + 1};" for i in range(40))
    for host in (
        "int n = n; kernel<<<n, 8>>>(a, n);",
        "int n = (int)(n + 1); kernel<<<4, n>>>(a, n);",
        f"int n40 = 1; {chain} kernel<<<n0, 8>>>(a, n0);",
    ):
        text = f"__global__ void kernel(float *a, int n) {{ a[0] += n; }}\nvoid start(float *a) {{ {host} }}\n"
        assert len(told(text)) <= 1


def program(body: str, launch: str) -> str:
    host = (
        f"int blocks = 8, threads = 2 * 64; dim3 grid((n + 255) / 256); kernel<<<{launch}>>>(a, b, n, 1);"
        if launch
        else "other::kernel<<<4, 4>>>(a, b, n, 1);"
    )
    beside = (
        ""
        if launch
        else "namespace other { __global__ void kernel(float *a, float *b, int n, int many) { b[threadIdx.x] = 1; } }\n"
    )
    return f"""{beside}{FUNCTIONS}{LOCKS if "ake(" in body or "TAKE" in body else ""}__device__ void wait() {{ __syncthreads(); }}
__global__ void kernel(float *a, float *b, int n, int many) {{
    {body}
}}
void start(float *a, float *b, int n) {{ {host} }}
"""


def told(text: str) -> list[tuple[int, str]]:
    translation = translate_file(parse(text, "k.cu", "cuda"))
    lines = translation.source.lines
    return [
        (lines.line_of(at) + 1, sentence)
        for kernel in translation.kernels
        for at, sentence in certain_races(translation, kernel)
    ]


@pytest.mark.parametrize("name", RACES)
def test_a_certain_race_is_told_with_a_witness(name: str) -> None:
    body, launch, expected = RACES[name]
    found = told(program(body, launch))
    assert found
    assert expected in found[0][1]
    first = 1 if "function" in name else 7  # the line of a function of the file, or of the kernel
    assert first <= found[0][0] < first + 4


@pytest.mark.parametrize("name", SOUND)
def test_nothing_is_told_where_nothing_is_certain(name: str) -> None:
    assert told(program(*SOUND[name])) == []


@pytest.mark.parametrize("file", sorted((HERE / "kernels").glob("*.cu")), ids=lambda file: file.stem)
def test_the_kernels_of_the_tests_do_not_race(file: Path) -> None:
    assert told(file.read_text("utf-8")) == []


def test_the_command_line_tells_it_on_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "k.cu"
    file.write_text(program(*RACES["sum"][:2]), "utf-8")
    assert main(["translate", str(file), "-o", str(tmp_path / "k.cpp")]) == 0
    assert "k.cu:7:   a race: threads 0 and 1 both change b[0] here" in capsys.readouterr().err


def test_a_launch_beyond_the_bounds_of_its_kernel_has_no_threads() -> None:
    text = """template <int N> __global__ void __launch_bounds__(N) k(int *a, int n) {
    for (int i = blockIdx.x * N + threadIdx.x; i < n; i += gridDim.x * N) a[i] += 1;
}
void run(int *a) { k<128><<<4, 129>>>(a, 2000); }
"""
    translation = translate_file(parse(text.encode(), "k.cu", "cuda"))
    kernel = translation.kernel("k")
    assert kernel is not None
    assert not list(certain_races(translation, kernel))
