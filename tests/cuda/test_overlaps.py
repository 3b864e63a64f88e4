"""Memory of a caller that comes back changed: kernels work in it where it lies apart, in a copy where it overlaps, and the copies
stay where nobody can say with what it may overlap."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

PROGRAM = """#include <cstdio>
#include <cstdlib>
#define REAL float
#define CHECK(x) do { if ((x) != cudaSuccess) exit(1); } while (0)
#define STOP(x) if (x) return
float *elsewhere, scale;
struct pair { float *left; float right; };
int look(const float *p);
__global__ void axpy(const float *x, float *y, int n, REAL a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}
__global__ void by_pair(float *y, int n, pair p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += p.left[i];
}
void run(float *x, float *y, float *other, int n, int m, float a, pair both) {
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y, *d_z;
    // first
    CHECK(cudaMalloc(&d_x, bytes));
    CHECK(cudaMalloc((void **)&d_y, bytes));
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice);
    // middle
    int blocks = (n + 255) / 256;
    axpy<<<blocks, 256>>>(d_x, d_y, n, a);
    CHECK(cudaDeviceSynchronize());
    // last
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    // behind
    cudaFree(d_x);
    cudaFree(d_y);
}
"""


def translated(text: str, copying: bool = False, telling: bool = False) -> str:
    return translate_file(parse(text, "k.cu", "cuda"), copying=copying, telling=telling).text


def test_it_is_asked_whether_memory_of_callers_overlaps():
    text = translated(PROGRAM)
    assert "d_y = y; if (lw_overlap(y, bytes, x, bytes)) { CHECK(cudaMalloc((void **)&d_y, bytes)); }" in text
    assert "if (d_y != y) { cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice); }" in text
    assert "if (d_y != y) { cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost); }" in text
    assert "if (d_y != y) { cudaFree(d_y); }" in text
    assert "d_x = x;" in text


def test_nothing_is_asked_where_there_is_no_other_memory():
    text = PROGRAM.replace("cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);", "cudaMemset(d_x, 0, bytes);")
    found = translated(text)
    assert "d_y = y;" in found
    assert "if (d_y" not in found
    assert "cudaMemcpy(y" not in found


def test_what_only_comes_back_is_written_in_place_too():
    text = PROGRAM.replace("cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice);", "")
    assert "d_y = y; if (lw_overlap(y, bytes, x, bytes))" in translated(text)


def test_what_is_in_place_is_told():
    assert "} else { lw_brings(y, bytes); }" in translated(PROGRAM, telling=True)


STAYS = {
    "the function is left in between": ("// middle", "if (n > 5) return;"),
    "a macro leaves it": ("// middle", "STOP(n > 5);"),
    "an unknown function runs": ("// middle", "look(d_x);"),
    "the host reads memory of a caller": ("// middle", 'printf("%g", other[1]);'),
    "memory of a caller is printed": ("// middle", 'printf("%s", (char *)other);'),
    "the host reads a variable of the file": ("// middle", "a = scale;"),
    "the host reads it": ("// middle", "a = y[0];"),
    "the host writes memory of a caller": ("// middle", "other[1] = 5;"),
    "the host writes a variable of the file": ("// middle", "scale = 5;"),
    "the caller's pointer is set": ("// first", "y = other;"),
    "another pointer to it": ("// middle", "float *q = y; q[0] = 1;"),
    "a kernel is given memory of a caller": ("(d_x, d_y, n, a)", "(other, d_y, n, a)"),
    "a kernel is given memory of the file": ("(d_x, d_y, n, a)", "(elsewhere, d_y, n, a)"),
    "a kernel is given an object with a pointer": ("// last", "by_pair<<<1, 64>>>(d_y, n, both);"),
    "a kernel knows memory of the file": ("y[i] += a * x[i]", "y[i] += a * elsewhere[i]"),
    "a pointer of the device is given by somebody": ("CHECK(cudaMalloc(&d_x, bytes));", "cudaHostGetDevicePointer(&d_x, other, 0);"),
    "memory of the file is copied from": ("// behind", "cudaMemcpy(d_x, elsewhere, bytes, cudaMemcpyHostToDevice);"),
    "a part of memory of a caller is copied from": ("// behind", "cudaMemcpy(d_x, other + m, bytes, cudaMemcpyHostToDevice);"),
    "a member of an object is copied from": ("// middle", "cudaMemcpy(d_x, both.left, bytes, cudaMemcpyHostToDevice);"),
    "it is not told which way is copied": ("// middle", "cudaMemcpy(d_x, other, bytes, cudaMemcpyDefault);"),
    "a size is not told before": ("// behind", "size_t few = look(x); cudaMemcpy(x, d_x, few, cudaMemcpyDeviceToHost);"),
    "a size changes": ("// behind", "m = look(x); cudaMemcpy(x, d_x, m, cudaMemcpyDeviceToHost);"),
    "less comes back": ("cudaMemcpy(y, d_y, bytes,", "cudaMemcpy(y, d_y, bytes / 2,"),
    "it comes back twice": ("// behind", "cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);"),
    "it comes back to another": ("cudaMemcpy(y, d_y", "cudaMemcpy(other, d_y"),
    "a kernel runs behind the copy": ("// behind", "axpy<<<blocks, 256>>>(d_x, d_y, n, a);"),
    "a function is called later": ("// middle", "cudaLaunchHostFunc(0, later, nullptr);"),
    "memory is copied in two dimensions": ("// middle", "cudaMemcpy2D(other, 4, d_x, 4, 4, n, cudaMemcpyDeviceToHost);"),
    "a symbol is set from memory of a caller": ("// middle", "cudaMemcpyToSymbol(scales, other, bytes);"),
    "its type is another": ("float *y,", "double *y,"),
    "it is volatile": ("float *y,", "volatile float *y,"),
}  # fmt: skip


@pytest.mark.parametrize("reason", STAYS)
def test_the_copy_stays_where(reason: str):
    old, new = STAYS[reason]
    assert old in PROGRAM
    text = translated(PROGRAM.replace(old, new))
    assert "d_y = y" not in text


GOES = {
    "a second array is copied before": ("// first", "cudaMalloc(&d_z, m * sizeof(float)); cudaMemcpy(d_z, other, m * sizeof(float), cudaMemcpyHostToDevice);"),
    "numbers are printed": ("// middle", 'printf("%d\\n", n);'),
    "an error is kept": ("cudaMemcpy(y, d_y", "cudaError_t error = cudaSuccess; error = cudaMemcpy(y, d_y"),
    "a kernel runs again and again": ("// last", "for (int k = 0; k < m; ++k) { axpy<<<blocks, 256>>>(d_x, d_y, n, a); }"),
    "time is taken": ("// middle", "cudaEvent_t begin; cudaEventCreate(&begin); cudaEventRecord(begin);"),
}  # fmt: skip


@pytest.mark.parametrize("reason", GOES)
def test_the_copy_goes_although(reason: str):
    old, new = GOES[reason]
    assert old in PROGRAM
    text = translated(PROGRAM.replace(old, new))
    assert "d_y = y; if (lw_overlap(y, bytes, " in text
    assert "lw_overlap(y, bytes, x, bytes)" in text


_KERNELS = """#include <cstdio>
__global__ void mix(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = 2 * b[i] + a[n - 1 - i];
}
__global__ void set(float *a, const float *b, const float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = b[i] - 3 * c[n - 1 - i];
}
"""
_NAMES = ("x", "y", "z")


def drawn(chance: random.Random, number: int) -> str:
    """A function of three arrays of callers: which go in, what kernels do to them, and which come back in which order."""
    order = [*_NAMES]
    chance.shuffle(order)
    inward = [name for name in order if chance.random() < 0.8] or order[:1]
    lines = [f"cudaMalloc(&d_{name}, n * sizeof(float));" for name in _NAMES]
    lines += [
        f"cudaMemset(d_{name}, 0, n * sizeof(float));" for name in _NAMES if name not in inward or chance.random() < 0.1
    ]
    lines += [f"cudaMemcpy(d_{name}, {name}, n * sizeof(float), cudaMemcpyHostToDevice);" for name in inward]
    for _ in range(chance.randint(1, 3)):
        a, b, c = chance.sample(_NAMES, 3)
        call = (
            f"mix<<<1, 32>>>(d_{a}, d_{b}, n);" if chance.random() < 0.6 else f"set<<<1, 32>>>(d_{a}, d_{b}, d_{c}, n);"
        )
        lines.append(call)
    chance.shuffle(order)
    outward = [name for name in order if chance.random() < 0.5] or order[:1]
    lines += [f"cudaMemcpy({name}, d_{name}, n * sizeof(float), cudaMemcpyDeviceToHost);" for name in outward]
    lines += [f"cudaFree(d_{name});" for name in _NAMES]
    body = "\n    ".join(lines)
    return f"void f{number}(float *x, float *y, float *z, int n) {{\n    float *d_x, *d_y, *d_z;\n    {body}\n}}\n"


def program(seed: int, count: int) -> str:
    """So many of them, each called on memory that lies apart, is the same or overlaps."""
    chance = random.Random(seed)
    functions = "".join(drawn(chance, number) for number in range(count))
    calls = []
    for number in range(count):
        for _ in range(4):
            at = chance.choice(
                ((0, 40, 80), (0, 0, 80), (0, 3, 80), (40, 0, 0), (5, 60, 2), (0, 1, 2), (7, 7, 7), (0, 20, 40))
            )
            calls.append(f"call(f{number}, {', '.join(map(str, at))});")
    main = "\n    ".join(calls)
    return f"""{_KERNELS}{functions}
template <typename F> void call(F f, int x, int y, int z) {{
    float v[128];
    for (int i = 0; i < 128; ++i) v[i] = (i * 37 + 11) % 101;
    f(v + x, v + y, v + z, 20);
    double sum = 0;
    for (int i = 0; i < 128; ++i) sum = sum * 1.25 + v[i], sum -= (long)(sum / 1e6) * 1e6;
    printf("%.3f\\n", sum);
}}
int main() {{
    {main}
}}
"""


def printed(text: str, folder: Path) -> list[str]:
    folder.mkdir()
    (folder / "p.cpp").write_text(text, "utf-8")
    build([folder / "p.cpp"], folder / "p")
    return subprocess.run([str(folder / "p")], capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("seed", [3, 4])
def test_drawn_functions_leave_what_they_leave_with_every_copy(seed: int, tmp_path: Path):
    text = program(seed, 60)
    own = translated(text)
    assert own.count("if (lw_overlap(") >= 20
    assert printed(own, tmp_path / "own") == printed(translated(text, copying=True), tmp_path / "copying")
